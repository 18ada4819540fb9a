"""The body of a 배포용 문서, an hwp 5 that its author locked against copying; the way to read it is published.

Each stream of ViewText starts with a record of 256 bytes: a seed, and the key hidden by numbers made from that seed.
What follows the record is the usual packed body under AES-128.
"""

from __future__ import annotations

import struct

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB

from geungeo.errors import UnreadableFile

_RECORD, _SIZE = 28, 256
_KEY, _BLOCK = 16, 16


def unlocked(stream: bytes) -> bytes:
    """The stream's body as it stands in a file without a lock. Raises UnreadableFile('distribution') without a key."""
    word = struct.unpack_from("<I", stream.ljust(4, b"\0"))[0]
    if word & 0x3FF != _RECORD or word >> 20 != _SIZE or len(stream) < 4 + _SIZE:
        raise UnreadableFile("distribution", "배포용 문서: 잠금 정보가 없습니다")
    body = stream[4 + _SIZE :]
    decryptor = Cipher(AES(_key(stream[4 : 4 + _SIZE])), ECB()).decryptor()
    return decryptor.update(body[: len(body) // _BLOCK * _BLOCK]) + decryptor.finalize()


def _key(record: bytes) -> bytes:
    """The key stands 4 to 19 bytes into the record, as its seed says."""
    seed = struct.unpack_from("<I", record)[0]
    start = 4 + (seed & 15)
    return bytes(a ^ b for a, b in zip(record, _mask(seed), strict=True))[start : start + _KEY]


def _mask(seed: int) -> bytes:
    """Runs of equal bytes: the numbers of Visual C's rand() are in turn a byte and, less one, how often it stands."""
    numbers = bytearray()
    while len(numbers) < _SIZE:
        seed, byte = _next(seed)
        seed, times = _next(seed)
        numbers += bytes([byte & 255]) * ((times & 15) + 1)
    return bytes(numbers[:_SIZE])


def _next(seed: int) -> tuple[int, int]:
    seed = (seed * 214013 + 2531011) & 0xFFFFFFFF
    return seed, seed >> 16 & 0x7FFF
