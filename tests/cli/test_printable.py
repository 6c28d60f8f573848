"""Nothing from a file steers the terminal."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.cli.printable import as_json, one_line, printable
from tests.cli.conftest import Gradient, Taught

HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202egnp.exe\x9b31m"


def is_harmless(text: str) -> bool:
    return all(unicodedata.category(char) not in ("Cc", "Cs") or char in "\n\t" for char in text) and not any(
        char in text for char in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )


@given(st.text())
def test_what_is_printed_is_harmless(text: str) -> None:
    assert is_harmless(printable(text))
    assert len(printable(text)) == len(text)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_json_is_harmless_and_loses_nothing(text: str) -> None:
    written = as_json({"text": text})
    assert is_harmless(written)
    assert json.loads(written) == {"text": text}


@given(st.text(), st.integers(min_value=2, max_value=20))
def test_one_line_is_one_line_and_no_longer(text: str, longest: int) -> None:
    line = one_line(text, longest)
    assert "\n" not in line
    assert len(line) <= longest


def test_hostile_names_and_quotes_reach_no_terminal(gradient: Gradient, taught: Taught) -> None:
    rows = taught.rows
    rows.one("UPDATE topics SET title = %s, summary = %s", HOSTILE, HOSTILE)
    rows.one("UPDATE topic_names SET name = %s", HOSTILE)
    rows.one("UPDATE supports SET quote = %s", HOSTILE)
    rows.one("UPDATE contents SET sentence = %s", HOSTILE)
    rows.one("UPDATE sources SET path = %s", f"vision/{HOSTILE}.md")
    rows.one(
        "INSERT INTO changes (course_id, kind, what, cause, at) VALUES (%s, 'source', %s, %s, now())",
        rows.id,
        HOSTILE,
        HOSTILE,
    )
    item = rows.item("tag", rows.question("tag", taught.contents["doubt"], taught.tree), HOSTILE)
    question = rows.question("tag", taught.contents["doubt"], taught.tree)
    for command in (
        ["topics"],
        ["topics", "--json"],
        ["topics", "show", "tree"],
        ["prereqs", "spanning-tree"],
        ["prereqs", "spanning-tree", "--format", "dot"],
        ["prereqs", "spanning-tree", "--format", "mermaid"],
        ["path", "spanning-tree"],
        ["sources"],
        ["changes"],
        ["review", "list"],
        ["review", "list", "--json"],
        ["review", "show", str(item)],
        ["explain", "tag", str(question)],
        ["page", "tree"],
    ):
        ran = gradient(*command)
        assert ran.code == 0, command
        assert ran.out, command
        assert is_harmless(ran.out + ran.err), command


def test_hostile_words_of_a_person_are_shown_harmlessly(gradient: Gradient, taught: Taught) -> None:
    assert is_harmless(gradient("prereqs", HOSTILE).err)


def test_an_output_of_ascii_alone_is_no_error(
    taught: Taught, program: Gradient, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught.rows.one("UPDATE topics SET title = 'Bäume – 树' WHERE id = %s", taught.tree)
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    ran = program("topics")
    assert (ran.code, r"B\xe4ume" in ran.out) == (0, True)
    assert "Bäume – 树" in [one["title"] for one in program("topics", "--json").json]
