"""Vectors as the database sends and takes them, without a detour over text."""

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

HEADER = b"PGCOPY\n\xff\r\n\0" + struct.pack(">ii", 0, 0)
"""How PostgreSQL's binary COPY begins; its documentation of COPY states the format."""
TRAILER = struct.pack(">h", -1)
_FORE = 4
"""Bytes before the numbers of one vector: its dimension and nothing."""


def unpacked(written: Sequence[bytes], dimension: int) -> Vectors:
    """A row for each vector in pgvector's binary form; ValueError if one has another dimension."""
    if any(len(one) != _FORE + 4 * dimension for one in written):
        raise ValueError(f"not all vectors have {dimension} dimensions")
    whole = np.frombuffer(b"".join(written), dtype=np.uint8).reshape(len(written), _FORE + 4 * dimension)
    return whole[:, _FORE:].view(">f4").astype(np.float32)


def packed(vector: Vectors) -> bytes:
    """One vector in pgvector's binary form."""
    return struct.pack(">hh", len(vector), 0) + vector.astype(">f4").tobytes()


def line(*fields: bytes) -> bytes:
    """One row of a binary COPY."""
    parts = [struct.pack(">h", len(fields))]
    for field in fields:
        parts += [struct.pack(">i", len(field)), field]
    return b"".join(parts)


def number(value: int, *, size: int = 8) -> bytes:
    """A whole number of so many bytes, 8 for bigint and 4 for integer."""
    return value.to_bytes(size, "big", signed=True)
