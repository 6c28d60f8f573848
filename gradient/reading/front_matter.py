"""The settings at the head of a Markdown file, told from the first slide of a deck parted by rules."""

import re

_FENCED = re.compile(r"\ufeff?---[ \t]*\n((?s:.*?))\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_SETTING = re.compile(r"(?:[\w.\"'-][^:\n]{0,60}:(?:\s|$)|[ \t\[\]{}%#]|-(?:[ \t]|$)|$)")
_NAMED = re.compile(r"^[\w.\"'-]+[ \t]*:(?:\s|$)", re.MULTILINE)
_TITLE_OF_SLIDE = re.compile(r"\s*\n#{1,6}[ \t]|#{1,6}[ \t][^\n]*\n[ \t]*\n")


def front_matter(text: str) -> str:
    """What stands between the rules at the head of the text where all of it is settings, else nothing."""
    found = _FENCED.match(text)
    if found is None or _TITLE_OF_SLIDE.match(found[1]) or not _NAMED.search(found[1]):
        return ""
    return found[1] if all(map(_SETTING.match, found[1].split("\n"))) else ""
