"""A name of which only the case is another one is the name of the same source."""

from pathlib import Path

from tests.daemon.runs import ask, run
from tests.daemon.state import files_of

SOURCES = "SELECT id, path FROM sources ORDER BY id"
NEWEST = "SELECT coalesce(max(id), 0) FROM outcome_log"
WORKED_ON = "SELECT DISTINCT stage FROM outcome_log WHERE id > %(since)s"
ITEMS = "SELECT kind, item_id, place FROM mirror_items ORDER BY kind, item_id"
KEPT = (
    "SELECT (SELECT count(*) FROM readings), (SELECT count(*) FROM chunks), (SELECT count(*) FROM contents)"
)


def test_a_lecture_whose_name_changes_its_case_is_neither_read_nor_paid_for_again(
    worked_home: Path, worked_url: str
) -> None:
    before, kept, items = ask(worked_url, SOURCES), ask(worked_url, KEPT), ask(worked_url, ITEMS)
    notes = files_of(worked_home / ".gradient/vault").keys()
    (since,) = ask(worked_url, NEWEST)
    lectures = worked_home / "inbox/graphs/lectures"
    (lectures / "1-trees.md").rename(lectures / "1-TREES.md")
    run(worked_home, "run", "--until-idle")
    assert ask(worked_url, SOURCES) == [(source, path.replace("trees", "TREES")) for source, path in before]
    assert (ask(worked_url, KEPT), ask(worked_url, ITEMS)) == (kept, items)
    assert files_of(worked_home / ".gradient/vault").keys() == notes
    assert not {"read", "chunk", "extract", "embed", "tags"} & set(ask(worked_url, WORKED_ON, since=since))
    assert ask(worked_url, "SELECT count(*) FROM calls") == [0]
