"""Bytes to text, whatever their encoding: the whole file decides, never a prefix of it."""

import codecs
import re
from typing import NamedTuple

from gradient.reading.broken_utf8 import mended
from gradient.reading.old_encodings import Guess, guessed
from gradient.reading.port import Damaged, NothingToRead

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDER = {
    **dict.fromkeys(("iso8859-1", "ascii"), "cp1252"),
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso8859-9": "cp1254",
}
"""What browsers read in place of an encoding that is declared."""
_OF_ASCII = frozenset({"iso2022_jp", "hz"})
"""Encodings that write all their letters with the bytes of ASCII."""
_UNKNOWN = "No encoding that is known fits, so letters may be wrong; save the file as UTF-8."
_SEVEN_BITS = "Some of it looks like UTF-7, which is not read; if letters look wrong, save the file as UTF-8."
_BLANK = "\0\ufeff\u00a0 \t\n\r\f\v"
_LINE_END = re.compile(r"\r\r\n|\r\n?")
_ISO_2022 = re.compile(rb"\x1b\$[@B]")
"""The escape that begins Japanese letters."""
_HZ = re.compile(rb"~\{(?:[\x21-\x77][\x21-\x7e])+~\}")
"""Chinese letters between the marks of HZ."""
_COMMON_SIGN = re.compile(rb"[\x21-\x29\x30-\x57][\x21-\x7e]")
_COMMON_SHARE = 0.5
"""In Chinese so many signs at least are marks or of the first level of GB 2312, that of common ones."""
_UTF_7 = re.compile(rb"\+[A-Za-z0-9+/]{3,}-")
"""Letters beyond ASCII in UTF-7."""
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ud800-\udfff]")
_FEW_CONTROLS, _CONTROL_SHARE = 8, 0.02
"""A file is binary when it holds more control characters, or halves of surrogate pairs, than these few and
than this share."""


class Decoded(NamedTuple):
    """A text with the name of its encoding; `notes` tell people where that is in doubt."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()


def decode(data: bytes, name: str, declared: str | None = None) -> tuple[str, str]:
    """The text of `data` and the name of its encoding; see `decoded`."""
    text, encoding, _ = decoded(data, name, declared)
    return text, encoding


def decoded(data: bytes, name: str, declared: str | None = None) -> Decoded:
    """The text of `data` with its encoding. Line ends become LF; all else stays.

    Tried in turn: a byte order mark, UTF-32 and UTF-16 without a mark, ISO 2022 and HZ by their marks, UTF-8
    over the whole file (with U+FFFD for a few broken places), the encoding that it has `declared`, what its
    bytes beyond ASCII tell.
    Raises NothingToRead for an empty or blank file, Damaged for binary data.
    """
    if not data:
        raise NothingToRead.file(name)
    text, encoding, notes = _decode(data, name, declared)
    if _looks_binary(text):
        raise Damaged.file(name, "it holds binary data, not text")
    text = _LINE_END.sub("\n", text)
    if not text.strip(_BLANK):
        raise NothingToRead.file(name, "holds nothing but white space")
    return Decoded(text, encoding, notes)


def _decode(data: bytes, name: str, declared: str | None) -> Decoded:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = mended(data[len(mark) :]) if encoding == "utf-8-sig" else None
            return _strictly(data, encoding, name) if text is None else Decoded(text, encoding)
    wide = _wide(data)
    if wide is not None:
        return _strictly(data, wide, name)
    escaped = _tried(data, "iso2022_jp_2") if _ISO_2022.search(data) else None
    if escaped is not None:
        return Decoded(escaped, "iso2022_jp_2")
    marked = _tried(data, "hz") if declared is None and _is_hz(data) else None
    if marked is not None:
        return Decoded(marked, "hz", (_doubt(Guess(marked, "hz")),))
    stated = _codec(declared)
    for codec in (stated, "utf-8") if stated in _OF_ASCII else ("utf-8", stated):
        text = None if codec is None else _tried(data, codec)
        if text is None and codec == "utf-8":
            text = mended(data)
        if codec is not None and text is not None:
            return Decoded(text, codec, (_SEVEN_BITS,) if codec == "utf-8" and _like_utf_7(data) else ())
    return _guessed(data)


def _is_hz(data: bytes) -> bool:
    """Whether what stands between the marks of HZ is Chinese, and no formula or code in the same marks."""
    signs = b"".join(one[2:-2] for one in _HZ.findall(data))
    pairs = [signs[at : at + 2] for at in range(0, len(signs), 2)]
    return bool(pairs) and sum(map(bool, map(_COMMON_SIGN.match, pairs))) >= _COMMON_SHARE * len(pairs)


def _like_utf_7(data: bytes) -> bool:
    """Whether most of what may be letters in UTF-7 are letters in it, two different ones at least."""
    found = set(_UTF_7.findall(data)) if data.isascii() else set()
    letters = [
        text for one in found if (text := _tried(one, "utf_7")) and text.isalpha() and not text.isascii()
    ]
    return len(letters) > 1 and 2 * len(letters) > len(found)


def _codec(declared: str | None) -> str | None:
    """The codec for a declared encoding, the wider one where browsers take that; None for an unknown one."""
    if declared is None:
        return None
    try:
        found = codecs.lookup(declared).name
    except LookupError:
        return None
    return _WIDER.get(found, found)


def _tried(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeError, LookupError):
        return None


def _strictly(data: bytes, encoding: str, name: str) -> Decoded:
    try:
        return Decoded(data.decode(encoding, "surrogatepass"), encoding)
    except UnicodeDecodeError as error:
        raise Damaged.file(
            name, f"it claims to be {encoding} but breaks off at byte {error.start}"
        ) from error


def _wide(data: bytes) -> str | None:
    """UTF-32 or UTF-16 without a mark, told by its zero bytes in text of mostly Latin letters."""
    zeros = [data[place::4].count(0) for place in range(4)]
    units = len(data) // 4
    if len(data) % 4 == 0 and units >= 2:
        if zeros[2] == zeros[3] == units > zeros[0]:
            return "utf-32-le"
        if zeros[0] == zeros[1] == units > zeros[3]:
            return "utf-32-be"
    half, even, odd = len(data) // 2, zeros[0] + zeros[2], zeros[1] + zeros[3]
    if half < 2 or len(data) % 2 or max(even, odd) <= 0.5 * half or min(even, odd) >= 0.05 * half:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _guessed(data: bytes) -> Decoded:
    found = guessed(data.replace(b"\0", b" "))
    if found is not None:
        text = _tried(data, found.encoding) or found.text
        return Decoded(text, found.encoding, (_doubt(found),) if found.doubtful else ())
    return Decoded(data.decode("latin-1"), "latin-1", (_UNKNOWN,))


def _doubt(found: Guess) -> str:
    rival = f" and {found.rival} nearly as well" if found.rival else ""
    return (
        f"The encoding is in doubt: {found.encoding} fits best{rival}. If letters look wrong, save the file"
        " as UTF-8."
    )


def _looks_binary(text: str) -> bool:
    return len(_CONTROLS.findall(text)) > max(_FEW_CONTROLS, _CONTROL_SHARE * len(text))
