"""Vectors as the database sends and takes them, without a detour over text."""

import struct

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

HEADER = b"PGCOPY\n\xff\r\n\0" + struct.pack(">ii", 0, 0)
"""How PostgreSQL's binary COPY begins; its documentation of COPY states the format."""
TRAILER = struct.pack(">h", -1)
_FORE = 4
"""Bytes before the numbers of one vector: its dimension and nothing."""


def unpacked(written: bytes, count: int, dimension: int) -> Vectors:
    """A row for each of so many vectors in pgvector's form; ValueError if one has another dimension."""
    if len(written) != count * (_FORE + 4 * dimension):
        raise ValueError(f"not all vectors have {dimension} dimensions")
    whole = np.frombuffer(written, dtype=np.uint8).reshape(count, _FORE + 4 * dimension)
    if count and (whole[:, :2].view(">i2") != dimension).any():
        raise ValueError(f"not all vectors have {dimension} dimensions")
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
