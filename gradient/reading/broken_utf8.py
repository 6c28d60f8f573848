"""UTF-8 that is broken in a few places, as by a cut; text in an old encoding breaks nearly everywhere."""

import re
from contextlib import suppress

_BROKEN = re.compile("[\udc80-\udcff]+")
_HALVES = re.compile("[\ud800-\udfff]+")
_BEYOND_ASCII = re.compile("[^\x00-\x7f\udc80-\udcff]")
_LONGEST = 3
"""Bytes of the longest piece that a cut leaves of a character, and of a half of a surrogate pair."""
_SHARE = 0.01
"""UTF-8 stays UTF-8 while less than this share of its characters beyond ASCII is broken."""
_ENOUGH = 4
"""So many whole characters beyond ASCII make up for a single broken one in a short text."""


def mended(data: bytes) -> str | None:
    """The text with U+FFFD for each row of broken bytes; None where too many are broken for UTF-8.

    Halves of surrogate pairs that stand written like letters are broken too, but still tell that it is UTF-8.
    """
    with suppress(UnicodeDecodeError):
        return _HALVES.sub("\ufffd", data.decode("utf-8", "surrogatepass"))
    text = data.decode("utf-8", "surrogateescape")
    broken = sum(-(-len(run) // _LONGEST) for run in _BROKEN.findall(text))
    whole = len(_BEYOND_ASCII.findall(text))
    if broken >= _SHARE * (whole + broken) and not (broken == 1 and whole >= _ENOUGH):
        return None
    return _BROKEN.sub("\ufffd", text)
