"""The cues of subtitles: what SRT and VTT files say when, without their mark-up and repetitions."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from gradient.reading.cue_marks import without_marks

_TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?"
_TIMING = re.compile(rf"^[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}[^\n]*$", re.MULTILINE)
_BLANK_LINE = re.compile(r"(?:\A|\n)[ \t]*\n")
_NO_CUE = re.compile(r"\s*(?:NOTE(?:[ \t].*)?|STYLE[ \t]*|REGION[ \t]*)(?:\n|\Z)")
"""How a paragraph of WebVTT begins that is no part of a cue (W3C, 4.1)."""
_NAME = re.compile(r"(?:\A|(?<=\n))[ \t]*\n[^\n]*\S[^\n]*\n\Z")
"""The name of the next cue in WebVTT: a line below a blank one, right above the timing."""
_NUMBER = re.compile(r"(?:\A|\n)[ \t]*\d+[ \t]*\n\Z|\n[ \t]*\n[ \t]*\d+\s*\Z")
"""The number of the next cue, where cues have one; blank lines beside it may lack or be too many."""
_NUMBERED = re.compile(r"\d\s*\Z")
_SAME_TIME = 0.15
"""Seconds between two cues of which the second may go on showing what the first did."""
_ROLLING_SHARE = 0.3
"""Captions roll when so many cues begin with the end of the one before; elsewhere who repeats means it."""


@dataclass(frozen=True)
class Cue:
    """What is said from `start` to `end`, in seconds. `number` counts the cues of the file from 1."""

    number: int
    start: float
    end: float
    text: str


def cues(text: str) -> list[Cue]:
    """The cues of a file in SRT or WebVTT, in its order; none for a text without times."""
    timings = list(_TIMING.finditer(text))
    webvtt = text.lstrip("\ufeff").startswith("WEBVTT")
    numbered = bool(timings) and _NUMBERED.search(text[: timings[0].start()]) is not None
    name = _NAME if webvtt else _NUMBER if numbered else None
    ends = [timing.start() for timing in timings[1:]] + [len(text)]
    found: list[Cue] = []
    for number, (timing, end) in enumerate(zip(timings, ends, strict=False), start=1):
        below = text[timing.end() : end].removeprefix("\n")
        said = _said(below if name is None or number == len(timings) else name.sub("", below), webvtt=webvtt)
        found.append(Cue(number, _seconds(timing.groups()[:4]), _seconds(timing.groups()[4:]), said))
    return _unrolled(found)


def clock(seconds: float) -> str:
    """The time as players show it: "1:02", "1:02:03"."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _seconds(parts: Sequence[str | None]) -> float:
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction}")


def _said(below: str, *, webvtt: bool) -> str:
    """The text below a timing, without tags and, where a blank line parts them from it, notes and styles."""
    first, *others = _BLANK_LINE.split(below)
    shown = [first, *(one for one in others if not (webvtt and _NO_CUE.match(one)))]
    return " ".join(html.unescape(without_marks("\n".join(shown).strip("\n"))).split())


def _unrolled(found: list[Cue]) -> list[Cue]:
    """The cues without what each goes on showing of the one before, where the captions roll."""
    if not found:
        return []
    repeated = [0, *(_repeated(one, other) for one, other in pairwise(found))]
    if sum(1 for count in repeated if count) < _ROLLING_SHARE * len(found):
        return found
    return list(_without(found, repeated))


def _without(found: list[Cue], repeated: list[int]) -> Iterator[Cue]:
    for cue, count in zip(found, repeated, strict=True):
        rest = " ".join(cue.text.split()[count:])
        if rest:
            yield replace(cue, text=rest)


def _repeated(before: Cue, cue: Cue) -> int:
    """How many words at the start of a cue are the end of the one before, which it follows at once."""
    if cue.start - before.end > _SAME_TIME:
        return 0
    old, new = before.text.split(), cue.text.split()
    for count in range(min(len(old), len(new)), 0, -1):
        if old[-count:] == new[:count]:
            return count if count > 1 or count in {len(old), len(new)} else 0
    return 0
