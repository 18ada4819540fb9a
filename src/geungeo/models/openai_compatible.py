"""A writer behind any /v1/chat/completions endpoint. Whatever it replies, out comes a draft or WriterUnavailable."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx

from geungeo import messages
from geungeo.errors import SettingError, WriterUnavailable
from geungeo.korean.refusals import SILENT
from geungeo.records import Draft, Excerpt

Prompt = Callable[[str, Sequence[Excerpt]], list[dict[str, str]]]

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_LEFT_OPEN = re.compile(r"^.*</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_NEVER_CLOSED = re.compile(r"<(?:think|thinking|reasoning)>", re.IGNORECASE)
_HANGUL = re.compile(r"[가-힣]")
_LETTER = re.compile(r"[^\W\d_]")
_RETRIED = frozenset([408, 409, 425, 429, 500, 502, 503, 504])
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 20.0
_MAX_TOKENS = 2000  # room for a model that thinks aloud first
_LONGEST_REPLY = 200_000  # bytes; three sentences need a few hundred


class OpenAICompatibleWriter:
    """Asks a chat model. timeout: seconds for one reply; retries: further tries after a passing failure.

    The whole call takes at most `timeout * (retries + 1)` seconds. The key never appears in errors or repr.
    Raises SettingError for a key that no header can carry.
    """

    def __init__(
        self, base_url: str, model: str, api_key: str, prompt: Prompt, timeout: float = 30.0, retries: int = 2
    ) -> None:
        if not (api_key.isascii() and api_key.isprintable()):
            raise SettingError(messages.WRITER_KEY_NOT_ASCII)
        self.name = model
        self._url = base_url.rstrip("/") + "/chat/completions"
        self._prompt = prompt
        self._timeout = timeout
        self._retries = retries
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx.Client(headers=headers, follow_redirects=False)

    def __repr__(self) -> str:
        return f"OpenAICompatibleWriter({self._url!r}, model={self.name!r})"

    def close(self) -> None:
        self._client.close()

    def write(self, question: str, excerpts: Sequence[Excerpt]) -> Draft:
        """The model's reply without its reasoning. Raises WriterUnavailable with what went wrong."""
        body = {
            "model": self.name,
            "messages": self._prompt(question, excerpts),
            "temperature": 0,
            "max_tokens": _MAX_TOKENS,
            "stream": False,
        }
        text = _spoken(_content(self._reply(body)))
        if _HANGUL.search(question) and not _mostly_korean(text):
            raise WriterUnavailable(messages.WRITER_NOT_KOREAN)
        return Draft(text, declined=_declines(text), model=self.name)

    def _reply(self, body: dict[str, Any]) -> httpx.Response:
        """The first good response; passing failures are tried again after a pause, within the time allowed."""
        deadline = time.monotonic() + self._timeout * (self._retries + 1)
        for attempt in range(self._retries + 1):
            try:
                response = self._post(body, deadline)
            except httpx.TimeoutException:
                failure, pause = messages.WRITER_TIMEOUT.format(seconds=self._timeout), 0.0
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                failure, pause = messages.WRITER_UNREACHABLE.format(error=type(error).__name__), 0.0
            else:
                if response.status_code == 200:
                    return response
                failure = messages.WRITER_STATUS.format(status=response.status_code)
                if response.status_code not in _RETRIED:
                    break
                pause = _asked_pause(response)
            pause = max(pause, min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE))
            if attempt == self._retries or time.monotonic() + pause >= deadline:
                break
            time.sleep(pause)
        raise WriterUnavailable(failure)

    def _post(self, body: dict[str, Any], deadline: float) -> httpx.Response:
        """One request. A server that trickles its reply is cut off when the time is up."""
        until = min(deadline, time.monotonic() + self._timeout)
        with self._client.stream("POST", self._url, json=body, timeout=until - time.monotonic()) as response:
            received = bytearray()
            for piece in response.iter_bytes():
                received += piece
                if time.monotonic() > until:
                    raise httpx.ReadTimeout("reply took too long")
                if len(received) > _LONGEST_REPLY:
                    raise WriterUnavailable(messages.WRITER_GARBAGE)
            return httpx.Response(response.status_code, headers=_plain(response.headers), content=bytes(received))


def _plain(headers: httpx.Headers) -> list[tuple[str, str]]:
    """Headers of a body that is already decoded."""
    return [(name, value) for name, value in headers.items() if name not in ("content-encoding", "transfer-encoding")]


def _asked_pause(response: httpx.Response) -> float:
    """Seconds that Retry-After asks for; 0 when it names none."""
    stated = response.headers.get("retry-after", "")
    return float(stated) if re.fullmatch(r"\d{1,5}(?:\.\d+)?", stated) else 0.0


def _content(response: httpx.Response) -> str:
    """The reply's text. Raises WriterUnavailable when the body is no chat completion or stopped half-way."""
    try:
        choice = response.json()["choices"][0]
        content = choice["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise WriterUnavailable(messages.WRITER_GARBAGE) from error
    if not isinstance(content, str):
        raise WriterUnavailable(messages.WRITER_GARBAGE)
    if choice.get("finish_reason") in ("length", "content_filter"):
        raise WriterUnavailable(messages.WRITER_CUT)
    return content


def _spoken(content: str) -> str:
    """What is meant for the asker: without reasoning. Raises WriterUnavailable when nothing is left or it is a page."""
    text = _LEFT_OPEN.sub("", _THOUGHT.sub("", content)).strip()
    if _NEVER_CLOSED.search(text):
        raise WriterUnavailable(messages.WRITER_CUT)
    if not _LETTER.search(text):
        raise WriterUnavailable(messages.WRITER_EMPTY)
    if re.match(r"<(?:!doctype|html|body)\b", text, re.IGNORECASE):
        raise WriterUnavailable(messages.WRITER_GARBAGE)
    return text


def _mostly_korean(text: str) -> bool:
    letters = _LETTER.findall(text)
    return len(_HANGUL.findall(text)) * 2 >= len(letters)


def _declines(text: str) -> bool:
    """The one fixed sentence of the prompt, alone; any other refusal is for the checks to find."""
    bare = re.sub(r"\[[\d,\s]*\]|[\s.]", "", text)
    return bare == re.sub(r"[\s.]", "", SILENT)
