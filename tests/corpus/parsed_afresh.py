"""A process of its own that parses files afresh and says which quotes are not where they should be.

It reads a JSON list of {"file", "start", "quote", "place", "path", "whole"} and writes the list of those
that are wrong. A quote must stand in the text at its offset, below these headings and in the part that has
this name; and its words must stand in that part in their order, as a plain look into the file, without any
reader of ours, shows it; of one that is not `whole`, a passage with formulas and tables, the first words.
Where the file has no parts, that goes for the whole of it and for the headings too; those of a PDF file stand
on its page or before it.
"""

import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import lxml.html
import pymupdf
from openpyxl import load_workbook

from gradient.reading.cleaning import cleaned
from gradient.reading.registry import reader_for
from gradient.text.document import Document, Heading

FIRST_WORDS = 4
MOST_WORDS, MOST_CUES = 30, 10
STRETCHED = 2
"""What stands between the words of a quote, as marks and tags do, is not longer than they are."""
ENCODINGS = {"shift-jis.csv": "cp932", "utf16.txt": "utf-16", "umlauts-non-utf8.md": "cp1252"}
R_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def main() -> None:
    wanted = json.load(sys.stdin)
    json.dump([one for one in wanted if not _is_there(**one)], sys.stdout)


def _is_there(file: str, start: int, quote: str, place: str | None, path: list[str], whole: bool) -> bool:
    document = _document(file)
    if document.text[start : start + len(quote)] != quote or _place(document, start) != place:
        return False
    if path != _path(document, start) or (place is None and document.pages):
        return False
    looked_at = _looked_at(file, place)
    if not headings_stand(file, place, path):
        return False
    if whole:
        return in_order(quote, looked_at)
    words = re.findall(r"\w+", quote.partition("\n")[0])[:FIRST_WORDS]
    return all(squeezed(word) in looked_at for word in words)


def headings_stand(file: str, place: str | None, path: list[str]) -> bool:
    """Whether the headings above a quote are words of the file, as far as a plain look can tell."""
    if place is None:
        shown = _looked_at(file, None)
    elif file.endswith(".pdf"):
        shown = "".join(_looked_at(file, f"page {number}") for number in range(1, _page(place) + 1))
    else:
        return True
    return all(in_order(title, shown) for title in path)


def _path(document: Document, start: int) -> list[str]:
    above: list[Heading] = []
    for heading in document.headings:
        if heading.start <= start:
            above = [one for one in above if one.level < heading.level] + [heading]
    return [one.title for one in above]


@cache
def _looked_at(file: str, place: str | None) -> str:
    suffix = Path(file).suffix
    shown = WHOLE.get(suffix, _text)(Path(file)) if place is None else PARTS[suffix](Path(file), place)
    return squeezed(shown)


def in_order(quote: str, looked_at: str) -> bool:
    """Whether the words of a quote, its first ones at least, stand near each other in their order."""
    words = [squeezed(word) for word in re.findall(r"\w+", quote)[:MOST_WORDS]]
    words = [word for word in words if word]
    most = STRETCHED * sum(map(len, words)) + 40
    first = looked_at.find(words[0]) if words else 0
    while first >= 0:
        if _follow(words, looked_at, first, first + most):
            return True
        first = looked_at.find(words[0], first + 1)
    return False


def _follow(words: list[str], looked_at: str, first: int, last: int) -> bool:
    for word in words:
        found = looked_at.find(word, first, last)
        if found < 0:
            return False
        first = found + len(word)
    return True


@cache
def _document(file: str) -> Document:
    reader = reader_for(Path(file).suffix)
    assert reader is not None
    return cleaned(reader.read(Path(file).read_bytes(), Path(file).name))


def _place(document: Document, start: int) -> str | None:
    inside = [page for page in document.pages if page.start <= start < page.end]
    return (inside[-1].label or f"page {inside[-1].number}") if inside else None


def squeezed(text: str) -> str:
    return re.sub(r"\W|_", "", text).casefold()


def _pdf(file: Path, place: str) -> str:
    with pymupdf.open(file) as opened:
        text: str = opened[_page(place) - 1].get_text()
        return text


def _page(place: str) -> int:
    return int(place.removeprefix("page "))


def _notebook(file: Path, place: str) -> str:
    cell = json.loads(file.read_bytes())["cells"][int(place.removeprefix("cell ")) - 1]
    return "".join(_strings([cell["source"], cell.get("outputs", [])]))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _strings(one)


def _slide(file: Path, place: str) -> str:
    number, _, notes = place.removeprefix("slide ").partition(", ")
    with zipfile.ZipFile(file) as opened:
        shown = ET.fromstring(opened.read("ppt/presentation.xml"))
        ids = [one.attrib[R_ID] for one in shown.iter() if one.tag.endswith("}sldId") and R_ID in one.attrib]
        slide = "ppt/" + _related(opened, "ppt/presentation.xml")[ids[int(number) - 1]]
        if notes:
            slide = next(
                "ppt/notesSlides/" + target.rpartition("/")[2]
                for target in _related(opened, slide).values()
                if "notesSlide" in target
            )
        shown_of = [slide, *([] if notes else _layouts(opened, slide))]
        return "".join(text for part in shown_of for text in ET.fromstring(opened.read(part)).itertext())


def _layouts(opened: zipfile.ZipFile, slide: str) -> list[str]:
    """The layout that a slide shows the shapes of."""
    targets = _related(opened, slide).values()
    return ["ppt/slideLayouts/" + one.rpartition("/")[2] for one in targets if "slideLayout" in one]


def _related(opened: zipfile.ZipFile, part: str) -> dict[str, str]:
    folder, _, name = part.rpartition("/")
    relations = ET.fromstring(opened.read(f"{folder}/_rels/{name}.rels"))
    return {one.attrib["Id"]: one.attrib["Target"] for one in relations}


def _sheet(file: Path, place: str) -> str:
    rows = load_workbook(file, data_only=True)[place.removeprefix("sheet ")].iter_rows(values_only=True)
    return " ".join(str(value) for row in rows for value in row)


def _cue(file: Path, place: str) -> str:
    """What is said from the named second on, for as long as a long sentence may take."""
    cues = re.split(r"\n\s*\n", file.read_text("utf-8-sig"))
    starts = [re.search(r"(?:(\d+):)?(\d+):(\d+)[.,]\d+ -->", cue) for cue in cues]
    named = [f"{int(at[1] or 0) * 60 + int(at[2])}:{at[3]}" if at else "" for at in starts]
    first = named.index(place)
    said = [cue.partition("-->")[2].partition("\n")[2] for cue in cues]
    return "\n".join(said[first : first + MOST_CUES])


def _text(file: Path) -> str:
    return file.read_bytes().decode(ENCODINGS.get(file.name, "utf-8-sig"), "replace")


def _html(file: Path) -> str:
    return "".join(lxml.html.fromstring(file.read_bytes()).itertext())


def _word(file: Path) -> str:
    with zipfile.ZipFile(file) as opened:
        return "".join(ET.fromstring(opened.read("word/document.xml")).itertext())


WHOLE: dict[str, Callable[[Path], str]] = {".html": _html, ".docx": _word}
PARTS: dict[str, Callable[[Path, str], str]] = {
    ".pdf": _pdf,
    ".ipynb": _notebook,
    ".pptx": _slide,
    ".xlsx": _sheet,
    ".srt": _cue,
    ".vtt": _cue,
}

if __name__ == "__main__":
    main()
