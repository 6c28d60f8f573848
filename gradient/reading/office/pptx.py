"""Presentations: slides in order with their titles, tables, formulas, comments and notes."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar
from xml.etree.ElementTree import Element

from gradient.reading import tools
from gradient.reading.language import guess
from gradient.reading.office import missing
from gradient.reading.office.draft import Draft
from gradient.reading.office.package import Package
from gradient.reading.office.pptx_running import is_running, with_running_lines
from gradient.reading.office.pptx_shapes import Place, Shape, places, shapes
from gradient.reading.office.pptx_slide import Slide, lines_of, write_comments, write_notes
from gradient.reading.office.trees import inside, value
from gradient.reading.port import Damaged, NoPages, NothingToRead
from gradient.reading.sections import with_sections
from gradient.text.document import Document

_FEWEST_LETTERS = 20
_PICTURE_SLIDE = 0.8
"""A slide has no usable text with fewer letters than this under pictures that fill so much of it, or with
none beside a picture."""
_USUAL_SIZE = (9_144_000, 6_858_000)
_OFF = {"0", "false"}
_REMEDY = "put its words on the slide, or save the presentation as PDF"


class PptxReader:
    """Reads presentations and shows, with macros or without; macros are never run."""

    suffixes: ClassVar[tuple[str, ...]] = (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm", ".ppt")
    tool: ClassVar[str] = tools.PPTX

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`."""
        package = Package(data, name, "a presentation", ".pptx")
        deck = _Deck(package)
        for number, path in enumerate(deck.slides(), start=1):
            deck.write(number, path)
        draft = deck.draft
        if not draft.pages:
            raise NoPages.file(name)
        if all(page.blank for page in draft.pages):
            raise NothingToRead.file(name, "has only blank slides")
        text = draft.finished()
        blocks = with_running_lines(text, draft.blocks, draft.pages, deck.at_edge)
        filled = [page for page in draft.pages if not page.blank]
        unread = sum(1 for page in filled if not page.read)
        return Document(
            text=text,
            headings=tuple(draft.headings),
            blocks=tuple(with_sections(draft.headings, blocks, text)),
            pages=tuple(draft.pages),
            emphases=tuple(draft.emphases),
            title=package.title or (draft.headings[0].title if draft.headings else None),
            language=guess(text),
            share_read=_share(draft, len(filled), unread),
            missing=missing.sentence(draft.unread, _REMEDY),
            layout="slides",
        )


def _share(draft: Draft, filled: int, unread: int) -> float:
    """The share of slides that were read, in which what is missing on a slide counts as a block of it."""
    beside = len(draft.unread) - unread
    return (filled - unread) / filled * missing.share(len(draft.blocks) + len(draft.headings), beside)


class _Deck:
    """A presentation and what is written of it."""

    def __init__(self, package: Package) -> None:
        self.draft = Draft()
        self._shown: set[str] = set()
        self.at_edge: set[str] = set()
        self._package = package
        self._main, self._tree = package.main("p:presentation")
        self._layouts: dict[str, dict[str, Place]] = {}

    def slides(self) -> Iterator[str]:
        """The paths of the slides in their order. Raises Damaged where one is missing."""
        targets = {relation.id: relation.target for relation in self._package.relations(self._main)}
        for number, listed in enumerate(inside(self._tree, "p:sldId"), start=1):
            target = targets.get(listed.get("r:id", ""))
            if target is None or not self._package.has(target):
                raise Damaged.file(self._package.name, f"its slide {number} is missing")
            yield target

    @cached_property
    def _running(self) -> frozenset[str]:
        """The lines that most slides share, of which none is the title of one."""
        slides = Counter(
            line
            for path in self.slides()
            for line in set(self._edge_lines(shapes(self._package.tree(path), self._inherited(path))))
        )
        return frozenset(line for line, on in slides.items() if is_running(on, sum(1 for _ in self.slides())))

    def _edge_lines(self, found: list[Shape]) -> Iterator[str]:
        return lines_of([one for one in found if one.is_at_edge(self._size)])

    @cached_property
    def _size(self) -> tuple[int, int]:
        """Width and height of a slide."""
        sizes = [value(self._tree, "p:sldSz", name=side) or "" for side in ("cx", "cy")]
        width, height = (int(size) if size.isdecimal() else 0 for size in sizes)
        return (width, height) if width and height else _USUAL_SIZE

    def write(self, number: int, path: str) -> None:
        """Writes a slide and its notes, each with its page."""
        slide = self._package.tree(path)
        found = shapes(slide, self._inherited(path))
        start, before = self.draft.position, len(self.draft.unread)
        self.at_edge |= set(self._edge_lines(found))
        titled = any(shape.is_title for shape in found)
        running = frozenset() if titled else self._running
        written_slide = Slide(self.draft, number, dict(self._graphs(path)), running)
        written_slide.write(found)
        self._write_layout(path, written_slide)
        grown = self.draft.length - min(start, self.draft.length)
        written = max(0, grown - written_slide.told)
        pictures = [shape for shape in found if shape.element.tag == "p:pic"]
        pictured = written < _FEWEST_LETTERS and self._pictured(pictures) >= _PICTURE_SLIDE
        pictured = pictured or (not written and bool(pictures))
        if pictured:
            self.draft.unread.append(f"slide {number}, a picture")
        blank = not written and not pictures and len(self.draft.unread) == before
        for relation in self._package.relations(path):
            if relation.kind == "comments" and self._package.has(relation.target):
                write_comments(self.draft, self._package.tree(relation.target))
        label = f"slide {number}"
        if slide.get("show", "1") in _OFF:
            label += ", hidden"
        self.draft.page(number, start, label, read=not pictured, blank=blank)
        self._write_notes(number, path, label)

    def _write_layout(self, path: str, slide: Slide) -> None:
        """Writes once what a layout shows on its slides by itself."""
        layout = self._package.related(path, "slideLayout")
        if layout is not None and layout not in self._shown:
            self._shown.add(layout)
            found = [one for one in shapes(self._package.tree(layout), {}) if one.role is None]
            slide.write_layout(lines_of(found))

    def _write_notes(self, number: int, path: str, label: str) -> None:
        target = self._package.related(path, "notesSlide")
        if target is None:
            return
        start = self.draft.position
        write_notes(self.draft, shapes(self._package.tree(target), {}))
        if self.draft.length > start:
            self.draft.page(number, start, f"{label}, notes")

    def _inherited(self, path: str) -> dict[str, Place]:
        """Where the placeholders of a slide stand that do not say so themselves."""
        layout = self._package.related(path, "slideLayout")
        if layout is None:
            return {}
        if layout not in self._layouts:
            master = self._package.related(layout, "slideMaster")
            general = places(None if master is None else self._package.tree(master))
            own = places(self._package.tree(layout))
            by_type = {key: place for key, place in general.items() if not key.startswith("index")}
            self._layouts[layout] = by_type | own
        return self._layouts[layout]

    def _graphs(self, path: str) -> Iterator[tuple[str, Element]]:
        for relation in self._package.relations(path):
            if relation.kind in {"chart", "diagramData"} and self._package.has(relation.target):
                yield relation.id, self._package.tree(relation.target)

    def _pictured(self, pictures: list[Shape]) -> float:
        """The share of a slide that its pictures fill."""
        return sum(shape.place[2] * shape.place[3] for shape in pictures) / (self._size[0] * self._size[1])
