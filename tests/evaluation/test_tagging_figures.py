"""Tagging is measured through the stages' own code: small sets whose figures are counted by hand."""

from pathlib import Path

import numpy as np
import pytest

from gradient.acceptance.thresholds import Thresholds
from gradient.calibration import refit
from gradient.calibration.maps.choosing import Chosen
from gradient.evaluation.gold import CONTENTS, Gold, read_gold
from gradient.evaluation.named_rows import digest
from gradient.evaluation.tables import MalformedGold
from gradient.evaluation.tagging import TaggedRow, TaggingMeasured, measure_tagging, rows_of
from gradient.evaluation.tagging_report import macro_accuracy, tag_agreement, tagging_report
from gradient.providers.confidence import ConfidenceMap
from gradient.recall import fitting
from gradient.recall.reading import RecallLimits
from gradient.store import tags
from gradient.store.sessions import Database
from tests.evaluation.gold_sets import TAUGHT, TESTED, write_gold
from tests.evaluation.offline import roles

SUBJECTS = ("Orchids", "Kalman filter", "Sorting", "Taxation", "Glaciers")
WORDS = ("petals", "noise", "lists", "income", "ice")


async def measured(
    database: Database, gold: Gold, *, cold: bool = False, decisions: int = 0, fit: bool = True
) -> TaggingMeasured:
    rows = rows_of(gold, cold=cold, decisions=decisions, seed=7)
    told: list[str] = []
    return await measure_tagging(
        database, gold, rows, roles(), RecallLimits(), Thresholds(), told.append, fit=fit, seed=7
    )


@pytest.fixture
def lectures(tmp_path: Path) -> Gold:
    """Twelve lecturers on all subjects, whose titles name another topic than the right one or none.

    Those of the last two are tested.
    """
    lines = []
    for lecturer in range(12):
        split = "test" if lecturer >= 10 else "train"
        for at, (subject, word) in enumerate(zip(SUBJECTS, WORDS, strict=True), start=1):
            for title in (f"Lecture {lecturer}: {subject}", f"More about {word}, part {lecturer}"):
                lines.append(f"c{len(lines)}\t{title}\tt{at % 5 + 1}\tg{lecturer}\t{split}")
    return read_gold(write_gold(tmp_path / "lectures", contents=lines), CONTENTS)


async def test_ten_rows_counted_by_hand(database: Database, gold: Gold) -> None:
    found = await measured(database, gold)
    # “Orchids” (twice) and “Kalman filter” are titles; two texts stand among the tagged ones; nothing
    # leads from “?!” to the filter.
    assert [one.is_right for one in found.scored] == [True, True, True, True, False, True]
    assert (found.scored[4].picked, found.scored[4].confidence) == (None, 0.0)
    report = tagging_report(found, resamples=20)
    assert report["accuracy"] == pytest.approx(5 / 6, abs=1e-6)
    assert report["macro_accuracy"] == pytest.approx((1 + 1 / 2 + 1 + 1) / 4)
    assert (report["fitted_on"], report["base_rate_of"]) == (None, "test rows")
    assert report["coverage"] == {"0.8": None, "0.9": None, "0.95": None}
    assert report["scored_on"] == {"split": "test", "rows": 6, "fold_groups": 2}


async def test_the_tags_of_train_rows_stay_accepted(database: Database, gold: Gold) -> None:
    await measured(database, gold)
    async with database.transaction() as connection:
        cursor = await connection.execute("SELECT status, count(*) FROM tags WHERE by = 'person' GROUP BY 1")
        assert await cursor.fetchall() == [{"status": "accepted", "count": len(TAUGHT)}]


async def test_cold_no_content_is_tagged_before(database: Database, gold: Gold) -> None:
    found = await measured(database, gold, cold=True)
    assert not found.rows.tagged
    assert [one.is_right for one in found.scored] == [True, True, False, False, False, True]


async def test_gold_teaches_what_a_place_is_worth_and_the_best_is_always_picked(
    database: Database, lectures: Gold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, "LEAST_GOLD", 50)
    found = await measured(database, lectures)
    assert found.fusion is not None
    assert all(one.picked is not None for one in found.scored)
    report = tagging_report(found, resamples=20)
    assert report["fitted_on"]["rows"] == report["fitted_on"]["tags"] == 100
    assert report["accuracy"] > 0.9
    assert min(one.confidence for one in found.scored if one.is_right) > 0.5
    async with database.transaction() as connection:
        cursor = await connection.execute(
            "SELECT bool_and(evidence -> 'features' ? 'learned') AS learned FROM judgements"
        )
        assert await cursor.fetchone() == {"learned": True}


async def test_without_fitting_nothing_is_learnt_but_votes(
    database: Database, lectures: Gold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, "LEAST_GOLD", 50)
    found = await measured(database, lectures, fit=False)
    assert found.fusion is None
    assert tagging_report(found, resamples=20)["fitted_on"] is None
    async with database.transaction() as connection:
        cursor = await connection.execute(
            "SELECT (SELECT count(*) FROM fusions) AS fusions,"
            " (SELECT count(*) FROM judgements WHERE evidence -> 'features' ? 'learned') AS learned"
        )
        assert await cursor.fetchone() == {"fusions": 0, "learned": 0}


async def test_decided_rows_certify_what_is_accepted_by_itself(
    database: Database, lectures: Gold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, "LEAST_GOLD", 50)
    found = await measured(database, lectures, decisions=24)
    assert (len(found.rows.decided), len(found.rows.tagged)) == (24, 70)
    groups = [{row.fold_group for row in some} for some in (found.rows.decided, found.rows.tagged)]
    assert groups[0].isdisjoint(groups[1])
    assert len(found.certified_on) == 24
    assert found.fitted_on == []
    report = tagging_report(found, resamples=20)
    assert report["base_rate_of"] == "train rows"
    assert report["certified"]["0.8"]["threshold"] is not None
    assert report["coverage"]["0.8"] > 0.5
    # 24 right of 24 draws certify no more than .908.
    assert report["coverage"]["0.95"] == 0.0


async def test_the_rows_that_a_map_was_fitted_on_share_no_group_with_those_that_certify(
    database: Database, lectures: Gold, monkeypatch: pytest.MonkeyPatch
) -> None:
    stated = ConfidenceMap("temperature", temperature=2.0)
    monkeypatch.setattr(refit, "chosen_map", lambda of, kinds: Chosen(stated, len(of), "It is stated."))
    monkeypatch.setattr(fitting, "LEAST_GOLD", 10)
    found = await measured(database, lectures, decisions=80)
    groups = [{row.fold_group for row in some} for some in (found.fitted_on, found.certified_on)]
    assert min(map(len, groups)) > 1
    assert groups[0].isdisjoint(groups[1])
    report = tagging_report(found, resamples=20)
    assert [one["decisions"] for one in report["maps"]] == [report["maps_fitted_on"]["rows"]]
    learnt_from = [*found.rows.tagged, *found.fitted_on]
    rows = [(row.fold_group, row.content_id, row.topic_ids) for row in learnt_from]
    assert report["rows"]["fitted_on"] == digest(rows)
    certifying = [(row.fold_group, row.content_id, row.topic_ids) for row in found.certified_on]
    assert report["rows"]["certified_on"] == digest(certifying)
    assert (report["decided"]["draws"], report["rows"]["groups_in_both"]) == (len(certifying), 0)


async def test_contents_that_a_stage_leaves_out_are_an_error(
    database: Database, gold: Gold, monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer = f"SELECT * FROM ({tags._queries.units}) AS listed WHERE unit_key <> 'Orchids'"
    monkeypatch.setitem(tags._queries._queries, "units", fewer)
    with pytest.raises(RuntimeError, match="tags left out 2 of 6 units"):
        await measured(database, gold)


def test_the_same_seed_draws_the_same_groups(lectures: Gold) -> None:
    drawn = rows_of(lectures, decisions=25, seed=3)
    assert drawn == rows_of(lectures, decisions=25, seed=3)
    assert drawn.decided != rows_of(lectures, decisions=25, seed=4).decided
    # The rest of the third group is neither decided about nor tagged.
    assert (len(drawn.decided), len(drawn.tagged)) == (25, 70)


def test_more_decisions_than_train_rows_are_refused(lectures: Gold) -> None:
    with pytest.raises(MalformedGold, match="lectures has 100 train rows to decide about, not 101"):
        rows_of(lectures, decisions=101)


def test_accepted_tags_are_measured_against_all_right_ones() -> None:
    scored = [
        TaggedRow("g1", (1, 2), 1, 0.9, (1, 3)),
        TaggedRow("g1", (1,), 2, 0.4, ()),
        TaggedRow("g2", (3,), 3, 0.8, (3,)),
    ]
    found = tag_agreement(scored)(np.ones(3))
    assert (found.precision, found.recall, found.f1) == pytest.approx((2 / 3, 2 / 4, 4 / 7))
    assert tag_agreement(scored)(np.array([0.0, 1.0, 0.0])).precision is None
    assert macro_accuracy(scored) == pytest.approx((1 / 2 + 1) / 2)


def test_all_rows_of_the_ten_are_used(gold: Gold) -> None:
    rows = rows_of(gold)
    assert (len(rows.tagged), len(rows.tested)) == (len(TAUGHT), len(TESTED))
