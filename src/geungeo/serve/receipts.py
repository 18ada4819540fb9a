"""How someone whose name is not kept finds their ticket again: a secret told once, kept here as its hash only."""

from __future__ import annotations

import hashlib
import secrets

_BYTES = 24  # too many to guess, so that a fast hash is enough


def new_receipt() -> str:
    return secrets.token_urlsafe(_BYTES)


def hashed(receipt: str) -> str:
    return hashlib.sha256(receipt.encode()).hexdigest()
