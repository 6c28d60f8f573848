"""The settings of an installation reach settle, through the way in which the daemon and commands make it."""

from typing import Any

import pytest

from gradient.pipeline import settle_stage
from gradient.settings import Settings
from gradient.store.sessions import Database
from tests.acceptance.settled_course import SettledCourse


def set_to(course: SettledCourse, section: str, **keys: Any) -> None:
    """Settle with these settings from now on."""
    nothing_drawn = {"review": {"audit_share": 0, "draw_share": 0}}
    course.stage = settle_stage(Settings(**(nothing_drawn | {section: keys})), lambda: course.now)


@pytest.mark.parametrize(("margin", "status"), [(1.0, "accepted"), (3.0, "review")])
async def test_the_margin_of_directions(
    course: SettledCourse, database: Database, margin: float, status: str
) -> None:
    loss, gradient = course.topic("Loss"), course.topic("Gradient")
    course.edge(loss, gradient, 3.0)
    course.edge(gradient, loss, 1.0)
    set_to(course, "thresholds", direction_margin=margin)

    await course.settle(database)

    assert course.statuses("prerequisites")["loss → gradient"] == (status, "stage")


@pytest.mark.parametrize(
    ("shares", "kinds"),
    [
        ({"audit_share": 1, "draw_share": 0}, {"It is sure.": "audit", "It is open.": None}),
        ({"audit_share": 0, "draw_share": 1}, {"It is sure.": "uniform", "It is open.": "uniform"}),
        ({"audit_share": 0, "draw_share": 0}, {"It is open.": None}),
    ],
)
async def test_the_shares_of_audits_and_uniform_draws(
    course: SettledCourse, database: Database, shares: dict[str, float], kinds: dict[str, str | None]
) -> None:
    topic = course.topic("Loss")
    course.pick(course.fact("It is sure."), topic, 3.0)
    course.pick(course.fact("It is open."), topic, -0.5)
    set_to(course, "review", **shares)

    await course.settle(database)

    items = await course.items(database, "open", "waiting")
    assert {item["sentence"]: item["draw"] for item in items} == kinds


async def test_another_margin_or_share_makes_settle_due(course: SettledCourse, database: Database) -> None:
    set_to(course, "thresholds", direction_margin=1.0)
    assert await course.run(database)

    for section, keys in (
        ("thresholds", {"direction_margin": 2.0}),
        ("review", {"audit_share": 0.5}),
        ("review", {"draw_share": 0.5}),
    ):
        set_to(course, section, **keys)
        assert await course.run(database)
        assert not await course.run(database)


NEAR_A_THRESHOLD = [
    ("tag_accept", 0.7, "It is likely. → loss", "accepted", "review"),
    ("tag_floor", 0.4, "It is open. → loss", "review", "rejected"),
    ("prerequisite_accept", 0.8, "loss → gradient", "accepted", "review"),
    ("prerequisite_floor", 0.4, "score → loss", "review", "rejected"),
]
"""Confidences: .62 likely, .38 open, .73 for loss → gradient, .38 for score → loss."""


@pytest.mark.parametrize(("key", "value", "question", "before", "after"), NEAR_A_THRESHOLD)
async def test_another_threshold_makes_settle_due_and_moves_what_lies_between(
    course: SettledCourse, database: Database, key: str, value: float, question: str, before: str, after: str
) -> None:
    loss, gradient, score = (course.topic(title) for title in ("Loss", "Gradient", "Score"))
    course.pick(course.fact("It is likely."), loss, 0.5)
    course.pick(course.fact("It is open."), loss, -0.5)
    course.edge(loss, gradient, 1.0)
    course.edge(score, loss, -0.5)
    set_to(course, "thresholds")
    assert await course.run(database)
    assert (standing := statuses(course))[question] == before

    set_to(course, "thresholds", **{key: value})
    assert await course.run(database)
    assert statuses(course) == standing | {question: after}
    assert not await course.run(database)


def statuses(course: SettledCourse) -> dict[str, str]:
    both = course.statuses("tags") | course.statuses("prerequisites")
    return {question: status for question, (status, _) in both.items()}
