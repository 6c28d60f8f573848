import pytest

from gradient.cli import tables
from gradient.cli.tables import Column, table

COLUMNS = (Column("name", "name", yields="end"), Column("count", "count", "right"))


def test_columns_stand_below_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    table(COLUMNS, [{"name": "Graph", "count": 7}, {"name": "木 tree", "count": None}])
    assert capsys.readouterr().out.splitlines() == ["name     count", "Graph        7", "木 tree      –"]


def test_nothing_is_cut_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    table(COLUMNS, [{"name": "x" * 500, "count": 1}])
    assert "x" * 500 in capsys.readouterr().out


def test_one_long_name_pads_no_other_line_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table(COLUMNS, [{"name": "x" * 246, "count": 1}, {"name": "Graph", "count": 2}])
    heading, long, short = capsys.readouterr().out.splitlines()
    assert long == "x" * 246 + "      1"
    assert len(heading) == len(short) == tables.WIDEST + 7


def test_a_terminal_that_is_too_narrow_cuts_what_may_yield(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "terminal_width", lambda: 24)
    table(COLUMNS, [{"name": "a long name of a topic", "count": 12345}])
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 24 for line in lines)
    assert "…" in lines[1]
    assert lines[1].endswith("12345")


def test_a_somewhat_long_name_is_made_room_for_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table(COLUMNS, [{"name": "x" * 90, "count": 1}, {"name": "Graph", "count": 2}, {"name": "y" * 300}])
    heading, long, short, far = capsys.readouterr().out.splitlines()
    assert len(heading) == len(long) == len(short) == 90 + 7
    assert far.startswith("y" * 300)
