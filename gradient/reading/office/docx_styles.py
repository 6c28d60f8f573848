"""What the styles of a Word document say of a paragraph, however they are called in the author's language."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal
from xml.etree.ElementTree import Element

from gradient.reading.office.trees import child, value

Role = Literal["title", "caption", "quote", "code", "contents"]

_HEADING = re.compile(r"heading ([1-9])")
_ROLES: Mapping[str, Role] = {
    "title": "title",
    "caption": "caption",
    "image caption": "caption",
    "table caption": "caption",
    "quote": "quote",
    "intense quote": "quote",
    "block text": "quote",
    "html preformatted": "code",
    "source code": "code",
    "code": "code",
    "plain text code": "code",
    "table of figures": "contents",
    "toc heading": "contents",
    **{f"toc {level}": "contents" for level in range(1, 10)},
}
_BODY_TEXT = 9
"""The outline level that means: no heading."""
_OFF = {"0", "false", "off", "none"}


@dataclass(frozen=True)
class Style:
    """One style. `name` is the program's own in English for built-in styles, whatever people see."""

    name: str
    parent: str | None
    level: int | None
    numbered: bool | None
    strong: bool | None


class Styles:
    """The styles of a document by their ids."""

    def __init__(self, root: Element | None) -> None:
        listed = root if root is not None else ()
        self._by_id = {one.get("w:styleId", ""): _style(one) for one in listed if one.tag == "w:style"}

    def level(self, paragraph: Element) -> int | None:
        """The level of a heading from 1, None for a paragraph that is none."""
        own = _level(child(paragraph, "w:pPr"))
        levels = [own] if own is not None else [one.level for one in self._of(paragraph)]
        stated = next((level for level in levels if level is not None), None)
        return None if stated is None or stated >= _BODY_TEXT else stated + 1

    def role(self, paragraph: Element) -> Role | None:
        """What a paragraph is for, where its style or one that it derives from says so."""
        return next((_ROLES[one.name] for one in self._of(paragraph) if one.name in _ROLES), None)

    def listed(self, paragraph: Element) -> bool:
        """Whether a paragraph is an item of a list."""
        own = _numbered(child(paragraph, "w:pPr"))
        stated = [own] if own is not None else [one.numbered for one in self._of(paragraph)]
        return next((numbered for numbered in stated if numbered is not None), False)

    def strong(self, run: Element) -> bool:
        """Whether a run is set in bold or italics, by itself or by its own style."""
        properties = child(run, "w:rPr")
        own = _strong(properties)
        if own is not None or properties is None:
            return bool(own)
        chain = self._chain(value(properties, "w:rStyle"))
        return next((one.strong for one in chain if one.strong is not None), False) or False

    def _of(self, paragraph: Element) -> Iterator[Style]:
        return self._chain(value(paragraph, "w:pPr", "w:pStyle"))

    def _chain(self, identity: str | None) -> Iterator[Style]:
        """A style and those it derives from; a circle of them ends where it closes."""
        seen: set[str] = set()
        while identity is not None and identity in self._by_id and identity not in seen:
            seen.add(identity)
            style = self._by_id[identity]
            yield style
            identity = style.parent


def _style(element: Element) -> Style:
    name = (value(element, "w:name") or "").lower()
    properties = child(element, "w:pPr")
    named = _HEADING.fullmatch(name)
    level = int(named[1]) - 1 if named else _level(properties)
    strong = _strong(child(element, "w:rPr"))
    return Style(name, value(element, "w:basedOn"), level, _numbered(properties), strong)


def _level(properties: Element | None) -> int | None:
    stated = None if properties is None else value(properties, "w:outlineLvl")
    return int(stated) if stated is not None and stated.isdecimal() else None


def _numbered(properties: Element | None) -> bool | None:
    numbering = None if properties is None else child(properties, "w:numPr")
    return None if numbering is None else value(numbering, "w:numId") not in {None, "0"}


def _strong(properties: Element | None) -> bool | None:
    if properties is None:
        return None
    marks = [one for one in properties if one.tag in {"w:b", "w:i"}]
    return any(one.get("w:val", "1") not in _OFF for one in marks) if marks else None
