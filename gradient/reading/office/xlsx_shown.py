"""Values of cells as a spreadsheet shows them."""

import re
from datetime import date, datetime, time, timedelta

_LITERAL = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_WORDS = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|_.|\*.|([ $€£¥])')
_DIGITS = re.compile(r"([#0?,]*[#0?])(,*)(?:\.([0#?]+))?(,*)")
"""The places before the point, the commas that each divide by a thousand, the places behind it."""
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
"""A character that XML cannot hold, as spreadsheets write it (ECMA-376, ST_Xstring)."""
_SECONDS = 24 * 60 * 60


def shown(value: object, number_format: str) -> str:
    """The text for a value; dates are written as in ISO 8601, times without a date as hours and minutes."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime):
        return _moment(value, number_format)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        return _duration(value)
    if isinstance(value, (int, float)):
        return _number(value, number_format)
    return " ".join(_ESCAPED.sub(lambda found: chr(int(found[1], 16)), str(value)).split())


def _moment(value: datetime, number_format: str) -> str:
    """Date and time, as much of both as the format shows."""
    letters = _LITERAL.sub("", number_format).lower()
    if value.time() == time() or not re.search("[hs]", letters):
        return value.date().isoformat()
    return value.isoformat(sep=" ", timespec="seconds" if "s" in letters else "minutes")


def _duration(value: timedelta) -> str:
    seconds = round(value.total_seconds())
    minutes, second = divmod(abs(seconds), 60)
    return f"{'-' if seconds < 0 else ''}{minutes // 60}:{minutes % 60:02}:{second:02}"


def _number(value: float, number_format: str) -> str:
    pattern = _section(number_format, value)
    bare = _LITERAL.sub("", pattern)
    digits = _DIGITS.search(bare)
    if digits is None or "e" in bare.lower() or "/" in bare or number_format == "General":
        return _plain(value)
    places = digits[3] or ""
    percent = "%" in bare
    value = value / 1000.0 ** len(digits[2] + digits[4]) if digits[2] or digits[4] else value
    text = f"{value * 100 if percent else value:,.{len(places)}f}"
    text = text if "," in digits[1] else _padded(text.replace(",", ""), bare.partition(".")[0].count("0"))
    if "#" in places and "." in text:
        text = text.rstrip("0").rstrip(".")
    before, after = _around(pattern)
    return f"{before}{text}{'%' if percent else ''}{after}".strip()


def _section(number_format: str, value: float) -> str:
    """The part of a format for a number; one for negative numbers is not used, so that the sign is kept."""
    sections = re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', number_format)
    if any(map(_CONDITION.search, sections)):
        return next((one for one in sections if _holds(one, value)), sections[-1])
    return sections[2] if value == 0 and len(sections) > 2 and _DIGITS.search(sections[2]) else sections[0]


def _holds(section: str, value: float) -> bool:
    """Whether a section is for the number by the condition that it states, if any."""
    found = _CONDITION.search(section)
    if found is None:
        return True
    bound = float(found[2])
    holds = {"<": value < bound, "<=": value <= bound, ">": value > bound, ">=": value >= bound}
    return {**holds, "=": value == bound, "<>": value != bound}[found[1]]


def _padded(text: str, digits: int) -> str:
    """The number with as many digits before the point as the format writes noughts, as in ids."""
    whole, point, rest = text.partition(".")
    return f"{whole.zfill(digits + whole.startswith('-'))}{point}{rest}"


def _around(pattern: str) -> tuple[str, str]:
    """Words and currencies that a format puts before and after the number."""
    first = re.search(r"[#0?]", _LITERAL.sub(lambda found: "x" * len(found.group()), pattern))
    cut = first.start() if first else 0
    before, after = (
        "".join("".join(found) for found in _WORDS.findall(side)) for side in (pattern[:cut], pattern[cut:])
    )
    return before, after


def _plain(value: float) -> str:
    """A number without a format: at most fifteen digits, no needless zeros."""
    return str(int(value)) if abs(value) < 1e15 and value == int(value) else f"{value:.15g}"
