"""Recall on real lecture titles: train rows alone, of which some fold groups are held out here."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from gradient.evaluation.figures import hit_rates
from gradient.evaluation.gold import CONTENTS, Gold, read_gold
from gradient.evaluation.recall import measure_recall
from gradient.providers import registry
from gradient.recall.fusion import C2C2T
from gradient.recall.reading import RecallLimits
from gradient.store.sessions import Database

pytestmark = pytest.mark.corpus


@pytest.fixture
def held_out(corpus: Path) -> Gold:
    """The train rows of lecturebank1-dev; every third fold group, by a hash of its name, is scored."""
    folder = corpus.parent / "gold" / "lecturebank1-dev"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    gold = read_gold(folder, CONTENTS)
    rows = (row for row in gold.contents if row.split == "train")
    return replace(
        gold,
        contents=tuple(replace(row, split="test") if _third(row.fold_group) else row for row in rows),
    )


def _third(name: str) -> bool:
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 == 0


async def test_an_outline_alone_finds_titles_and_neighbours_add_to_it(
    database: Database, database_url: str, held_out: Gold
) -> None:
    told: list[str] = []
    found = await measure_recall(
        database, held_out, registry.embedder("offline"), RecallLimits(), told.append, cold=True
    )
    rates = hit_rates(found.scored)
    assert rates[30] > 0.55
    assert list(rates.values()) == sorted(rates.values())
    assert hit_rates(found.alone[C2C2T])[30] == 0.0
