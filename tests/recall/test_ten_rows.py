"""Ten contents and three topics, on which every path of recall is counted by hand."""

import math

import pytest

from gradient.recall.fusion import (
    C2C2T,
    C2T,
    CENTRAL,
    COMMON,
    CONTEXT,
    HEADING,
    LEARNED,
    LEXICAL,
    NAME,
    PATHS,
    SOURCE,
    T2T,
)
from gradient.recall.paths import CLOSENESS
from gradient.recall.reading import Asked, RecallLimits, read
from gradient.store import rounds
from gradient.store.sessions import Database
from tests.recall.small_course import SmallCourse
from tests.recall.test_path_queries import SPACE, give

RIGHT, UP, STEEP, FLAT = (1.0, 0.0), (0.0, 1.0), (0.6, 0.8), (0.8, 0.6)
GOLD, SILVER = 1.0, 0.6


@pytest.fixture
def topics(course: SmallCourse) -> dict[str, int]:
    made = {"Orchid": RIGHT, "Violin": UP, "Sorting": STEEP}
    found = {title: course.topic(title) for title in made}
    for title, vector in made.items():
        give(course, "topic", found[title], vector)
    return found


def source_of(
    course: SmallCourse, path: str, sentences: list[tuple[str, tuple[float, float]]], *headings: str
) -> list[int]:
    """Contents of one source, each with its vector."""
    chunk = course.chunk(course.source(path), path, *headings)
    contents = [course.content(sentence, chunk) for sentence, _ in sentences]
    for content, (_, vector) in zip(contents, sentences, strict=True):
        give(course, "content", content, vector)
    return contents


async def test_each_path_on_ten_rows(database: Database, course: SmallCourse, topics: dict[str, int]) -> None:
    (asked,) = source_of(course, "a.md", [("Orchids.", RIGHT)], "Flowers", "Orchid")
    steep = source_of(course, "b.md", [(f"It is {at}.", STEEP) for at in range(3)])
    high = source_of(course, "b2.md", [(f"It is {at} high.", UP) for at in range(2)])
    flat = source_of(course, "c.md", [(f"It is {at} wide.", FLAT) for at in range(4)])
    for contents, title, trust in (
        (steep, "Orchid", GOLD),
        (high, "Violin", SILVER),
        (flat, "Sorting", GOLD),
    ):
        for content in contents:
            course.vote(content, topics[title], trust)
    async with database.transaction() as connection:
        read_now = Asked(SPACE, course.id, [asked], RecallLimits(), frozenset(PATHS))
        ((_, found),) = (await read(connection, read_now)).found()

    # A neighbour weighs the fourth power of its cosine: .6 thrice, 0 twice, .8 four times.
    whole = 3 * 0.6**4 + 4 * 0.8**4
    votes = {"Orchid": 3 * 0.6**4 / whole * 0.6, "Violin": 0.0, "Sorting": 4 * 0.8**4 / whole * 0.8}
    hits = {"Orchid": 1.0, "Sorting": votes["Sorting"]}
    # Two sources of one direction each, at .6 and at .8; the third is square to it.
    weights = {
        "Orchid": math.sqrt(3 * GOLD) * math.exp((0.6 - 1) / CLOSENESS),
        "Violin": math.sqrt(2 * SILVER) * math.exp((0.0 - 1) / CLOSENESS),
        "Sorting": math.sqrt(4 * GOLD) * math.exp((0.8 - 1) / CLOSENESS),
    }
    by_hand = {
        C2T: {"Orchid": 1.0, "Sorting": 0.6},
        C2C2T: votes,
        T2T: {"Sorting": 1.0 * 0.6, "Orchid": hits["Sorting"] * 0.6, "Violin": hits["Sorting"] * 0.8},
        NAME: {"Orchid": 1.0},
        HEADING: {"Orchid": 1.0},
        LEXICAL: {"Orchid": 1.0},
        LEARNED: {
            "Orchid": (1 + 3 * 0.6) / math.hypot(1 + 3 * 0.6, 3 * 0.8),
            "Violin": 0.0,
            "Sorting": (0.6 + 4 * 0.8) / math.hypot(0.6 + 4 * 0.8, 0.8 + 4 * 0.6),
        },
        COMMON: {"Orchid": 3 / 8.2, "Violin": 1.2 / 8.2, "Sorting": 4 / 8.2},
        CONTEXT: {title: weight / sum(weights.values()) for title, weight in weights.items()},
        SOURCE: {"Orchid": 1.0, "Violin": 0.0, "Sorting": 0.6},
        CENTRAL: {"Orchid": 1.6 / 3, "Violin": 1.8 / 3, "Sorting": (0.6 * 1.6 + 0.8 * 1.8) / 3},
    }
    titles = {topic: title for title, topic in topics.items()}
    assert set(found) == set(by_hand) == set(PATHS)
    for path, values in by_hand.items():
        assert {titles[topic]: value for topic, value in found[path].items()} == pytest.approx(
            values, abs=1e-6
        ), path


async def test_a_tag_weighs_what_its_status_gives_it(
    database: Database, course: SmallCourse, topics: dict[str, int]
) -> None:
    (asked,) = source_of(course, "a.md", [("Orchids.", RIGHT)])
    chunk = course.chunk(course.source("b.md"), "They bloom in May.")
    tagged = course.tag(topics["Sorting"], chunk, "They bloom in May.")
    give(course, "content", tagged, FLAT)
    said = []
    for status, by in (
        ("accepted", "person"),
        ("accepted", "stage"),
        ("review", "stage"),
        ("rejected", "person"),
    ):
        course.one("UPDATE tags SET status = %s, by = %s", status, by)
        async with database.transaction() as connection:
            await rounds.take_votes(connection, course.id)
            only = Asked(SPACE, course.id, [asked], RecallLimits(), frozenset({C2C2T}))
            ((_, found),) = (await read(connection, only)).found()
        said.append(found[C2C2T].get(topics["Sorting"], 0.0))
    assert said == pytest.approx([GOLD * 0.8, SILVER * 0.8, 0.0, 0.0])
