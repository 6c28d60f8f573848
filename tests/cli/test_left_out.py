"""What carries nothing to learn is stored with the rule that says so, and listed when asked for."""

from pathlib import Path

from gradient.home import Home
from gradient.store.chunks import NOTHING_FOUND
from tests.cli.conftest import Gradient, Taught
from tests.reading.pdf_files import Sheet, pdf, saved

NOTES = """# Trees

A tree is a connected graph without a cycle.

<!-- say this slowly -->

[Back to top](#trees)

## Signs

V, E, n, m

## References

Cormen, Leiserson, Rivest, Stein: Introduction to Algorithms (2009).
"""


def with_running_lines() -> bytes:
    """Four pages below the same line, each with its number."""
    file = pdf()
    for number in range(4):
        sheet = Sheet(file)
        sheet.at(60, 40, "Graph theory, spring term")
        sheet.prose(
            f"A tree with {number + 2} vertices has {number + 1} edges, since each edge joins one more."
        )
    return saved(file)


def read(place: Home, program: Gradient) -> None:
    folder = place.base / "inbox" / "graphs"
    folder.mkdir(parents=True)
    (folder / "1.md").write_text(NOTES, "utf-8")
    (folder / "2.pdf").write_bytes(with_running_lines())
    (place.base / "gradient.toml").write_text("[inbox]\nsettle_seconds = 0\n", "utf-8")
    ran = program("run", "--until-idle")
    assert ran.code == 0, ran.err


def test_what_is_left_out_is_listed_with_its_rule_and_place(
    place: Home, gradient: Gradient, program: Gradient
) -> None:
    read(place, program)
    found = gradient("sources", "--left-out", "--json").json
    assert {(Path(one["path"]).name, one["reason"]) for one in found} >= {
        ("1.md", "comment"),
        ("1.md", "navigation"),
        ("1.md", "references"),
        ("1.md", NOTHING_FOUND),
        ("2.pdf", "running header or footer"),
    }
    references = next(one for one in found if one["reason"] == "references")
    assert references["text"].startswith("Cormen, Leiserson")
    assert references["section_path"] == ["Trees", "References"]
    assert NOTES[references["start"] :].startswith(references["text"])
    assert [one["place"] for one in found if one["reason"].startswith("running")] == [
        f"page {number}" for number in (1, 2, 3, 4)
    ]
    shown = gradient("sources", "--left-out", "--course", "graphs").out
    assert "graphs/1.md: 4 passages" in shown
    assert f"  {NOTHING_FOUND}\n    V, E, n, m" in shown
    assert "  references\n    Cormen, Leiserson, Rivest, Stein: Introduction to Algorithms (2009)." in shown
    assert "page 3: Graph theory, spring term" in shown


def test_where_nothing_was_left_out_it_is_said(gradient: Gradient, taught: Taught) -> None:
    assert gradient("sources", "--left-out", "--json").json == []
    assert "Nothing was left out" in gradient("sources", "--left-out").err
