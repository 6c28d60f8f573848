"""Word documents: headings, paragraphs, lists, tables, formulas, captions, notes, comments, text boxes."""

from collections.abc import Iterator
from typing import ClassVar
from xml.etree.ElementTree import Element

from gradient.reading import tools
from gradient.reading.language import guess
from gradient.reading.office import missing
from gradient.reading.office.docx_body import Body
from gradient.reading.office.docx_styles import Styles
from gradient.reading.office.draft import Draft
from gradient.reading.office.package import Package
from gradient.reading.port import NothingToRead
from gradient.reading.sections import with_sections
from gradient.text.document import Document, Heading

_FEWEST_LETTERS = 20
"""With fewer letters than this beside pictures the pictures carry the document."""
_REMEDY = "replace it by text, or save the document as PDF"


class DocxReader:
    """Reads Word documents and their templates, with macros or without; macros are never run."""

    suffixes: ClassVar[tuple[str, ...]] = (".docx", ".docm", ".dotx", ".dotm", ".doc")
    tool: ClassVar[str] = tools.DOCX

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`."""
        package = Package(data, name, "a document", ".docx")
        draft, body = _written(package)
        text = draft.finished()
        if len(text.strip()) - body.told < _FEWEST_LETTERS and body.pictures:
            draft.unread += ["a picture that carries the page"] * body.pictures
        if not text.strip() and not draft.unread:
            raise NothingToRead.file(name, "has only blank pages")
        headings = _raised(draft.headings)
        first = headings[0].title if headings and headings[0].level == 1 else None
        return Document(
            text=text,
            headings=tuple(headings),
            blocks=tuple(with_sections(headings, draft.blocks, text)),
            emphases=tuple(draft.emphases),
            title=package.title or first,
            language=guess(text),
            share_read=missing.share(len(draft.blocks) + len(headings), len(draft.unread)),
            missing=missing.sentence(draft.unread, _REMEDY),
        )


def _written(package: Package) -> tuple[Draft, Body]:
    """The whole document, running headers and footers at its end, and its body with what that counted."""
    main, document = package.main("w:document")
    styled = package.related(main, "styles")
    draft = Draft()
    body = Body(
        draft,
        Styles(None if styled is None else package.tree(styled)),
        dict(_notes(package, main)),
        dict(_graphs(package, main)),
    )
    body.write(document)
    running = {
        relation.target: None
        for relation in package.relations(main)
        if relation.kind in {"header", "footer"} and package.has(relation.target)
    }
    for target in running:
        body.furniture(package.tree(target))
    return draft, body


def _notes(package: Package, main: str) -> Iterator[tuple[tuple[str, str], Element]]:
    for kind in ("footnote", "endnote", "comment"):
        target = package.related(main, f"{kind}s")
        if target is not None:
            for note in package.tree(target):
                if note.get("w:type", "normal") == "normal":
                    yield (kind, note.get("w:id", "")), note


def _graphs(package: Package, main: str) -> Iterator[tuple[str, Element]]:
    for relation in package.relations(main):
        if relation.kind in {"chart", "diagramData"} and package.has(relation.target):
            yield relation.id, package.tree(relation.target)


def _raised(headings: list[Heading]) -> list[Heading]:
    """Levels from 1: a paragraph styled as the title of all stands above every heading."""
    if all(heading.level > 0 for heading in headings):
        return headings
    return [Heading(one.level + 1, one.title, one.start, one.end) for one in headings]
