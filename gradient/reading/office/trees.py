"""XML of office files as trees with short names, read so that it can do no harm."""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
    "http://purl.oclc.org/ooxml/presentationml/main": "p",
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "s",
    "http://purl.oclc.org/ooxml/spreadsheetml/main": "s",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://schemas.openxmlformats.org/package/2006/relationships": "rel",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/drawingml/2006/diagram": "dgm",
    "http://purl.oclc.org/ooxml/drawingml/diagram": "dgm",
    "http://schemas.openxmlformats.org/drawingml/2006/chart": "c",
    "http://purl.oclc.org/ooxml/drawingml/chart": "c",
    "http://schemas.microsoft.com/office/drawing/2010/main": "a14",
    "http://schemas.microsoft.com/office/word/2010/wordprocessingShape": "wps",
    "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
    "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing": "wp",
    "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing": "xdr",
    "http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing": "xdr",
    "http://schemas.microsoft.com/office/powerpoint/2018/8/main": "p188",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
    "http://purl.org/dc/elements/1.1/": "dc",
}
"""Short names of the namespaces, of the usual and of the strict form of the standard."""
_ALTERNATIVES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
DEEPEST = 200
"""Elements lie inside each other no deeper than this in any file that an office program writes."""


class NotSound(Exception):
    """The XML is broken, or it is built as no office program builds it; the argument says how."""


class _Builder(TreeBuilder):
    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:  # noqa: ARG002
        raise NotSound("it declares entities")


def tree(chunks: Iterable[bytes]) -> Element:
    """The root of the XML that the chunks make up, names as `w:p`, alternatives resolved.

    Declarations are refused, so that nothing is expanded or fetched. Raises NotSound.
    """
    parser = XMLParser(target=_Builder())  # noqa: S314 - declarations are refused
    try:
        for chunk in chunks:
            parser.feed(chunk)
        root: Element = parser.close()
    except (ParseError, ValueError, LookupError) as error:
        raise NotSound("part of its text is broken") from error
    _tidy(root)
    return root


def child(element: Element, *path: str) -> Element | None:
    """The element that the path of names leads to, the first one at each step."""
    found: Element | None = element
    for name in path:
        found = next((one for one in found if one.tag == name), None) if found is not None else None
    return found


def value(element: Element, *path: str, name: str = "w:val") -> str | None:
    """The attribute `name` of the element that the path leads to."""
    found = child(element, *path)
    return None if found is None else found.get(name)


def inside(element: Element, *tags: str) -> Iterator[Element]:
    """All elements of one of the tags in or below `element`, in order."""
    return (one for one in element.iter() if one.tag in tags)


def _tidy(root: Element) -> None:
    """Shortens all names and replaces alternatives, level by level."""
    names: dict[str, str] = {}
    has_alternatives = any(one.tag == _ALTERNATIVES for one in root.iter())
    level = [root]
    depth = 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise NotSound("its parts lie too deep inside each other")
        for element in level:
            element.tag = _short(element.tag, names)
            if element.attrib:
                shortened = {_short(key, names): text for key, text in element.items()}
                element.attrib.clear()
                element.attrib.update(shortened)
            if has_alternatives:
                _choose(element)
        level = [one for element in level for one in element]


def _short(name: str, names: dict[str, str]) -> str:
    if name not in names:
        namespace, _, local = name[1:].rpartition("}") if name.startswith("{") else ("", "", name)
        names[name] = f"{_PREFIXES.get(namespace, '?')}:{local}" if namespace else local
    return names[name]


def _choose(element: Element) -> None:
    """Puts what alternatives hold in their place: the first choice, unless only a later one has text."""
    while any(one.tag == _ALTERNATIVES for one in element):
        chosen: list[Element] = []
        for one in element:
            chosen += _branch(one) if one.tag == _ALTERNATIVES else [one]
        element[:] = chosen


def _branch(alternatives: Element) -> list[Element]:
    branches = list(alternatives)
    if not branches:
        return []
    return list(next((branch for branch in branches if _has_text(branch)), branches[0]))


def _has_text(branch: Element) -> bool:
    return any(one.text and one.text.strip() for one in branch.iter() if one.tag.endswith("}t"))
