"""Encodings from before Unicode, told by every byte that is not ASCII."""

import re
from typing import NamedTuple

from charset_normalizer import from_bytes

from gradient.reading.alphabets import PAGES
from gradient.reading.code_pages import Fit, fits

_HIGH = re.compile(rb"[\x80-\xff]+")
_NO_ASCII = ["cp037", "cp273", "cp424", "cp500", "cp875", "cp1026", "cp1140", "cp1125", "cp1006", "utf_7"]
"""Encodings in which the bytes of ASCII mean something else, or that nearly nobody writes."""
_COMMON = {
    **dict.fromkeys(("euc_jis_2004", "euc_jisx0213"), "euc_jp"),
    **dict.fromkeys(("shift_jis", "shift_jis_2004", "shift_jisx0213"), "cp932"),
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    "big5hkscs": "big5",
}
"""What stands for the rarer encodings that it contains or that share its letters."""
_KANA = re.compile(rb"[\x81-\x83]")
_KANA_SHARE = 0.3
"""In Shift-JIS so many bytes beyond ASCII begin a sign of kana; many of those end in a byte of ASCII."""
_SIGNS_IN_ROWS = re.compile("[^\x00-\x7f]{2,}")
_ROWS_SHARE = 0.8
"""Japanese stands in rows of signs; letters of Latin scripts stand one by one between those of ASCII."""
_WELL, _WELL_IN_ROWS = -6.0, -4.2
"""A code page fits from this mean logarithm of the shares of its letters on: among letters of ASCII, where
words of several languages may stand; in rows, as scripts of their own have them and signs of two bytes."""
_CLEAR = 4.0
"""Between this and another code page lies no doubt from so many natural logarithms of likelihood on."""
_FEW_SIGNS = 12
"""With fewer bytes beyond ASCII than this no encoding of several bytes is told without doubt."""
_CONTROL_BYTES = re.compile(rb"[\x00-\x08\x0e-\x1f]")


class Guess(NamedTuple):
    """A text with its encoding. `rival` is one that fits nearly as well and reads otherwise."""

    text: str
    encoding: str
    doubtful: bool = False
    rival: str | None = None


def guessed(data: bytes) -> Guess | None:
    """The text and its encoding, None where no encoding fits. All lines that are not ASCII are looked at."""
    found = _best(data)
    return found and found._replace(doubtful=found.doubtful or _too_short_to_tell(data))


def _too_short_to_tell(data: bytes) -> bool:
    """Whether the few bytes beyond ASCII stand in rows, which may be letters of a page or halves of signs."""
    return _in_rows(data) and sum(map(len, _HIGH.findall(data))) < _FEW_SIGNS


def _best(data: bytes) -> Guess | None:
    japanese = _japanese(data)
    if japanese is not None:
        return japanese
    pages = fits(_telling(data))
    if pages and pages[0].score >= _least(data):
        found = _of_one_byte(data, pages)
        if found is not None:
            return found
    return _other(data) or _of_one_byte(data, pages)


def _in_rows(data: bytes) -> bool:
    runs = _HIGH.findall(data)
    return 2 * sum(len(run) > 1 for run in runs) > len(runs)


def _least(data: bytes) -> float:
    return _WELL_IN_ROWS if _in_rows(data) else _WELL


def _japanese(data: bytes) -> Guess | None:
    high = b"".join(_HIGH.findall(data))
    text = _decoded(data, "cp932") if len(_KANA.findall(high)) > _KANA_SHARE * len(high) else None
    if text is None:
        return None
    signs = sum(not one.isascii() for one in text)
    in_rows = sum(map(len, _SIGNS_IN_ROWS.findall(text)))
    return Guess(text, "cp932") if in_rows >= _ROWS_SHARE * signs else None


def _of_one_byte(data: bytes, pages: list[Fit]) -> Guess | None:
    """The best code page that holds all of the file, and the next that reads otherwise if it is close."""
    for place, fit in enumerate(pages):
        text = _decoded(data, fit.encoding)
        if text is not None:
            others = (one for one in pages[place + 1 :] if one.text != fit.text)
            rival = next(others, None)
            close = rival is not None and (fit.score - rival.score) * fit.signs < _CLEAR
            doubtful = close or fit.score < _least(data)
            name = next(page for page in PAGES if _decoded(data, page) == text)
            return Guess(text, name, doubtful, rival.encoding if rival and close else None)
    return None


def _other(data: bytes) -> Guess | None:
    """What charset-normalizer says of the lines that are not ASCII; of the whole it looks at samples only."""
    best = from_bytes(_telling(data), cp_exclusion=_NO_ASCII).best()
    text = None if best is None else _decoded(data, best.encoding)
    if best is None or text is None:
        return None
    few = sum(map(len, _HIGH.findall(data))) < _FEW_SIGNS
    common = _COMMON.get(best.encoding, best.encoding)
    return Guess(text, common if _decoded(data, common) == text else best.encoding, few)


def _telling(data: bytes) -> bytes:
    """The lines that are not ASCII, or everything where bytes stand that end no line of plain text."""
    lines = [] if _CONTROL_BYTES.search(data) else [one for one in data.splitlines() if _HIGH.search(one)]
    return b"\n".join(lines) or data


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeError, LookupError):
        return None
