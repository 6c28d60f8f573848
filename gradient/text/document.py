"""What a reader makes of a file: its text, and where in it everything stands."""

from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["paragraph", "list", "code", "table", "math", "quote", "caption", "furniture"]


@dataclass(frozen=True)
class Span:
    """A range of characters of the document's text, end exclusive."""

    start: int
    end: int


@dataclass(frozen=True)
class Heading:
    """A heading that the file itself marks as one. `level` is 1 for the broadest."""

    level: int
    title: str
    start: int
    end: int


@dataclass(frozen=True)
class Block:
    """A piece of running text of one kind; blocks are disjoint and in order. Headings are not blocks.

    `reason` says by which rule a block of kind `furniture` carries nothing to learn. `language` is the
    programming language of a block of code, in lower case, where the file tells it.
    """

    kind: BlockKind
    start: int
    end: int
    reason: str | None = None
    language: str | None = None


@dataclass(frozen=True)
class Page:
    """A page, slide, sheet, cell or stretch of time: what a quote is found by.

    `label` is what people call it ("slide 4, notes", "1:02"); where there is none it is page `number`.
    Two of one number are parts of one, as a slide and its notes. `read` is false where it has no usable
    text although it is not blank; `seen` is true where its text was seen on its picture.
    """

    number: int
    start: int
    end: int
    read: bool = True
    blank: bool = False
    label: str | None = None
    seen: bool = False


@dataclass(frozen=True)
class Tongue:
    """A range of the text that is in one language, as an ISO 639-1 code."""

    language: str
    start: int
    end: int


@dataclass(frozen=True)
class Document:
    """The text of a revision with its structure. All positions are character offsets into `text`.

    `text` holds the file's own characters in reading order; a quote is a slice of it. `emphases` are
    the ranges that the author set in bold or italics, without their marks. `share_read` lies in 0..1.
    `missing` says for people what could not be read. `layout` is `slides` where each page stands alone,
    `transcript` where the text was spoken. `language` is the one that most of it is in; `languages` are the
    parts in each, only where there is more than one. `notes` say what else people should know of its reading.
    """

    text: str
    headings: tuple[Heading, ...] = ()
    blocks: tuple[Block, ...] = ()
    pages: tuple[Page, ...] = ()
    emphases: tuple[Span, ...] = ()
    title: str | None = None
    encoding: str | None = None
    language: str | None = None
    share_read: float = 1.0
    missing: str | None = None
    layout: Literal["flow", "slides", "transcript"] = "flow"
    languages: tuple[Tongue, ...] = ()
    notes: tuple[str, ...] = ()
