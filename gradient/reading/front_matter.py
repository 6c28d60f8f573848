"""The settings at the head of a Markdown file, told from the first slide of a deck parted by rules."""

import re

_FENCED = re.compile(r"\ufeff?---[ \t]*\n((?s:.*?))\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_SETTING = re.compile(r"(?:[\w.\"'-][^:\n]{0,60}:(?:\s|$)|[ \t\[\]{}%#]|-(?:[ \t]|$)|$)")
_NAMED = re.compile(r"^[\w.\"'-]+[ \t]*:(?:\s|$)", re.MULTILINE)
_VALUE = re.compile(r"^([\w.\"'-]+)[ \t]*:[ \t]+(.*)$", re.MULTILINE)
_FEWEST_WORDS = 3
_KNOWN = """
title subtitle author authors date tags tag layout id slug lang language description categories category
permalink output kernelspec jupyter jupytext weight draft marp theme paginate header footer class style size
bibliography name keywords format engine toc parent teaching exercises questions objectives keypoints version
license licence abstract summary url image aliases editor execute sidebar order type status course module
lesson chapter unit week day level source created updated modified published
"""
_KEYS = frozenset(_KNOWN.split())
"""Names of settings that programs read at the head of a file."""
_TITLE_OF_SLIDE = re.compile(r"\s*\n#{1,6}[ \t]|#{1,6}[ \t][^\n]*\n[ \t]*\n")


def front_matter(text: str) -> str:
    """What stands between the rules at the head of the text where all of it is settings, else nothing."""
    found = _FENCED.match(text)
    if found is None or _TITLE_OF_SLIDE.match(found[1]) or not _NAMED.search(found[1]):
        return ""
    return found[1] if all(map(_SETTING.match, found[1].split("\n"))) else ""


def defines(matter: str) -> bool:
    """Whether what stands where settings do says what words mean: a sentence each, and no setting's name."""
    found = [(key.strip("\"'"), value) for key, value in _VALUE.findall(matter)]
    told = [key for key, value in found if len(re.findall(r"[^\W\d_]{2,}|\ba\b", value)) >= _FEWEST_WORDS]
    return bool(told) and not any(key.lower() in _KEYS or "_" in key or "-" in key for key, _ in found)
