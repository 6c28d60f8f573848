"""Jupyter notebooks, formats 3 and 4: Markdown, code with its language, outputs that are text."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from gradient.reading import furniture, tools
from gradient.reading.draft import Draft
from gradient.reading.encoding import decoded
from gradient.reading.language import guess
from gradient.reading.markdown import PROSE, parsed, title_of
from gradient.reading.port import Damaged, NothingToRead
from gradient.reading.sections import with_sections
from gradient.text.document import Document
from gradient.text.markup import plain

OUTPUT_CHARACTERS = 2_000
"""What goes beyond these characters of one output is furniture: logs and long arrays teach nothing more."""
_MAGIC = re.compile(r"\s*%%(bash|sh|html|javascript|js|latex|perl|ruby|sql|R|cython)\b")
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|.)")
_OVERWRITTEN = re.compile(r"[^\n]*\r(?=[^\n])")
_NAME_OF_OBJECT = re.compile(r"\s*<(?:[\w.]+(?: object)?(?: at 0x\w+)?|[\w.]+ size [^<>]*)>\s*")
_HASHES = "#" * 6

Cell = Mapping[str, Any]


class NotebookReader:
    """Reads `.ipynb`; each cell is a page. Pictures, widgets and the HTML twins of outputs are left out."""

    suffixes: ClassVar[tuple[str, ...]] = (".ipynb",)
    tool: ClassVar[str] = tools.NOTEBOOK

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`."""
        text, encoding, notes = decoded(data, name)
        notebook = _loaded(text, name)
        language = _language(notebook)
        draft = Draft()
        for number, cell in enumerate(_cells(notebook, name), start=1):
            start = draft.length
            _write(draft, cell, language)
            draft.page(number, start, f"cell {number}")
        draft.blocks = list(with_sections(draft.headings, draft.blocks, draft.document().text))
        document = draft.document(encoding=encoding, title=title_of("", draft.headings))
        if not document.text.strip():
            raise NothingToRead.file(name, "has no cell with text")
        prose = (document.text[one.start : one.end] for one in document.blocks if one.kind in PROSE)
        return draft.document(
            encoding=encoding,
            title=document.title,
            language=guess("\n".join(map(plain, prose))),
            notes=notes,
        )


def _loaded(text: str, name: str) -> Cell:
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Damaged.file(name, "it is no complete JSON") from error
    if not isinstance(notebook, dict):
        raise Damaged.file(name, "it is JSON, but no notebook")
    return notebook


def _cells(notebook: Cell, name: str) -> list[Cell]:
    """The cells; format 3 keeps them in worksheets."""
    sheets = notebook.get("worksheets")
    holders = [notebook] if sheets is None else sheets if isinstance(sheets, list) else [None]
    cells: list[Cell] = []
    for holder in holders:
        listed = holder.get("cells") if isinstance(holder, dict) else None
        if not isinstance(listed, list) or not all(isinstance(cell, dict) for cell in listed):
            raise Damaged.file(name, "it is JSON, but no notebook")
        cells += listed
    return cells


def _language(notebook: Cell) -> str | None:
    """The programming language of the notebook, in lower case."""
    metadata = _mapping(notebook.get("metadata"))
    sheets = _list(notebook.get("worksheets"))
    said = (
        _mapping(metadata.get("language_info")).get("name"),
        _mapping(metadata.get("kernelspec")).get("language"),
        *(cell.get("language") for sheet in sheets for cell in _list(sheet.get("cells"))),
    )
    return next((one.lower() for one in said if isinstance(one, str) and one), None)


def _write(draft: Draft, cell: Cell, language: str | None) -> None:
    source = _joined(cell.get("source", cell.get("input")))
    match cell.get("cell_type"):
        case "code":
            magic = _MAGIC.match(source)
            draft.block("code", source, language=magic[1].lower() if magic else language)
            for output in _list(cell.get("outputs")):
                _write_output(draft, output)
        case "heading":
            _write_markdown(draft, f"{_HASHES[: _level(cell)]} {' '.join(source.split())}")
        case "markdown" | "html":
            _write_markdown(draft, source)
        case _:
            matter = source.lstrip().startswith("---")
            reason = "front matter" if matter else None
            draft.block("furniture" if matter else "paragraph", source, reason=reason)


def _level(cell: Cell) -> int:
    level = cell.get("level")
    return level if isinstance(level, int) and 1 <= level <= len(_HASHES) else 1


def _write_markdown(draft: Draft, source: str) -> None:
    if source.strip():
        draft.insert(source, *parsed(source))


def _write_output(draft: Draft, output: Cell) -> None:
    data = _mapping(output.get("data", output))
    match output.get("output_type"):
        case "stream":
            _write_bounded(draft, _joined(output.get("text")))
        case "error" | "pyerr":
            _write_bounded(draft, f"{output.get('ename', 'Error')}: {_joined(output.get('evalue'))}")
            lines = [line for line in _lines(output.get("traceback")) if line.strip()]
            draft.block("furniture", "\n".join(lines), reason=furniture.TRACEBACK)
        case "execute_result" | "display_data" | "pyout":
            if marked := _joined(data.get("text/markdown")):
                _write_markdown(draft, marked)
            elif formula := _joined(data.get("text/latex", data.get("latex"))):
                draft.block("math", formula)
            else:
                _write_shown(draft, _joined(data.get("text/plain", data.get("text"))), data)


def _write_shown(draft: Draft, text: str, data: Cell) -> None:
    """An output as text, or as the page that it is a part of where its text is a name of that alone."""
    page = _joined(data.get("text/html", data.get("html")))
    if page.strip() and (not text.strip() or _NAME_OF_OBJECT.fullmatch(text)):
        from gradient.reading.webpage import shown

        found = shown(page)
        if found.text.strip():
            draft.insert(found.text, found.headings, found.blocks, found.emphases)
            return
    _write_bounded(draft, text)


def _write_bounded(draft: Draft, text: str) -> None:
    """An output as a terminal would show it; its end beyond the bound is furniture."""
    text = _OVERWRITTEN.sub("", _ESCAPE.sub("", text)).replace("\r", "")
    cut = len(text)
    if cut > OUTPUT_CHARACTERS:
        line_end = text.rfind("\n", 0, OUTPUT_CHARACTERS)
        cut = line_end + 1 if line_end > 0 else OUTPUT_CHARACTERS
    draft.block("code", text[:cut], language="text")
    draft.block("furniture", text[cut:], reason=furniture.LONG_OUTPUT, between="\n")


def _lines(traceback: object) -> Iterator[str]:
    """The lines of a traceback without what colours them in a terminal."""
    for entry in traceback if isinstance(traceback, list) else []:
        yield from _ESCAPE.sub("", _joined(entry)).splitlines()


def _joined(source: object) -> str:
    """The text of a cell or output, which may be given as its lines."""
    if isinstance(source, list):
        return "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> Iterable[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
