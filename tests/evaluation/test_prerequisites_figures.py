"""Prerequisites are measured through the stage's own code: a ladder of topics, each before all others."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from gradient.acceptance.thresholds import Thresholds
from gradient.calibration.coefficients import packaged
from gradient.calibration.decided.fitting import CourseTopics, Learned
from gradient.calibration.decided.pair import DecidedPair
from gradient.evaluation import prerequisites
from gradient.evaluation.gold import DOCUMENTS, PREREQUISITES, Gold, read_gold
from gradient.evaluation.prerequisites import PrerequisitesMeasured, measure_prerequisites
from gradient.evaluation.prerequisites_report import prerequisites_report
from gradient.evaluation.tables import MalformedGold
from gradient.providers import registry
from gradient.store.sessions import Database
from tests.evaluation.gold_sets import LADDER, ladder, write_ladder


async def measured(database: Database, gold: Gold, *, fit: bool = True) -> PrerequisitesMeasured:
    coefficients = packaged()
    scorer = registry.scorer("offline", coefficients.tasks, coefficients.version)
    embedder = registry.embedder("offline")
    told: list[str] = []
    return await measure_prerequisites(database, gold, embedder, scorer, Thresholds(), told.append, fit=fit)


def read(folder: Path, pairs: list[str], *more: str) -> Gold:
    return read_gold(write_ladder(folder, pairs, *more), PREREQUISITES)


async def test_decided_pairs_teach_the_direction_of_the_others(database: Database, tmp_path: Path) -> None:
    found = await measured(database, read(tmp_path / "ladder", ladder()))
    report = prerequisites_report(found)
    assert report["auroc"] > 0.9 > report["alone"]["auroc"]
    assert report["f1"] > 0.8
    assert report["brier_skill"] > 0.1
    assert report["base_rate"] == 0.5
    assert report["fitted_on"]["rows"] + report["n"] == len(LADDER) * (len(LADDER) - 1)
    assert report["pools"][0] == {"mean": 12.0, "share": 1.0}
    assert len(found.held_out) == report["fitted_on"]["rows"]
    assert {one.ends for one in found.held_out} == {
        (row.prerequisite_id, row.topic_id) for row in found.fitted_on
    }
    assert report["certified"]["0.8"]["threshold"] is not None
    assert 0 < report["coverage"]["0.8"] <= 0.6
    assert report["rows"]["groups_in_both"] == 0


async def test_what_certifies_was_judged_without_its_pair_in_either_direction(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = []

    class Watched(Learned):
        def __init__(self, topics: CourseTopics, decided: Sequence[DecidedPair], known: Any) -> None:
            super().__init__(topics, decided, known)
            self.taught = {frozenset(one.ends) for one in decided}

        def corrections(self, pairs: Sequence[tuple[int, int]], known: Any) -> Any:
            assert self.taught.isdisjoint(map(frozenset, pairs))
            judged.extend(pairs)
            return super().corrections(pairs, known)

    monkeypatch.setattr(prerequisites, "Learned", Watched)
    found = await measured(database, read(tmp_path / "ladder", ladder()))
    assert len(judged) == len(set(judged)) == len(found.held_out) == len(found.fitted_on)


async def test_unlabelled_pairs_leave_every_score_as_it_was(database: Database, tmp_path: Path) -> None:
    pairs = [pair for at, pair in enumerate(ladder(12)) if at % 14]
    listed = {tuple(pair.split("\t")[:2]) for pair in pairs}
    unlisted = [pair for pair in permutations(LADDER, 2) if pair not in listed]
    missing = [f"{one}\t{two}\t\t{'test' if at % 2 else 'train'}" for at, (one, two) in enumerate(unlisted)]
    assert missing
    before = await measured(database, read(tmp_path / "bare", pairs))
    async with database.transaction() as connection:
        await connection.execute("TRUNCATE courses CASCADE")
        await connection.execute("TRUNCATE vectors")
    after = await measured(database, read(tmp_path / "full", [*missing, *pairs]))
    assert before.chosen
    assert [one.ends for one in after.scored] == [one.ends for one in before.scored]
    assert [one.log_odds for one in after.scored] == pytest.approx([one.log_odds for one in before.scored])
    assert after.threshold == before.threshold
    assert after.certified == before.certified
    assert {**prerequisites_report(after), "gold": "bare"} == prerequisites_report(before)


async def test_without_fitting_no_train_row_is_read(database: Database, tmp_path: Path) -> None:
    gold = read(tmp_path / "ladder", ladder())
    turned = tuple(
        replace(row, label=not row.label) if row.split == "train" else row for row in gold.prerequisites
    )
    found = await measured(database, replace(gold, prerequisites=turned), fit=False)
    assert (found.fitted_on, found.chosen, found.threshold) == ((), False, 0.6)
    assert found.scored == found.alone
    report = prerequisites_report(found)
    assert report["fitted_on"] is None
    assert report["unseen"]["n"] == report["n"]


async def test_documents_are_passages_of_the_course(database: Database, tmp_path: Path) -> None:
    pairs = ["Limit\tDerivative\t1\ttest", "Derivative\tLimit\t0\ttest"]
    folder = write_ladder(tmp_path / "read", pairs)
    text = "A derivative is a limit: it is the limit of a quotient. Every derivative needs the limit."
    (folder / DOCUMENTS).write_text(f"document_id\ttext\nd1\t{text}\n", "utf-8")
    found = await measured(database, read_gold(folder, PREREQUISITES))
    odds = {one.ends: one.log_odds or 0.0 for one in found.scored}
    assert odds["Limit", "Derivative"] > odds["Derivative", "Limit"]
    assert found.fitted_on == ()
    async with database.transaction() as connection:
        cursor = await connection.execute("SELECT text FROM live_chunks")
        assert await cursor.fetchall() == [{"text": text}]


def test_a_train_row_whose_reversal_is_tested_is_no_train_row(tmp_path: Path) -> None:
    gold = read(
        tmp_path / "turned",
        [
            "Number\tAddition\t1\ttrain",
            "Addition\tNumber\t0\ttest",
            "Number\tLimit\t1\ttrain",
            "Limit\tNumber\t\ttest",
        ],
    )
    assert [row.topic_id for row in gold.taught_pairs()] == ["Limit"]
    assert [row.prerequisite_id for row in gold.tested_pairs()] == ["Addition"]


def test_without_a_labelled_test_row_nothing_is_measured(tmp_path: Path) -> None:
    gold = read(tmp_path / "none", ["Number\tAddition\t1\ttrain", "Number\tLimit\t\ttest"])
    with pytest.raises(MalformedGold, match="no labelled row has the split test"):
        gold.tested_pairs()
