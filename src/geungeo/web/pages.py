"""Pages with their texts: each $key of a page's file stands for a text, and scripts find all texts in a JSON block."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from pathlib import Path
from string import Template

from geungeo import messages

HERE = Path(__file__).parent


def page(file: str, texts: Mapping[str, str]) -> str:
    """The page as it is sent; in the JSON block `<` must not close it."""
    block = json.dumps(texts, ensure_ascii=False).replace("<", "\\u003c")
    shown = {key: html.escape(text) for key, text in texts.items()}
    return Template((HERE / file).read_text(encoding="utf-8")).substitute(shown, texts=block)


def chat_texts() -> dict[str, str]:
    return (
        messages.PAGE
        | {f"reason_{reason}": text for reason, text in messages.HANDOFF.items()}
        | {f"check_{name}": text for name, text in messages.CHECKS.items()}
        | {
            "reason_silent": messages.HANDOFF_SILENT,
            "looked_at_nothing": messages.LOOKED_AT_NOTHING,
            "not_filed": messages.NOT_FILED,
        }
    )


def desk_texts() -> dict[str, str]:
    """Cards and errors speak as on the chat page."""
    doing = {f"doing_{stage}": text for stage, text in messages.STAGES.items()}
    flags = {f"flag_{flag}": text for flag, text in {**messages.FLAGS, **messages.FLAG_RULES}.items()}
    short = {f"inbox_status_{status}": text for status, text in messages.STATUSES.items()}
    short |= {f"inbox_reason_{reason}": text for reason, text in messages.REASONS.items()}
    short |= {f"kept_kind_{kind}": text for kind, text in messages.KEPT_KINDS.items()}
    short |= {f"deed_{deed}": text for deed, text in messages.DEEDS.items()}
    return {**chat_texts(), **doing, **flags, **messages.DESK, **messages.DESK_KEPT, **messages.DESK_INBOX, **short}
