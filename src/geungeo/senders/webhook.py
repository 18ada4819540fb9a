"""Notices to a web address: one signed JSON document a notice."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Callable

import httpx

from geungeo import messages
from geungeo.errors import NoticeFailed, SettingError
from geungeo.ports import Letter


class Webhook:
    """Implements ports.Sender. Redirects are not followed: the document goes to the address that was set, or nowhere.

    Headers: X-Geungeo-Delivery names the notice, the same at every try; X-Geungeo-Signature is `t=<unix seconds>,
    v1=<hex>`, where v1 is HMAC-SHA256 of "<t>.<body>" under the secret.
    """

    needs_recipient = False

    def __init__(self, url: str, secret: str, timeout: float, clock: Callable[[], float] = time.time) -> None:
        if not url.startswith(("http://", "https://")):
            raise SettingError(messages.WEBHOOK_ADDRESS)
        self._url = url
        self._secret = secret.encode()
        self._client = httpx.Client(timeout=timeout, follow_redirects=False)
        self._clock = clock

    def send(self, letter: Letter) -> None:
        """Raises NoticeFailed unless the other side says 2xx."""
        body = json.dumps(letter.document, ensure_ascii=False).encode()
        headers = {"Content-Type": "application/json", "X-Geungeo-Delivery": letter.delivery}
        if self._secret:
            headers["X-Geungeo-Signature"] = signature(self._secret, body, int(self._clock()))
        try:
            response = self._client.post(self._url, content=body, headers=headers)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            # The address may carry a key: only the kind of failure is told.
            raise NoticeFailed(messages.WEBHOOK_UNREACHABLE.format(error=type(error).__name__)) from None
        if not response.is_success:
            raise NoticeFailed(messages.WEBHOOK_STATUS.format(status=response.status_code), _seconds(response))


def signature(secret: bytes, body: bytes, at: int) -> str:
    """The value of X-Geungeo-Signature; a receiver makes the same and compares in constant time."""
    return f"t={at},v1={hmac.new(secret, b'%d.' % at + body, hashlib.sha256).hexdigest()}"


def _seconds(response: httpx.Response) -> float | None:
    stated = response.headers.get("retry-after", "")
    return float(stated) if stated.isdigit() else None
