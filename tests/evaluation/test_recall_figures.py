"""Recall is measured through the stage's own code and SQL: ten rows whose figures are counted by hand."""

import re
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import psycopg
import pytest

from gradient.evaluation.figures import hit_rates, macro_hit_rate
from gradient.evaluation.gold import CONTENTS, Gold, read_gold
from gradient.evaluation.recall import RecallMeasured, called, measure_recall
from gradient.providers import registry
from gradient.recall import reading
from gradient.recall.fusion import (
    C2C2T,
    C2T,
    CENTRAL,
    COMMON,
    CONTEXT,
    LEARNED,
    LEXICAL,
    NAME,
    PATHS,
    SOURCE,
    T2T,
)
from gradient.recall.reading import RecallLimits
from gradient.store import candidates, recall_paths, vectors
from gradient.store.sessions import Database
from tests.evaluation.gold_sets import FIVE_TOPICS, TAUGHT, TESTED, write_gold

LIMITS = RecallLimits(floor=0.99)
"""Only a content that says the title of a topic, and no more, is near to it."""


async def measured(
    database: Database, gold: Gold, *, cold: bool = False, ablated: Sequence[str] = PATHS
) -> RecallMeasured:
    told: list[str] = []
    embedder = registry.embedder("offline")
    return await measure_recall(database, gold, embedder, LIMITS, told.append, cold=cold, ablated=ablated)


async def test_ten_rows_counted_by_hand(database: Database, gold: Gold) -> None:
    found = await measured(database, gold)
    # “Orchids” (twice) and “Kalman filter” are titles; two texts stand among the tagged ones; nothing
    # leads from “?!” to the filter.
    assert hit_rates(found.alone[C2T])[30] == pytest.approx(3 / 6)
    assert hit_rates(found.alone[NAME])[30] == pytest.approx(3 / 6)
    assert hit_rates(found.alone[C2C2T])[1] == pytest.approx(2 / 6)
    assert hit_rates(found.scored)[5] == pytest.approx(5 / 6)
    # One of the two stands in a source that is a little like its topic.
    assert hit_rates(found.without[C2C2T])[30] == pytest.approx(4 / 6)
    assert macro_hit_rate(found.scored) == pytest.approx((1 + 1 / 2 + 1 + 1) / 4)
    assert (len(found.tagged), len(found.scored)) == (4, 6)
    assert set(found.alone) == set(found.without) == set(PATHS)
    assert found.seconds > 0


async def test_cold_no_content_is_tagged(database: Database, gold: Gold) -> None:
    found = await measured(database, gold, cold=True)
    assert found.tagged == ()
    assert hit_rates(found.alone[C2C2T])[30] == 0.0
    assert hit_rates(found.scored)[5] == pytest.approx(4 / 6)
    async with database.transaction() as connection:
        cursor = await connection.execute("SELECT count(*) AS there FROM contents")
        assert await cursor.fetchone() == {"there": len(TESTED)}


BY_SQL = {
    C2T: (vectors, "similar_topics"),
    C2C2T: (vectors, "similar_tagged"),
    T2T: (recall_paths, "edges"),
    LEXICAL: (recall_paths, "worded_alike"),
    LEARNED: (recall_paths, "similar_profiles"),
    COMMON: (recall_paths, "shares"),
    CONTEXT: (recall_paths, "similar_sources"),
    SOURCE: (recall_paths, "directions"),
    CENTRAL: (recall_paths, "centrality"),
}
"""For each path a query that it hangs on alone."""


ALIKE = "t6\t\tExtended Kalman filter"
LED_ON = "e7\tExtended Kalman filter\tt2\tg4\ttest"
"""A title that leads on to a topic like it."""


@pytest.mark.parametrize("path", [*BY_SQL, NAME])
async def test_a_path_that_is_unplugged_makes_its_row_fall(
    database: Database, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    topics, rows = (FIVE_TOPICS, TESTED) if path != T2T else ([*FIVE_TOPICS, ALIKE], [*TESTED, LED_ON])
    gold = read_gold(write_gold(tmp_path / "ten", topics, [*TAUGHT, *rows]), CONTENTS)
    before = await measured(database, gold, ablated=[path])
    assert hit_rates(before.alone[path])[30] > 0
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("TRUNCATE courses, rounds CASCADE")
    if path == NAME:
        monkeypatch.setattr(reading, "named", lambda *_: {})
    else:
        module, query = BY_SQL[path]
        unplugged = f"SELECT * FROM ({getattr(module._queries, query)}) AS found WHERE false"
        monkeypatch.setitem(module._queries._queries, query, unplugged)
    after = await measured(database, gold, ablated=[path])
    assert hit_rates(after.alone[path])[30] == 0.0
    if path == C2C2T:
        assert hit_rates(before.scored)[5] > hit_rates(after.scored)[5] == pytest.approx(4 / 6)


def test_paths_that_are_left_out_together_are_called_by_their_names() -> None:
    assert called(frozenset({SOURCE, CONTEXT})) == "context + source"


QUERIES = [
    (vectors, "put"),
    *BY_SQL.values(),
    (recall_paths, "build_edges"),
    (recall_paths, "build_profiles"),
    (recall_paths, "sum_up_sources"),
]


@pytest.mark.parametrize(("module", "query"), QUERIES, ids=[query for _, query in QUERIES])
async def test_broken_sql_of_a_stage_breaks_the_measurement(
    database: Database, gold: Gold, monkeypatch: pytest.MonkeyPatch, module: ModuleType, query: str
) -> None:
    said = re.sub(r"--.*", "", getattr(module._queries, query))
    broken = re.sub(r"\b(vectors|topic_edges|topics|round_\w+)\b(?!\.)", "no_such_table", said)
    monkeypatch.setitem(module._queries._queries, query, broken)
    path = next((path for path, on in BY_SQL.items() if on == (module, query)), LEARNED)
    path = {"build_edges": T2T, "sum_up_sources": CONTEXT}.get(query, path)
    with pytest.raises(psycopg.errors.UndefinedTable):
        await measured(database, gold, ablated=[path])


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
