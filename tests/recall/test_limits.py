"""Floors, caps and trust of recall are settings, and a change of any makes recall due again."""

import pytest

from gradient.pipeline import recall_limits
from gradient.recall.fusion import C2C2T, C2T, CENTRAL, LEXICAL, NAME, PATHS, SOURCE, T2T, Fitted
from gradient.recall.reading import Asked, Read, RecallLimits, paper, read
from gradient.recall.stage import RecallStage, _offered
from gradient.settings import RecallSettings, Settings
from gradient.store.candidates import NamedTopic, PlacedContent
from gradient.store.sessions import Database
from gradient.store.vectors import NearTopic, Vote
from tests.recall.small_course import SmallCourse
from tests.recall.test_path_queries import DIAGONAL, SPACE, give

CHANGED = {
    "k": 7, "delta": 0.2, "c2t_max": 7, "c2c2t_max": 7, "others_max": 7, "neighbours": 7,
    "fitted_neighbours": 7, "t2t_max": 7, "t2t_floor": 0.7, "sources": 7, "preset": "paper",
    "gold_trust": 0.7, "silver_trust": 0.7, "voters": "all",
}  # fmt: skip


def limits(**given: object) -> RecallLimits:
    return recall_limits(Settings(recall=RecallSettings(**given)))


def test_every_setting_has_a_part_of_its_own_and_makes_recall_due_again() -> None:
    assert set(CHANGED) == set(RecallSettings.model_fields)
    changed = [limits(**{name: value}) for name, value in CHANGED.items()]
    tools = {RecallStage(SPACE, one).units().tool for one in (limits(), *changed)}
    assert len(tools) == 1 + len(CHANGED)
    assert limits() == RecallLimits()


def test_the_preset_of_the_paper_holds_whatever_is_set_beside_it() -> None:
    assert limits(preset="paper", c2t_max=80, neighbours=20) == paper(RecallLimits(neighbours=20))


def many_found(by: RecallLimits) -> Read:
    """Forty topics; the paths by cosine name twenty of them, and all others every one."""
    topics = [NamedTopic(number, f"topic-{number:02}", (f"Topic {number}",)) for number in range(40)]
    asked = Asked(SPACE, 1, (1,), by, frozenset(PATHS), count_shares=True)
    return Read(
        asked,
        topics,
        {1: PlacedContent(1, "?", ())},
        near={1: [NearTopic(1, number, 0.5) for number in range(15)]},
        votes={1: [Vote(1, 9, number, 1.0, 0.5) for number in range(12, 40)]},
        central=dict.fromkeys(range(40), 0.9),
        surrounded={1: dict.fromkeys(range(40), 0.9)},
    )


def test_the_paper_offers_no_more_than_its_caps_though_other_paths_weigh_all_topics() -> None:
    fusion = Fitted(dict.fromkeys((C2T, C2C2T, CENTRAL, SOURCE, NAME), 1.0))
    assert len(list(_offered(many_found(RecallLimits()), {1: fusion}))) == 30
    offered = {one.topic_id for one in _offered(many_found(paper(RecallLimits())), {1: fusion})}
    assert offered == set(range(17))


@pytest.mark.parametrize(("nearest", "floor", "found"), [(10, 0.3, 2), (1, 0.3, 1), (10, 0.7, 1)])
async def test_how_far_a_topic_leads_is_a_setting(
    database: Database, course: SmallCourse, nearest: int, floor: float, found: int
) -> None:
    topics = [course.topic(title) for title in ("Orchid", "Violin", "Sorting")]
    for topic, vector in zip(topics, [DIAGONAL, (0.0, 1.0), (1.0, 0.0)], strict=True):
        give(course, "topic", topic, vector)
    content = course.content("They bloom.", course.chunk(course.source("a.md"), "They bloom."))
    give(course, "content", content, DIAGONAL)
    by = RecallLimits(by_topic=1, near_topics=nearest, edge_floor=floor)
    async with database.transaction() as connection:
        asked = Asked(SPACE, course.id, [content], by, frozenset({C2T, T2T}))
        ((_, paths),) = (await read(connection, asked)).found()
    assert len(paths[T2T]) == found


async def test_how_many_are_found_by_words_is_a_setting_of_its_own(
    database: Database, course: SmallCourse
) -> None:
    for title in ("Orchid bloom", "Orchid root", "Orchid leaf"):
        course.topic(title)
    content = course.content("Orchids.", course.chunk(course.source("a.md"), "Orchids."))
    for by, found in ((RecallLimits(by_topic=1), 3), (RecallLimits(by_others=2), 2)):
        async with database.transaction() as connection:
            asked = Asked(SPACE, course.id, [content], by, frozenset({LEXICAL}))
            ((_, paths),) = (await read(connection, asked)).found()
        assert len(paths[LEXICAL]) == found


async def test_how_many_vote_once_shares_are_counted_is_a_setting(
    database: Database, course: SmallCourse
) -> None:
    topic = course.topic("Orchid")
    chunk = course.chunk(course.source("b.md"), "It is.")
    for number in range(4):
        tagged = course.content(f"It is {number}.", chunk)
        give(course, "content", tagged, DIAGONAL)
        course.vote(tagged, topic, 1.0)
    content = course.content("It is not.", course.chunk(course.source("a.md"), "It is not."))
    give(course, "content", content, DIAGONAL)
    by = RecallLimits(neighbours=1, many_neighbours=3)
    for count_shares, voting in ((False, 1), (True, 3)):
        async with database.transaction() as connection:
            asked = Asked(SPACE, course.id, [content], by, frozenset({C2C2T}), count_shares=count_shares)
            found = await read(connection, asked)
        assert len(found.votes[content]) == voting
