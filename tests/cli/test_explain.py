"""`gradient explain`: the whole way from bytes to a status."""

import json
from typing import Any

import pytest

from gradient.errors import Exit
from tests.cli.conftest import Gradient, Taught
from tests.pages.course_rows import CourseRows

PARTS = [
    {"number": 1, "read": True, "blank": False},
    {"number": 2, "read": True, "blank": False},
    {"number": 3, "read": True, "blank": False, "seen": True},
    {"number": 4, "read": False, "blank": False},
]
"""Three parts of four are read, one of them from its picture."""


@pytest.fixture
def doubt(taught: Taught) -> str:
    """The number of the tag that is in doubt, with a candidate and a reading behind it."""
    rows = taught.rows
    rows.one(
        "INSERT INTO candidates (content_id, topic_id, rank, score, paths)"
        """ VALUES (%s, %s, 1, 0.8, '{"name": 1.0, "c2t": 0.61}')""",
        taught.contents["doubt"],
        taught.tree,
    )
    rows.one(
        "UPDATE readings SET tool = 'markdown/7', encoding = 'utf-8', text = repeat('a', 1234),"
        " structure = %s",
        json.dumps({"pages": PARTS, "blocks": [{"kind": "furniture", "start": 10, "end": 50}]}),
    )
    rows.one("UPDATE revisions SET sha256 = 'abcdef0123456789'")
    rows.one(
        "UPDATE tags SET reason = 'Between floor and threshold.' WHERE content_id = %s",
        taught.contents["doubt"],
    )
    return str(rows.question("tag", taught.contents["doubt"], taught.tree))


def test_every_station_of_a_tag_is_named(gradient: Gradient, doubt: str) -> None:
    out = gradient("explain", "tag", doubt).out
    stations = [
        "vision/lectures/01.md",
        "sha256 abcdef012345…",
        "100% by markdown/7, as utf-8",
        "3 of 4 parts, 1,234 characters (40 carry nothing to learn), 1 of 2",
        "pictures and recordings",
        "under Trees, page 3",
        "“Every tree with two vertices has two leaves.”",
        "1. Tree: 0.80, by its name 1.00, likeness (c2t) 0.61",
        "pick",
        "by offline, version test 1",
        "L_yes -0.916, L_no -0.511; raw confidence 0.40",
        "+2.00  the sentence names the topic (name 1.00 × 2.00)",
        "-0.41  in sum, the log-odds L_yes − L_no",
        "raw: no map has been fitted to decisions yet",
        "accepted from 0.50 on, rejected below 0.10",
        "decisions     none",
        "confidence    0.40 (offline, raw)",
        "status        in review",
        "Between floor and threshold.",
    ]
    start = out.index("file")
    places = [out.find(station, start) for station in stations]
    assert -1 not in places, stations[places.index(-1)]
    assert places == sorted(places)


def test_the_decisions_behind_a_tag_are_named(gradient: Gradient, taught: Taught, doubt: str) -> None:
    rows = taught.rows
    rows.one(
        "INSERT INTO decisions (course_id, question_id, act, note, person, at)"
        " VALUES (%s, %s, 'accept', 'clear enough', 'ada', now())",
        rows.id,
        int(doubt),
    )
    assert "accept by ada" in gradient("explain", "tag", doubt).out
    (decision,) = gradient("explain", "tag", doubt, "--json").json["decisions"]
    assert (decision["act"], decision["note"]) == ("accept", "clear enough")


def test_the_map_in_force_is_named(gradient: Gradient, taught: Taught, doubt: str) -> None:
    taught.rows.one(
        "INSERT INTO maps (task, scorer, scorer_version, kind, parameters, decisions, brier, active)"
        " SELECT 'tag', 'offline', max(prompt_version), 'temperature', %s, 31, 0.12, true FROM judgements",
        '{"kind": "temperature", "temperature": 2}',
    )
    assert "temperature, fitted on 31 decisions, Brier 0.120" in gradient("explain", "tag", doubt).out
    assert "offline, temperature on 31 decisions" in gradient("topics", "show", "tree").out


def test_why_no_map_corrects_a_confidence_is_told(gradient: Gradient, taught: Taught, doubt: str) -> None:
    assert "raw: no map has been fitted to decisions yet" in gradient("explain", "tag", doubt).out
    taught.rows.one(
        "INSERT INTO maps (task, scorer, scorer_version, kind, parameters, decisions, reason, active)"
        " SELECT 'tag', 'offline', max(prompt_version), 'raw', %s, 31, 'None was better.', true"
        " FROM judgements",
        '{"kind": "raw"}',
    )
    shown = gradient("explain", "tag", doubt).out
    assert "raw: None was better." in shown
    assert "(offline, raw)" in shown
    assert "offline, raw" in gradient("topics", "show", "tree").out


def test_the_threshold_in_force_is_named_with_why_it_is(
    gradient: Gradient, taught: Taught, doubt: str
) -> None:
    taught.rows.one("""UPDATE courses SET settings = '{"precision": 0.9}'""")
    out = " ".join(gradient("explain", "tag", doubt).out.split())
    assert "accepted from 0.50 on, rejected below 0.10" in out
    assert "which is stated; none is certified for a precision of 0.9 yet (0 decided draws)" in out
    found = gradient("explain", "tag", doubt, "--json").json["thresholds"]
    assert (found["accept"], found["precision"], found["draws"]) == (0.5, 0.9, 0)


def test_a_prerequisite_is_found_by_number_and_by_slugs(gradient: Gradient, taught: Taught) -> None:
    by_slugs = gradient("explain", "prerequisite", "graph:spanning-tree", "--json").json
    number = by_slugs["prerequisite"]["id"]
    assert gradient("explain", "prerequisite", str(number), "--json").json == by_slugs
    assert gradient("explain", "prerequisite", "network:Spanning Tree", "--json").json == by_slugs
    assert gradient("explain", "prerequisite", "network", "Spanning Tree", "--json").json == by_slugs
    out = gradient("explain", "prerequisite", str(number)).out
    assert "\nIn review: Graph has to be learnt before Spanning tree." in out
    assert "accepted from 0.60 on, rejected below 0.30" in out
    assert "other way     not asked" in out


def worked(rows: CourseRows, stage: str, kind: str, unit: int, **seen: Any) -> None:
    """A unit that is done, with what its stage saw besides its input."""
    rows.one(
        "INSERT INTO outcomes (stage, kind, unit_id, unit_key, course_id, outcome, input_hash, tool, seen,"
        " at) VALUES (%s, %s, %s, 'unit', %s, 'done', 'hash', 'tool 1', %s, now())",
        stage,
        kind,
        unit,
        rows.id,
        json.dumps(seen) if seen else None,
    )


def test_whose_topics_had_a_vote_is_named(gradient: Gradient, taught: Taught, doubt: str) -> None:
    assert "votes " not in gradient("explain", "tag", doubt).out
    voters = [taught.contents["tree"], taught.contents["graph"]]
    gone = 1 + max(taught.contents.values())
    worked(taught.rows, "recall", "content", taught.contents["doubt"], neighbours=[*voters, gone])
    out = gradient("explain", "tag", doubt).out
    stations = [
        "votes         of 3 tagged sentences near it, the nearest first",
        "“A tree is a connected graph without a cycle.”",
        "“A graph has vertices and edges.”",
        "and 1 more, or gone since",
        "pick  ",
    ]
    places = [out.find(station) for station in stations]
    assert -1 not in places, stations[places.index(-1)]
    assert places == sorted(places)
    found = gradient("explain", "tag", doubt, "--json").json["neighbours"]
    assert [one["content"] for one in found] == voters


def test_a_content_without_tagged_sentences_near_it_says_so(
    gradient: Gradient, taught: Taught, doubt: str
) -> None:
    worked(taught.rows, "recall", "content", taught.contents["doubt"])
    assert "votes         none: no sentence near it had a topic then" in gradient("explain", "tag", doubt).out


def test_what_the_ends_of_a_prerequisite_were_shown_is_named(gradient: Gradient, taught: Taught) -> None:
    worked(taught.rows, "prerequisites", "topic", taught.spanning, shown=2, put_forward=1)
    worked(taught.rows, "prerequisites", "topic", taught.graph, shown=1, put_forward=0)
    out = gradient("explain", "prerequisite", "graph:spanning-tree").out
    assert (
        "shown         Spanning tree beside 2 other topics, 1 of them put forward\n"
        "              Graph beside 1 other topic, 0 of them put forward\n"
    ) in out


def test_what_nobody_asked_is_said(gradient: Gradient, taught: Taught) -> None:
    ran = gradient("explain", "prerequisite", "spanning-tree:graph")
    assert ran.code == Exit.NAME
    assert "gradient prereqs add spanning-tree graph" in ran.sentence
    assert gradient("explain", "prerequisite", "spaning-tree:graph").code == Exit.NAME
    assert gradient("explain", "prerequisite", "999").code == Exit.NAME
    assert "gradient review show" in gradient("explain", "prerequisite", "999").sentence
    itself = gradient("explain", "prerequisite", "graph:network")
    assert (itself.code, "cannot come before itself" in itself.sentence) == (Exit.USAGE, True)
    assert gradient("explain", "prerequisite", "graph").code == Exit.NAME
    assert gradient("explain", "tag", "999").code == Exit.NAME


def test_a_page_without_blocks_says_what_there_is_for_it(gradient: Gradient, taught: Taught) -> None:
    out = gradient("explain", "page", "tree").out
    assert "not written yet" in out
    assert "1 accepted make it; 1 are in review, 0 rejected" in out
