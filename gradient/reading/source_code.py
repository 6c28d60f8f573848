"""Source code: its comments and docstrings as text, the rest as code in its language."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import ClassVar, TypeAlias

from pygments.lexers import get_lexer_by_name

from gradient.reading import furniture, tools
from gradient.reading.comments import paragraphs_of, words_of
from gradient.reading.docstrings import docstrings
from gradient.reading.draft import Draft
from gradient.reading.encoding import decoded
from gradient.reading.language import guess
from gradient.reading.programming import LANGUAGES, language_of
from gradient.reading.switched_off import is_code, parted
from gradient.text.document import Document

_PRAGMA = re.compile(
    r"(?:noqa\b|type:|pylint\b|pragma\b|mypy:|ruff:|fmt:|isort:|eslint\b|prettier\b|@ts-|-\*-|vim?:|clang-format\b"
    r"|(?:end)?region\b|<reference\b)"
)
_LICENCE = re.compile(
    r"\bcopyright\b|\ball rights reserved\b|\bSPDX-License|\blicen[sc]ed under\b|©", re.IGNORECASE
)
_LINE_COMMENT = re.compile(r"[ \t]*(?://|#(?!=)|--|%(?!\{)|;|!)")
_PROMPT = re.compile(r"\s*(?:>>>|julia>|In \[\d+\]:)")
_FEWEST_WORDS = 4
"""With fewer words than these a comment at the end of a line only labels it."""
_Token: TypeAlias = tuple[int, tuple[str, ...], str]


class SourceReader:
    """Reads source code by its suffix; a comment of few words at the end of a line of code stays with it."""

    suffixes: ClassVar[tuple[str, ...]] = tuple(LANGUAGES)
    tool: ClassVar[str] = tools.SOURCE_CODE

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`."""
        text, encoding, notes = decoded(data, name)
        language = language_of(name, text)
        draft = Draft()
        position = 0
        for start, end in comments(text, language):
            draft.block("code", text[position:start], language=language)
            _write(draft, text[start:end], language)
            position = end
        draft.block("code", text[position:], language=language)
        said = draft.document()
        prose = [said.text[one.start : one.end] for one in said.blocks if one.kind == "paragraph"]
        return draft.document(encoding=encoding, language=guess("\n".join(prose)), notes=notes)


def comments(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Ranges of docstrings and comments, those on lines of their own with their neighbours as one."""
    return _joined(_alone(text, _marked(text, language)), partial(_goes_on, text))


def _joined(
    ranges: Iterable[tuple[int, int]], goes_on: Callable[[tuple[int, int], int], bool]
) -> Iterator[tuple[int, int]]:
    """The ranges in order, each made one with the range before where the next begin goes on from that."""
    begun: tuple[int, int] | None = None
    for start, end in ranges:
        if begun is not None and goes_on(begun, start):
            begun = (begun[0], end)
            continue
        if begun is not None:
            yield begun
        begun = (start, end)
    if begun is not None:
        yield begun


def _goes_on(text: str, before: tuple[int, int], start: int) -> bool:
    """Whether a comment is the next line of a run of line comments."""
    lines = _LINE_COMMENT.match(text, before[0]) and _LINE_COMMENT.match(text, start)
    return bool(lines) and text[before[1] : start].strip(" \t") == "\n"


def _marked(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Ranges that the language marks as comment or docstring, in pieces that touch joined."""
    whole = text if text.endswith("\n") else f"{text}\n"
    tokens = get_lexer_by_name(language).get_tokens_unprocessed(whole)
    said = _said(tokens, dict(docstrings(text, language)))
    return _joined(said, lambda before, start: before[1] == start)


def _said(tokens: Iterable[_Token], documented: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """The tokens for people, and what is `documented`, by its start, where a string begins with it."""
    done = 0
    for start, kind, value in tokens:
        if start < done:
            continue
        if kind[:2] == ("Literal", "String") and start in documented:
            done = documented[start]
            yield start, done
        elif _says(kind):
            yield start, start + len(value)


def _says(kind: tuple[str, ...]) -> bool:
    """Whether a kind of token is for people: a comment that is no directive, or a docstring."""
    named = "Comment" in kind[:1] and not {"Preproc", "PreprocFile", "Hashbang"} & set(kind)
    return named or kind[:3] == ("Literal", "String", "Doc")


def _alone(text: str, marked: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Those that end their lines: from the start of the line where nothing else stands on it, else those
    that say so much that they are no label of what stands before them."""
    for start, end in marked:
        end = start + len(text[start:end].rstrip())
        line = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", end)
        if text[end : None if line_end < 0 else line_end].strip():
            continue
        if not text[line:start].strip():
            yield line, end
        elif "\n" not in text[start:end] and _tells(words_of(text[start:end])):
            yield start, end


def _tells(words: str) -> bool:
    return len(words.split()) >= _FEWEST_WORDS and not _PRAGMA.match(words) and not is_code(words)


def _write(draft: Draft, source: str, language: str) -> None:
    words = words_of(source)
    if _LICENCE.search(words):
        draft.block("furniture", words, reason=furniture.LICENCE)
        return
    for paragraph in paragraphs_of(words):
        directed = _PRAGMA.match(paragraph) or _PROMPT.match(paragraph)
        for code, lines in ((True, paragraph),) if directed else parted(paragraph):
            draft.block("code" if code else "paragraph", lines, language=language if code else None)
