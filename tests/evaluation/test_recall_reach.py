"""Recall on the lecture titles of LectureBank, beside what plain models reach with the same rows.

The settings were chosen by cross-validation on train rows alone.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from gradient.evaluation.figures import SEED, Scored, hit_rates, macro_hit_rate
from gradient.evaluation.gold import CONTENTS, Gold, read_gold
from gradient.evaluation.recall import RecallMeasured, measure_recall
from gradient.providers import registry
from gradient.recall.reading import RecallLimits
from gradient.store.sessions import Database
from tests.conftest import TEMPLATE, fresh_database
from tests.evaluation.peers import peers, ranks

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(600)]
RESAMPLES = 2000


@dataclass(frozen=True)
class Measured:
    """A gold set by recall and by its peers; ranks from 1, one a test row."""

    gold: Gold
    warm: RecallMeasured
    peers: dict[str, NDArray[np.int64]]

    @property
    def ranks(self) -> NDArray[np.float64]:
        return np.array([one.rank() or np.inf for one in self.warm.scored])

    def peer_macro(self, name: str) -> float:
        rows = self.gold.tested()
        topics = {topic for row in rows for topic in row.topic_ids}
        hit = self.peers[name] <= 30
        return float(
            np.mean([hit[[topic in row.topic_ids for row in rows]].mean() for topic in sorted(topics)])
        )


def measured(corpus: Path, server_url: str, name: str) -> Measured:
    folder = corpus.parent / "gold" / name
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    gold = read_gold(folder, CONTENTS)
    warm = recalled(gold, server_url, cold=False)
    topics = [topic.topic_id for topic in gold.topics]
    texts = sorted({row.text for row in (*gold.taught(), *gold.tested())})
    vectors = asyncio.run(registry.embedder("offline").embed(texts))
    scores = peers(gold.taught(), gold.tested(), dict(zip(texts, vectors, strict=True)), topics)
    found = {name: ranks(one, gold.tested(), topics) for name, one in scores.items()}
    shown = Measured(gold, warm, found)
    tell(name, shown)
    return shown


def recalled(gold: Gold, server_url: str, *, cold: bool) -> RecallMeasured:
    async def run(url: str) -> RecallMeasured:
        async with Database(url) as database:
            embedder = registry.embedder("offline")
            return await measure_recall(
                database, gold, embedder, RecallLimits(), lambda _: None, cold=cold, ablation=False
            )

    (found,) = (asyncio.run(run(url)) for url in fresh_database(server_url, TEMPLATE))
    return found


def tell(name: str, found: Measured) -> None:
    rates = {cut: round(rate, 3) for cut, rate in hit_rates(found.warm.scored).items()}
    print(f"\n{name}: {rates}, macro @30 {macro_hit_rate(found.warm.scored):.3f}")
    for peer, places in found.peers.items():
        shares = {cut: round(float((places <= cut).mean()), 3) for cut in (1, 5, 10, 20, 30)}
        print(f"  {peer}: {shares}, macro @30 {found.peer_macro(peer):.3f}")


@pytest.fixture(scope="module")
def all_releases(corpus: Path, server_url: str) -> Measured:
    return measured(corpus, server_url, "lecturebank-all-dev")


@pytest.fixture(scope="module")
def first_release(corpus: Path, server_url: str) -> Measured:
    return measured(corpus, server_url, "lecturebank1-dev")


def test_all_releases_with_tagged_titles(all_releases: Measured) -> None:
    rates = hit_rates(all_releases.warm.scored)
    assert rates[1] >= 0.40
    assert rates[5] >= 0.70
    assert rates[30] >= 0.88


def test_seldom_topics_are_found_as_often_as_by_plain_models(all_releases: Measured) -> None:
    best = max(all_releases.peer_macro(peer) for peer in all_releases.peers)
    assert macro_hit_rate(all_releases.warm.scored) >= best


def test_the_first_release_with_tagged_titles(first_release: Measured) -> None:
    assert hit_rates(first_release.warm.scored)[30] >= 0.86


def test_no_plain_model_is_better_at_the_first_place(first_release: Measured) -> None:
    ours = first_release.ranks <= 1
    best = max(first_release.peers.values(), key=lambda places: float((places <= 1).mean())) <= 1
    difference = ours.astype(float) - best
    draw = np.random.default_rng(SEED)
    means = [draw.choice(difference, size=len(difference)).mean() for _ in range(RESAMPLES)]
    print(f"@1 {ours.mean():.3f}, best plain model {best.mean():.3f}")
    assert np.percentile(means, 97.5) >= 0


def test_all_releases_by_an_outline_alone(corpus: Path, server_url: str) -> None:
    folder = corpus.parent / "gold" / "lecturebank-all-dev"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    scored: list[Scored] = list(recalled(read_gold(folder, CONTENTS), server_url, cold=True).scored)
    print(hit_rates(scored))
    assert hit_rates(scored)[30] >= 0.54
