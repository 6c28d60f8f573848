"""Files whose parsers crash, hang or unpack without end lie before good ones: the daemon reads on."""

import os
import tomllib
import zipfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.conftest import CHECKOUT, SHARED
from tests.daemon.hostile import SECONDS
from tests.daemon.lectures import KRUSKAL, TREES
from tests.daemon.runs import Running, answer, ask, make_home, put, running
from tests.reading.memory import most_memory
from tests.reading.office_files import docx, paragraph
from tests.reading.pdf_files import Sheet, pdf, saved
from tests.reading.test_seeing import of_one_picture

pytestmark = pytest.mark.xdist_group("hostile")

HOSTILE = Path(__file__).with_name("hostile.py")
EXPECTED = Path(__file__).parents[1] / "corpus" / "expected_states.toml"
MOST_ATTEMPTS = 2
NEXT_WITHIN = 5.0
"""Seconds from the end of a parser to the outcome of the next file."""
MOST_OF_THE_DAEMON = 500 * 2**20
"""Bytes that the daemon itself may take; parsers take theirs in processes of their own."""
GOOD = {
    "7-trees.md": TREES,
    "8-kruskal.md": KRUSKAL,
    "9-forests.md": TREES.replace("Spanning tree", "Spanning forest"),
}
BAD = {
    "1-slides.crashing": ("parked", "crashed by SIGSEGV"),
    "2-loop.hanging": ("parked", "was stopped after 4 s"),
    "3-bomb.docx": ("parked", "what it unpacks to is over the limit of 512 MB"),
    "4-memory.greedy": ("parked", "the memory it needs is over the limit"),
    "5-picture.pdf": ("unread", "Page 1 has no usable text layer"),
}
READ = ("6-poster.pdf", *GOOD)
HARD: dict[str, dict[str, Any]] = tomllib.loads(EXPECTED.read_text("utf-8"))["hard-files"]
"""The hard files of the shared courses and what becomes of them; they lie before all others."""
OUTCOMES = """
SELECT sources.path, outcome_log.outcome, outcome_log.at
  FROM outcome_log
  JOIN revisions ON revisions.id = outcome_log.unit_id
  JOIN sources ON sources.id = revisions.source_id
 WHERE outcome_log.stage = 'read'
 ORDER BY outcome_log.at, outcome_log.id
"""


def put_bomb(home: Path) -> None:
    """A Word document of about a megabyte with a picture of a gigabyte of zeros."""
    file = put(home, "graphs/3-bomb.docx", docx(paragraph("Harmless.")))
    zeros = bytes(1 << 20)
    with (
        zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as parts,
        parts.open("word/media/image1.png", "w") as part,
    ):
        for _ in range(1024):
            part.write(zeros)


def honest_poster() -> bytes:
    """A page of five metres, full of text: large, and all right."""
    file = pdf()
    sheet = Sheet(file, width=14_000, height=14_000)
    for number in range(300):
        sheet.prose(f"A tree with {number + 2} vertices has {number + 1} edges, as each edge joins one more.")
    return saved(file)


@pytest.fixture(scope="module")
def survived(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What became of a daemon over hostile files: its home, its outcomes, and what it left behind."""
    home = make_home(tmp_path_factory.mktemp("hostile"), module_database_url)
    for file in hard_files():
        put(home, f"graphs/0-hard/{file.name}", file.read_bytes())
    for name in ("1-slides.crashing", "2-loop.hanging", "4-memory.greedy"):
        put(home, f"graphs/{name}", b"hostile")
    put_bomb(home)
    put(home, "graphs/5-picture.pdf", of_one_picture(100_000, 100_000))
    put(home, "graphs/6-poster.pdf", honest_poster())
    for name, text in GOOD.items():
        put(home, f"graphs/{name}", text)
    with running(home, "run", launcher=HOSTILE) as daemon:
        own = psutil.Process(daemon.process.pid)
        daemon.until(lambda: settled(home), "an end for every file", limit=200)
        held = answer(home, "status")["daemon"]["process"]
        peak = most_memory(own.pid)
        alive = daemon.process.poll() is None
        daemon.stop()
        yield home, ask(module_database_url, OUTCOMES), (alive, held, own.pid, peak), left_by(daemon)


def hard_files() -> list[Path]:
    """Those that lie beside the checkout; none where it lies alone."""
    shared = Path(os.environ.get(SHARED, CHECKOUT.parent / "shared"))
    return [file for name in HARD if (file := shared / "corpus" / "hard-files" / name).is_file()]


def settled(home: Path) -> bool:
    states = {Path(one["path"]).name: one["state"] for one in answer(home, "sources")}
    made = {name: state for name, (state, _) in BAD.items()} | dict.fromkeys(READ, "read")
    return states == made | {file.name: HARD[file.name]["state"] for file in hard_files()}


def left_by(daemon: Running) -> list[psutil.Process]:
    """The parsers of a daemon that still run."""
    theirs = ["--parent", str(daemon.process.pid)]
    found = []
    for process in psutil.process_iter(["cmdline"]):
        line = process.info["cmdline"] or []
        if theirs in [line[at : at + 2] for at in range(len(line))]:
            found.append(process)
    return found


def test_good_files_are_read_beside_hostile_ones(survived: Any) -> None:
    home, *_ = survived
    states = {Path(one["path"]).name: one["state"] for one in answer(home, "sources")}
    assert {name: states[name] for name in READ} == dict.fromkeys(READ, "read")


def test_hard_files_before_them_become_what_they_must(survived: Any, corpus: Path) -> None:
    home, *_ = survived
    lying = {file.name for file in (corpus / "hard-files").iterdir()}
    found = [one for one in answer(home, "sources") if Path(one["path"]).name in lying]
    assert {Path(one["path"]).name: one["state"] for one in found} == {
        name: expected["state"] for name, expected in HARD.items()
    }
    assert all(one["reason"] for one in found if one["state"] != "read")


@pytest.mark.parametrize("name", BAD)
def test_each_hostile_file_has_a_reason_and_few_attempts(survived: Any, name: str) -> None:
    home, outcomes, *_ = survived
    (found,) = [one for one in answer(home, "sources") if one["path"].endswith(name)]
    assert BAD[name][1] in found["reason"]
    assert 1 <= len([path for path, *_ in outcomes if path.endswith(name)]) <= MOST_ATTEMPTS


def test_the_next_file_has_its_outcome_soon(survived: Any) -> None:
    _, outcomes, *_ = survived
    paths = [path for path, *_ in outcomes]
    first = [paths.index(path) for path in dict.fromkeys(paths)]
    assert len(first) == len(READ) + len(BAD) + len(hard_files())
    for before, after in pairwise(first):
        path, _, ended = outcomes[after]
        limit = NEXT_WITHIN + (SECONDS if path.endswith(".hanging") else 0)
        assert (ended - outcomes[before][2]).total_seconds() < limit, path


def test_the_daemon_is_the_same_small_process_and_leaves_no_child(survived: Any) -> None:
    _, _, (alive, held, pid, peak), left = survived
    assert alive
    assert held == pid
    assert peak < MOST_OF_THE_DAEMON
    assert left == []
