"""Marks of subtitles that style words, place them or name who speaks; what only looks like one stays."""

import re

_TIMESTAMP = r"<(?:\d{1,3}:)?\d{1,2}:\d{2}\.\d{1,3}>"
_COLOURS = r"<font(?:\s+\w+\s*=\s*(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s<>]+))+\s*>|</font>"
_VOICE = r"(?:(?<=\n)|(?<=^)|(?<=>))<v(?:\.[\w-]+)*[ \t][^<>\n]+>|<v(?:\.[\w-]+)*[ \t][A-Z][^<>\n]*>|</v>"
_LANGUAGE = r"<lang(?:\.[\w-]+)*[ \t][a-z]{2,3}(?:-\w+)*>|</lang>"
_STANDS_ALONE = re.compile(f"{_TIMESTAMP}|{_COLOURS}|{_VOICE}|{_LANGUAGE}", re.IGNORECASE)
"""What WebVTT (W3C, 4.2.2) and SubRip give attributes or times; code and formulas hardly look like it."""
_PAIRED = re.compile(
    r"<(?P<tag>b|i|u|s|c|ruby|rt)(?:\.[\w-]+)*>(?P<inner>(?:(?!<(?P=tag)[.>])(?s:.))*?)</(?P=tag)>",
    re.IGNORECASE,
)
_AT_THE_EDGE = re.compile(
    r"(?m:^[-–—\s]*)(?:<[biusc](?:\.[\w-]+)*>)+|(?:</[biusc]>)+(?=\s*(?:\n|\Z))", re.IGNORECASE
)
"""An opening or closing tag whose other half stands in another cue."""
_NUMBER = r"-?\d+(?:\.\d+)?"
_SWITCH = (
    rf"\\(?:an?\d{{1,2}}|[bius][01]|q\d|(?:pos|move|org|clip|fade?|t)\([^(){{}}]*\)|[1-4]?(?:c|a|alpha)&H[\da-f]+&?"
    rf"|fn[^\\{{}}]+|(?:fs|fsp|fsc[xy]|fr[xyz]?|k|kf|ko|bord|shad|be|blur|p){_NUMBER})"
)
_OVERRIDE = re.compile(
    rf"\{{(?:{_SWITCH})+\}}|\{{y:[ibus](?:,[ibus])*\}}|\{{c:\$[\da-f]{{6}}\}}", re.IGNORECASE
)
"""Overrides of Advanced SubStation and MicroDVD that players of SubRip take; TeX in braces is none."""


def without_marks(text: str) -> str:
    """What a player shows of a cue; `text` holds its lines."""
    bare = _STANDS_ALONE.sub("", _OVERRIDE.sub("", text))
    while (inner := _PAIRED.sub(lambda found: found["inner"], bare)) != bare:
        bare = inner
    return _AT_THE_EDGE.sub("", bare)
