"""Messages between the room and its children: four bytes of length, then so many bytes."""

import json
import struct
from typing import Any, BinaryIO

_LENGTH = struct.Struct(">I")
HEAD = _LENGTH.size
"""Bytes that say how long a message is."""


class BrokenMessage(Exception):
    """The other side closed its end in the middle of a message."""


def pack(body: bytes) -> bytes:
    """A message with `body`."""
    return _LENGTH.pack(len(body)) + body


def pack_json(value: dict[str, Any]) -> bytes:
    """A message with `value` as JSON."""
    return pack(json.dumps(value, separators=(",", ":")).encode("ascii"))


def length_of(head: bytes) -> int:
    """The length of the body that follows `head`."""
    return int(_LENGTH.unpack(head)[0])


def receive(stream: BinaryIO) -> bytes | None:
    """The body of the next message, None where the other side has closed. Raises BrokenMessage."""
    head = stream.read(HEAD)
    if not head:
        return None
    if len(head) < HEAD:
        raise BrokenMessage
    body = stream.read(length_of(head))
    if len(body) < length_of(head):
        raise BrokenMessage
    return body
