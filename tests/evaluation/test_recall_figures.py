"""Recall is measured through the stage's own code and SQL: ten rows whose figures are counted by hand."""

from pathlib import Path

import psycopg
import pytest

from gradient.evaluation.figures import hit_rates, macro_hit_rate
from gradient.evaluation.gold import CONTENTS, Gold, read_gold
from gradient.evaluation.recall import RecallMeasured, measure_recall
from gradient.providers import registry
from gradient.recall.fusion import C2C2T, C2T, NAME, PATHS
from gradient.recall.reading import RecallLimits
from gradient.store import candidates, vectors
from gradient.store.sessions import Database
from tests.evaluation.gold_sets import TAUGHT, TESTED, write_gold

LIMITS = RecallLimits(floor=0.99)
"""Only a content that says the title of a topic, and no more, is near to it."""


async def measured(database: Database, gold: Gold, *, cold: bool = False) -> RecallMeasured:
    told: list[str] = []
    embedder = registry.embedder("offline")
    return await measure_recall(database, gold, embedder, LIMITS, told.append, cold=cold)


async def test_ten_rows_counted_by_hand(database: Database, gold: Gold) -> None:
    found = await measured(database, gold)
    # “Orchids” (twice) and “Kalman filter” are titles; two texts stand among the tagged ones; nothing
    # leads from “?!” to the filter.
    assert hit_rates(found.alone[C2T])[30] == pytest.approx(3 / 6)
    assert hit_rates(found.alone[NAME])[30] == pytest.approx(3 / 6)
    assert hit_rates(found.alone[C2C2T])[1] == pytest.approx(2 / 6)
    assert hit_rates(found.scored)[5] == pytest.approx(5 / 6)
    assert hit_rates(found.without[C2C2T])[30] == pytest.approx(3 / 6)
    assert macro_hit_rate(found.scored) == pytest.approx((1 + 1 / 2 + 1 + 1) / 4)
    assert (len(found.tagged), len(found.scored)) == (4, 6)
    assert set(found.alone) == set(found.without) == set(PATHS)
    assert found.seconds > 0


async def test_cold_no_content_is_tagged(database: Database, gold: Gold) -> None:
    found = await measured(database, gold, cold=True)
    assert found.tagged == ()
    assert hit_rates(found.alone[C2C2T])[30] == 0.0
    assert hit_rates(found.scored)[5] == pytest.approx(3 / 6)
    async with database.transaction() as connection:
        cursor = await connection.execute("SELECT count(*) AS there FROM contents")
        assert await cursor.fetchone() == {"there": len(TESTED)}


async def test_a_path_that_is_unplugged_makes_its_row_fall(
    database: Database, gold: Gold, monkeypatch: pytest.MonkeyPatch
) -> None:
    unplugged = f"SELECT * FROM ({vectors._queries.similar_tagged}) AS found WHERE false"
    monkeypatch.setitem(vectors._queries._queries, "similar_tagged", unplugged)
    found = await measured(database, gold)
    assert hit_rates(found.alone[C2C2T])[30] == 0.0
    assert hit_rates(found.scored)[5] == pytest.approx(3 / 6)


@pytest.mark.parametrize("query", ["similar_topics", "similar_tagged", "put"])
async def test_broken_sql_of_a_stage_breaks_the_measurement(
    database: Database, gold: Gold, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    broken = getattr(vectors._queries, query).replace("vectors", "no_such_table")
    monkeypatch.setitem(vectors._queries._queries, query, broken)
    with pytest.raises(psycopg.errors.UndefinedTable):
        await measured(database, gold)


async def test_contents_that_the_stage_leaves_out_are_no_misses_but_an_error(
    database: Database, gold: Gold, monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer = f"SELECT * FROM ({candidates._queries.units}) AS listed WHERE unit_key <> 'Orchids'"
    monkeypatch.setitem(candidates._queries._queries, "units", fewer)
    with pytest.raises(RuntimeError, match="recall left out 2 of 6 contents"):
        await measured(database, gold)


async def test_a_row_of_the_same_fold_group_has_no_vote(database: Database, tmp_path: Path) -> None:
    shared = "c9\t?! How\tt5\tg4\ttrain", "e9\t?! How\tt5\tg4\ttest"
    folder = write_gold(tmp_path / "shared", contents=[*TAUGHT, *shared, *TESTED])
    found = await measured(database, read_gold(folder, CONTENTS))
    assert [row.content_id for row in found.tagged] == ["c1", "c2", "c3", "c4"]
    async with database.transaction() as connection:
        cursor = await connection.execute("SELECT count(*) AS there FROM contents WHERE sentence = '?! How'")
        assert await cursor.fetchone() == {"there": 1}
