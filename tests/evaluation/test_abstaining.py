"""What belongs to no topic gets none, though most of what a person tagged belongs to one.

Six of ten tagged sentences are about one topic; twenty sentences are about something else altogether.
"""

import random
from itertools import cycle
from pathlib import Path

import pytest

from gradient.acceptance.thresholds import Thresholds
from gradient.calibration.coefficients import packaged
from gradient.evaluation.gold import Gold, GoldContent, GoldTopic
from gradient.evaluation.tagging import Roles, TaggingMeasured, measure_tagging, rows_of
from gradient.providers import registry
from gradient.recall.reading import RecallLimits
from gradient.store.sessions import Database

WORDS = {
    "Sorting": "array element swap pivot merge quicksort heapsort comparison order insertion",
    "Graph search": "vertex edge queue breadth depth frontier visited neighbour component traversal",
    "Hashing": "bucket collision key table probe chain digest slot load modulus",
    "Recursion": "call base stack unwinding subproblem depth self tail frame induction",
    "Dynamic programming": "subproblem memo optimal table substructure overlap state transition cost bound",
    "Shortest paths": "distance weight relaxation source route Dijkstra Bellman negative edge cost",
}
SAID = (
    "The {} of the {} decides how the {} is handled.",
    "We choose a {} so that each {} has its {}.",
    "After the {} comes the {}, and then the {}.",
)
ELSEWHERE = tuple(
    f"{verb} the {thing} {how}."
    for verb, thing, how in zip(
        cycle(("Simmer", "Prune", "Knit", "Baptise", "Ferment")),
        (
            "onions", "roses", "sleeve", "infant", "cabbage", "broth", "vines", "collar", "convert", "dough",
            "lentils", "hedge", "scarf", "newborn", "beer", "sauce", "apple tree", "mitten", "guest", "tea",
        ),
        cycle(("for an hour", "before the first frost", "with thick wool", "in the old church")),
    )
)  # fmt: skip


def gold(taught: int) -> Gold:
    """Rows about topics, six of ten about the first one, and twenty test rows about none of them."""
    generator = random.Random(20260301)
    topics = tuple(GoldTopic(name, None, name) for name in WORDS)
    commonest, *others = WORDS
    rows = []
    for at in range(taught):
        name = commonest if at % 10 < 6 else others[at % len(others)]
        text = generator.choice(SAID).format(*generator.sample(WORDS[name].split(), 3))
        rows.append(GoldContent(f"c{at}", f"{text} ({at})", (name,), f"g{at % 20}", "train"))
    # The label of a row that belongs nowhere says nothing: only what is accepted is looked at.
    rows += [GoldContent(f"e{at}", text, (commonest,), f"t{at}", "test") for at, text in enumerate(ELSEWHERE)]
    return Gold(Path("abstaining"), topics, tuple(rows), (), ())


@pytest.mark.parametrize("taught", [50, 400])
async def test_four_of_five_sentences_about_something_else_get_no_topic(
    database: Database, taught: int
) -> None:
    coefficients = packaged()
    roles = Roles(
        registry.embedder("offline"),
        registry.picker("offline"),
        registry.scorer("offline", coefficients.tasks, coefficients.version),
    )
    rows = gold(taught)
    found: TaggingMeasured = await measure_tagging(
        database, rows, rows_of(rows), roles, RecallLimits(), Thresholds(), lambda _: None
    )
    assert len(found.scored) == 20
    assert sum(not row.accepted for row in found.scored) >= 16
