"""What reading PDF files costs beside plain `page.get_text()`, both in a child, and what children hold."""

import contextlib
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pymupdf
import pytest

from gradient.reading.pdf.rules import rules_of
from gradient.reading.room import Room

pytestmark = [pytest.mark.bench, pytest.mark.corpus, pytest.mark.timeout(900)]

TIMES = 5
MOST_TIMES_PLAIN = 3.0
MOST_GROWTH = 1.3
DECK = "gis-gst101/GST_101_Lecture_0_Getting_to_Know_FOSS_and_FOSS4G.pdf"
SHORT = 24.0
"""Rules up to this length in points are strokes of formulas."""
FEWEST_LETTERS = 200
COPIES = 4
"""So many times each page: the system counts processor time in hundredths of a second."""


def parts_of(corpus: Path, folder: Path) -> dict[str, Path]:
    """The pages of text of all courses, those without ruling lines in one file, the others in another."""
    parts: dict[str, Any] = {"without rules": pymupdf.open(), "with rules": pymupdf.open()}
    for path in sorted(corpus.rglob("*.pdf")):
        with contextlib.suppress(pymupdf.FileDataError, ValueError), pymupdf.open(path) as file:
            for page in file:
                if len(page.get_text().strip()) >= FEWEST_LETTERS:
                    part = parts["with rules" if is_ruled(page) else "without rules"]
                    part.insert_pdf(file, from_page=page.number, to_page=page.number, links=False)
    for name, part in parts.items():
        pages = len(part)
        for _ in range(COPIES - 1):
            part.insert_pdf(pymupdf.open(stream=part.tobytes()), from_page=0, to_page=pages - 1, links=False)
        part.save(folder / f"{name}.pdf", garbage=3, deflate=True)
    return {name: folder / f"{name}.pdf" for name in parts}


def is_ruled(page: Any) -> bool:
    return any(max(one.x1 - one.x0, one.y1 - one.y0) > SHORT for one in rules_of(page.get_cdrawings()))


@pytest.fixture
def readers(tmp_path: Path) -> Path:
    """A module with a reader that takes nothing but the plain text of each page."""
    module = tmp_path / "plain_pages.py"
    module.write_text(
        "from gradient.text.document import Document\n"
        "class PlainPages:\n"
        "    def read(self, data, name):\n"
        "        import pymupdf\n"
        "        with pymupdf.open(stream=data, filetype='pdf') as file:\n"
        "            return Document('\\n'.join(page.get_text() for page in file))\n"
        "READERS = {'.plain': 'gradient_extra_readers:PlainPages'}\n",
        encoding="utf-8",
    )
    return module


async def test_text_is_read_in_three_times_plain_text(corpus: Path, tmp_path: Path, readers: Path) -> None:
    ratios: dict[str, float] = {}
    async with Room(workers=1, readers=readers, recycle=1000) as room:
        for name, file in parts_of(corpus, tmp_path).items():
            await seconds(room, file, ".plain")
            await seconds(room, file, ".pdf")
            pairs = [
                (await seconds(room, file, ".pdf"), await seconds(room, file, ".plain")) for _ in range(TIMES)
            ]
            ours, plain = (statistics.median(one) for one in zip(*pairs, strict=True))
            ratios[name] = ours / plain
            pages = len(pymupdf.open(file))
            print(f"\n{name:14} {pages:3} pages: {ours * 1000:6.0f} ms, plain text {plain * 1000:6.0f} ms,"
                  f" ratio {ratios[name]:.2f}")  # fmt: skip
    assert ratios["without rules"] <= MOST_TIMES_PLAIN


async def seconds(room: Room, file: Path, suffix: str) -> float:
    """How much processor time the one child of the room took for a file."""
    before = child_seconds()
    await room.read(file, suffix)
    return child_seconds() - before


def child_seconds() -> float:
    times = [one.cpu_times() for one in children()]
    return sum(one.user + one.system for one in times)


async def test_children_hold_no_more_after_three_hundred_decks_than_after_thirty(
    corpus: Path, tmp_path: Path
) -> None:
    deck = (corpus / DECK).read_bytes()
    held: dict[int, float] = {}
    started = time.monotonic()
    async with Room(workers=2) as room:
        for number in range(1, 301):
            file = tmp_path / f"{number % 4}.pdf"
            file.write_bytes(deck + b"\n%" + str(number).encode())
            await room.read(file, ".pdf")
            if 20 < number <= 30 or number > 290:
                at = 30 if number <= 30 else 300
                held[at] = max(held.get(at, 0.0), megabytes())
    print(f"\n300 decks in {time.monotonic() - started:.0f} s; the children hold {held[30]:.0f} MB after 30,"
          f" {held[300]:.0f} MB after 300, ratio {held[300] / held[30]:.2f}")  # fmt: skip
    assert held[300] <= MOST_GROWTH * held[30]


def megabytes() -> float:
    """What the children hold, shared memory by its share."""
    return sum(one.memory_full_info().pss for one in children()) / 2**20


def children() -> Iterator[psutil.Process]:
    for one in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if "gradient.reading.child" in one.cmdline():
                yield one
