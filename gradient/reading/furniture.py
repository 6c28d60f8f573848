"""Rules that tell furniture, what a file holds beside its matter, from what is to be learnt.

Each rule has a name; it becomes the `reason` of the block.
"""

import re

from gradient.reading.components import is_expression
from gradient.reading.module_lines import is_module
from gradient.text.markup import plain
from gradient.text.tags import tag_spans

CONTENTS = "table of contents"
COMMENT = "comment"
MARKUP = "markup"
QUIZ = "quiz"
DRAWING = "drawing"
SCRIPT = "script or style"
IMPORTS = "imports"
IMAGE = "image"
NAVIGATION = "navigation"
REFERENCES = "references"
LINK_LIST = "list of links"
RUNNING = "running header or footer"
PAGE_NUMBER = "page number"
TURNED = "turned text at the margin"
AUTHORS = "authors and date"
SOUND = "sound"
LONG_OUTPUT = "end of a long output"
HIDDEN = "hidden on the page"
STRUCK = "struck out"
TRACEBACK = "traceback of an error"
LICENCE = "licence"
FORM = "form"
EXPRESSION = "expression of a program"

_NUMBERING = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2})*|[IVXLC]{1,6}|[A-Z])[.)]?\s+")
_MORE = (
    r"(?:additional|further|other|useful|external|recommended|selected|more|extra|suggested|related|helpful"
    r"|optional)"
)
_ANY_SOURCES = r"(?:references?|readings?|resources?|links?|literature|sources|citations?|material)"
_SURE_SOURCES = (
    r"(?:references?|bibliography|literature cited|works cited|readings"
    r"|références|bibliographie|literaturverzeichnis|quellen|referencias|bibliografía)"
)
_NOTES = r"(?:acknowledge?ments?|credits|licen[cs]es?|authors|contributors|contributions|funding|changelog)"
_NOTE_TITLE = re.compile(rf"{_NOTES}(?:\s*(?:,|and|&|/)\s*{_NOTES})*\s*:?", re.IGNORECASE)
_REFERENCE_TITLE = re.compile(
    rf"(?:(?:{_MORE}\s+)+{_ANY_SOURCES}|{_SURE_SOURCES}|{_NOTES})(?:\s+(?:and|&)\s+[\w ]{{2,30}})?\s*:?",
    re.IGNORECASE,
)
_CONTENTS_TITLE = re.compile(
    r"(?:table of )?contents|sommaire|table des matières|inhalt(?:sverzeichnis)?|índice", re.IGNORECASE
)
_FILE_TITLE = re.compile(
    r"microsoft (?:word|powerpoint)\b.*|untitled.*|powerpoint presentation|(?:presentation )?title goes here"
    r"|.*\.\w{2,4}",
    re.IGNORECASE,
)
_LINKED = r"\[(?:[^\[\]]++|\[[^\[\]]*+\])*+\]"
# Without the bounds, many that are never closed would take quadratic time.
_SAME_PAGE_LINK = re.compile(rf"{_LINKED}\(#[^)\n]{{0,500}}\)")
_ANY_LINK = re.compile(rf"{_LINKED}(?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])|<https?://[^<>]*>|https?://\S+")
_IMAGE_MARK = re.compile(r"!\[|<img\b", re.IGNORECASE)
_DRAWING_MARK = re.compile(r"<svg\b|<canvas\b", re.IGNORECASE)
_QUIZ_MARK = re.compile(r"\s*<(?:Question|Quiz|MultipleChoice)\b", re.IGNORECASE)
_SCRIPT_MARK = re.compile(r"\s*<(?:script|style|iframe|noscript)\b", re.IGNORECASE)
_BACK_TO_TOP = re.compile(
    r"\W*(?:(?:go |back )?to (?:the )?top|back|next|previous|home|up)\W*", re.IGNORECASE
)


def of_section(title: str) -> str | None:
    """The rule under which what stands below a heading of this title may be furniture, if one holds.

    For `REFERENCES` the title alone decides nothing: see `sections.with_sections`.
    """
    bare = _NUMBERING.sub("", title.strip())
    if _REFERENCE_TITLE.fullmatch(bare):
        return REFERENCES
    return CONTENTS if _CONTENTS_TITLE.fullmatch(bare) else None


def is_note_title(title: str) -> bool:
    """Whether a title announces thanks, credits, a licence or the like, and nothing besides."""
    return _NOTE_TITLE.fullmatch(_NUMBERING.sub("", title.strip())) is not None


def is_file_title(title: str) -> bool:
    """Whether a title that a file states about itself was put there by a program, not by its author."""
    return _FILE_TITLE.fullmatch(title.strip()) is not None


def is_contents_title(text: str) -> bool:
    """Whether a line announces the table of contents."""
    return _CONTENTS_TITLE.fullmatch(plain(text).strip(" :.")) is not None


def links_within_page(item: str) -> bool:
    """Whether a list item is nothing but links to anchors of its own page."""
    rest, links = _SAME_PAGE_LINK.subn("", item)
    return links > 0 and not _has_words(rest)


def only_links(item: str) -> bool:
    """Whether a list item or paragraph is nothing but links."""
    rest, links = _ANY_LINK.subn("", item)
    return links > 0 and not _has_words(rest)


def of_markup(source: str) -> str | None:
    """The rule for a block of HTML or MDX that shows no text; None when it shows some."""
    if _SCRIPT_MARK.match(source):
        return SCRIPT
    if _DRAWING_MARK.search(source):
        return DRAWING
    if plain(source).strip(" |:-"):
        return None
    if _IMAGE_MARK.search(source):
        return IMAGE
    if _QUIZ_MARK.match(source):
        return QUIZ
    if source.lstrip().startswith(("<!--", "{/*")) and not _has_words(_outside_tags(source)):
        return COMMENT
    return MARKUP


def of_program(source: str) -> str | None:
    """The rule for a piece of MDX that is a module statement or an expression, None for all else."""
    if is_module(source):
        return IMPORTS
    return EXPRESSION if is_expression(source) else None


def of_paragraph(source: str) -> str | None:
    """The rule for a paragraph of Markdown, if it is furniture by itself."""
    if program := of_program(source):
        return program
    if _BACK_TO_TOP.fullmatch(plain(source)) or links_within_page(source):
        return NAVIGATION
    return of_markup(source)


def _outside_tags(source: str) -> str:
    pieces, last = [], 0
    for start, end in tag_spans(source):
        pieces.append(source[last:start])
        last = end
    return "".join([*pieces, source[last:]])


def _has_words(rest: str) -> bool:
    return re.search(r"\w", plain(rest)) is not None
