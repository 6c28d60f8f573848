"""Thresholds in the settings are an input of settle: another one moves statuses and costs nothing else."""

from pathlib import Path
from typing import Any

import pytest

from tests.daemon.runs import ask, run
from tests.daemon.state import written_rows

STATUSES = """
SELECT questions.natural_key, coalesce(tags.status, prerequisites.status)
  FROM questions
  LEFT JOIN tags ON tags.question_id = questions.id
  LEFT JOIN prerequisites ON prerequisites.question_id = questions.id
 WHERE questions.task = %(task)s AND coalesce(tags.status, prerequisites.status) IS NOT NULL
"""
SINCE = "SELECT DISTINCT stage FROM outcome_log WHERE id > %(since)s"
FREE = {"settle", "page", "mirror"}
BOUGHT = ("calls", "readings", "chunks", "contents", "topics", "vectors", "candidates", "offered_topics")
BOUGHT += ("offered_pairs", "judgements")


@pytest.mark.parametrize(
    ("stated", "task", "before", "after"),
    [
        ("tag_accept = 1.0", "tag", "accepted", "review"),
        ("tag_floor = 0.5", "tag", "review", "rejected"),
        ("prerequisite_accept = 1.0", "prerequisite", "accepted", "review"),
        ("prerequisite_floor = 0.6", "prerequisite", "review", "rejected"),
    ],
)
def test_another_threshold_moves_statuses_at_the_next_run_and_costs_nothing_else(
    worked_url: str, worked_home: Path, stated: str, task: str, before: str, after: str
) -> None:
    settings = worked_home / "gradient.toml"
    as_it_was = settings.read_text("utf-8")
    statuses, bought, since = standing(worked_url, task)

    settings.write_text(f"{as_it_was}\n[thresholds]\n{stated}\n", "utf-8")
    run(worked_home, "run", "--until-idle")
    moved, still_bought, _ = standing(worked_url, task)
    turned = {(statuses[each], status) for each, status in moved.items() if status != statuses[each]}
    assert turned == {(before, after)}
    assert still_bought == bought
    stages = set(ask(worked_url, SINCE, since=since))
    assert "settle" in stages
    assert stages <= FREE

    settings.write_text(as_it_was, "utf-8")
    run(worked_home, "run", "--until-idle")
    assert standing(worked_url, task)[:2] == (statuses, bought)


def standing(url: str, task: str) -> tuple[dict[str, str], dict[str, Any], int]:
    """The status of each question, the rows of what costs something, and the last outcome of the log."""
    rows = written_rows(url)
    bought = {table: rows[table] for table in BOUGHT}
    return dict(ask(url, STATUSES, task=task)), bought, ask(url, "SELECT max(id) FROM outcome_log")[0]
