import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from gradient.cli import main
from gradient.home import Home
from tests.conftest import CHECKOUT
from tests.pages.course_rows import CourseRows


@dataclass(frozen=True)
class Ran:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed as JSON."""
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The one line that it said on stderr, while it printed no data."""
        assert self.out == ""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        return self.err.removesuffix("\n")


Gradient = Callable[..., Ran]


@pytest.fixture
def place(home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    """The working directory of the commands: a home on the test's database, where nothing is drawn by lot."""
    monkeypatch.chdir(home.base)
    monkeypatch.setenv("GRADIENT_DATABASE_URL", str(home.database_url))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("GRADIENT_REVIEW_AUDIT_SHARE", "0")
    monkeypatch.setenv("GRADIENT_REVIEW_DRAW_SHARE", "0")
    return home


@pytest.fixture
def gradient(place: Home, capsys: pytest.CaptureFixture[str]) -> Gradient:
    """Runs a command line in this process, through the edge where errors become sentences."""

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main.run(list(arguments))
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def program(place: Home) -> Gradient:
    """Runs a command line as a program of its own."""

    def run(*arguments: str) -> Ran:
        ended = subprocess.run(
            [sys.executable, "-m", "gradient.cli.main", *arguments],
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
            env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        )
        return Ran(ended.returncode, ended.stdout, ended.stderr)

    return run


@pytest.fixture
def course(database_url: str) -> CourseRows:
    """An empty course."""
    return CourseRows(database_url)


@dataclass(frozen=True)
class Taught:
    """A small course: graphs before trees before spanning trees, and a question about each kind."""

    rows: CourseRows
    graph: int
    tree: int
    spanning: int
    contents: dict[str, int]


QUOTES = {
    "graph": "A graph has vertices and edges.",
    "tree": "A tree is a connected graph without a cycle.",
    "spanning": "A spanning tree of a graph is a tree that holds all of its vertices.",
    "doubt": "Every tree with two vertices has two leaves.",
}


@pytest.fixture
def taught(course: CourseRows) -> Taught:
    """That course, settled by hand: graph → tree → spanning tree, and one tag in doubt."""
    source = course.source("vision/lectures/01.md", 0)
    chunk = course.chunk(source, "\n".join(QUOTES.values()), "Trees", page=3)
    graph = course.topic("Graph", None, "network")
    tree = course.topic("Tree")
    spanning = course.topic("Spanning tree", "spanning-tree", "skeleton", summary=QUOTES["spanning"])
    course.one("UPDATE topics SET parent_id = %s WHERE id = %s", tree, spanning)
    course.one("UPDATE topics SET first_taught_chunk_id = %s WHERE id = %s", chunk, graph)
    contents = {
        "graph": course.tag(graph, chunk, QUOTES["graph"], confidence=0.9),
        "tree": course.tag(tree, chunk, QUOTES["tree"], confidence=0.8),
        "spanning": course.tag(spanning, chunk, QUOTES["spanning"], confidence=0.7),
        "doubt": course.tag(tree, chunk, QUOTES["doubt"], confidence=0.4, primary=False, status="review"),
    }
    course.prerequisite(graph, tree, 0.9)
    course.prerequisite(tree, spanning, 0.7)
    course.prerequisite(graph, spanning, 0.45, status="review")
    judge(course, "tag", contents["graph"], graph, 0.9)
    judge(course, "tag", contents["tree"], tree, 0.8)
    judge(course, "tag", contents["spanning"], spanning, 0.7)
    judge(course, "tag", contents["doubt"], tree, 0.4)
    judge(course, "prerequisite", graph, tree, 0.9)
    judge(course, "prerequisite", tree, spanning, 0.7)
    judge(course, "prerequisite", graph, spanning, 0.45)
    return Taught(course, graph, tree, spanning, contents)


def judge(course: CourseRows, task: str, subject: int, other: int, confidence: float) -> None:
    """A judgement of the offline scorer."""
    import math

    course.one(
        "INSERT INTO judgements (question_id, scorer, prompt_version, log_yes, log_no, mass, raw_confidence,"
        " evidence, at) VALUES (%s, 'offline', 'test 1', %s, %s, 1, %s, %s, now())",
        course.question(task, subject, other),
        math.log(confidence),
        math.log(1 - confidence),
        confidence,
        json.dumps(
            {
                "features": {"name": 1.0},
                "parts": {"name": 2.0, "intercept": -1.0},
                "quotes": [
                    {"source": "vision/lectures/01.md", "quote": QUOTES["tree"], "reason": "names it"}
                ],
            }
        ),
    )


def item_of(taught: Taught, kind: str) -> int:
    """An open item of this kind; its id."""
    rows = taught.rows
    questions = {
        "circle": ("prerequisite", taught.graph, taught.spanning),
        "merge": ("merge", taught.graph, taught.tree),
        "proposal": ("proposal", taught.tree, None),
    }
    if kind in questions:
        return rows.item(kind, rows.question(*questions[kind]), "So it seems.")
    item = rows.item(kind, None, "So it seems.", None)
    subject = taught.tree
    if kind == "unread":
        rows.one(
            "INSERT INTO readings (sha256, suffix, tool, text, text_hash, structure, share_read, missing)"
            " VALUES ('01', '.md', 'test', '', '', '{}', 0.5, 'page 2')"
        )
        rows.one("UPDATE revisions SET reading_id = (SELECT max(id) FROM readings)")
        subject = rows.one("SELECT id FROM revisions")
    rows.one("UPDATE review_items SET subject_id = %s WHERE id = %s", subject, item)
    return item
