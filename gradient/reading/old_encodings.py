"""Encodings from before Unicode, told by every byte that is not ASCII."""

import re

from charset_normalizer import from_bytes

from gradient.reading.language import guess

_HIGH = re.compile(rb"[\x80-\xff]+")
_ISOLATED = 0.5
"""Scripts of Latin letters write so many of their letters beyond ASCII one at a time."""
_WESTERN = ("cp1252", "mac_roman", "cp850")
_BY_LANGUAGE = {**dict.fromkeys(("pl", "cs", "ro"), "cp1250"), "tr": "cp1254", "vi": "cp1258"}
_JOINERS = "’‘\u00ad"
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
_DENSE, _FEW = 0.45, 12
"""Latin letters beyond ASCII are less than this share of the bytes of their lines, unless they are few."""
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f]")
_CONTROL_BYTES = re.compile(rb"[\x00-\x08\x0e-\x1f]")


def guessed(data: bytes) -> tuple[str, str] | None:
    """The text and its encoding, None where no encoding fits. All lines that are not ASCII are looked at."""
    return _japanese(data) or _latin(data) or _other(data)


def _japanese(data: bytes) -> tuple[str, str] | None:
    high = b"".join(_HIGH.findall(data))
    text = _decoded(data, "cp932") if len(_KANA.findall(high)) > _KANA_SHARE * len(high) else None
    return None if text is None else (text, "cp932")


def _latin(data: bytes) -> tuple[str, str] | None:
    """The page of letters for the language that the text is in, else the one with the fewest odd places.

    None where the bytes beyond ASCII come in rows, as no script of Latin letters writes them.
    """
    runs = _HIGH.findall(data)
    isolated, high = sum(len(run) == 1 for run in runs), sum(map(len, runs))
    if isolated < _ISOLATED * max(1, len(runs)) or high > max(_FEW, _DENSE * len(_telling(data))):
        return None
    native = _BY_LANGUAGE.get(guess(data.decode("cp1252", "replace")) or "")
    names = (*((native,) if native else ()), *_WESTERN)
    pairs = ((_decoded(data, name), name) for name in names)
    found = [(text, name) for text, name in pairs if text is not None and not _CONTROLS.search(text)]
    if native is not None and found and found[0][1] == native:
        return found[0]
    return min(found, key=lambda one: _oddness(one[0]), default=None)


def _other(data: bytes) -> tuple[str, str] | None:
    """What charset-normalizer says of the lines that are not ASCII; of the whole it looks at samples only."""
    best = from_bytes(_telling(data), cp_exclusion=_NO_ASCII).best()
    text = None if best is None else _decoded(data, best.encoding)
    if best is None or text is None:
        return None
    for encoding in (_WESTERN[0], _COMMON.get(best.encoding, best.encoding)):
        if _decoded(data, encoding) == text:
            return text, encoding
    return text, best.encoding


def _telling(data: bytes) -> bytes:
    """The lines that are not ASCII, or everything where bytes stand that end no line of plain text."""
    lines = [] if _CONTROL_BYTES.search(data) else [one for one in data.splitlines() if _HIGH.search(one)]
    return b"\n".join(lines) or data


def _oddness(text: str) -> int:
    """Signs inside words, capitals behind small letters, control characters: what a wrong page makes."""
    odd = 0
    for match in re.finditer(r"[^\x00-\x7f]", text):
        at = match.start()
        before, letter, after = text[max(0, at - 1) : at], match.group(), text[at + 1 : at + 2]
        if letter.isalpha():
            odd += letter.isupper() and before.islower()
        else:
            odd += letter < "\xa0" or (before.isalpha() and after.isalpha() and letter not in _JOINERS)
    return odd


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeError, LookupError):
        return None
