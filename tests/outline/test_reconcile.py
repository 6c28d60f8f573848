from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.outline.reconcile import (
    Candidate,
    Growth,
    Known,
    Plan,
    free_slug,
    reconcile,
    without_circles,
)


def known(number: int, title: str, *names: str, person: tuple[str, ...] = (), **more: Any) -> Known:
    keys = dict.fromkeys((title, *names), "mention") | dict.fromkeys(person, "person")
    values: dict[str, Any] = {
        "origin": "extracted", "state": "active", "by_person": False, "merged_into": None, **more,
    }  # fmt: skip
    return Known(id=number, slug=f"{title}-{number}", title=title, names=keys, **values)


def found(*names: str, stated: bool = False, parent: str | None = None) -> Candidate:
    return Candidate(names[0], {name: name.title() for name in names}, parent, stated)


def plan(topics: list[Known], *candidates: Candidate, growth: Growth = "free", **more: Any) -> Plan:
    return reconcile(topics, candidates, growth=growth, **more)


def names(result: Plan) -> dict[int | None, tuple[str, ...]]:
    return {one.id: tuple(one.names) for one in result.topics}


def test_a_topic_is_known_by_its_names() -> None:
    result = plan([known(1, "loss"), known(2, "gradient", "slope")], found("slope"), found("loss", "cost"))

    assert names(result) == {1: ("loss", "cost"), 2: ("slope",)}
    assert result.retired == ()


def test_what_is_new_gets_a_slug_that_is_free() -> None:
    topic = Known(1, "loss", "Other", "extracted", "active", False, None, {"other": "mention"})

    (one, *_) = [one for one in plan([topic], found("loss"), found("other")).topics if one.id is None]

    assert (one.slug, one.title, one.state, one.origin) == ("loss-2", "Loss", "active", "extracted")


def test_names_that_part_are_two_topics_at_once() -> None:
    result = plan([known(1, "loss", "cost")], found("cost"), found("loss"))

    assert names(result) == {1: ("loss",), None: ("cost",)}


def test_names_that_meet_make_one_topic_of_two() -> None:
    (one,) = plan([known(1, "loss"), known(2, "cost")], found("loss", "cost")).topics

    assert (one.id, one.absorbs) == (1, (2,))


def test_topics_that_a_person_keeps_apart_are_not_united() -> None:
    result = plan(
        [known(1, "loss"), known(2, "cost")], found("loss", "cost"), apart=frozenset({frozenset({1, 2})})
    )

    assert [one.absorbs for one in result.topics] == [()]


@pytest.mark.parametrize("touched", [{"by_person": True}, {"origin": "outline"}, {"person": ("cost",)}])
def test_no_topic_that_a_person_or_an_outline_stands_behind_is_absorbed(touched: Mapping[str, Any]) -> None:
    result = plan([known(1, "loss"), known(2, "cost", **touched)], found("loss", "cost"))

    assert all(2 not in one.absorbs for one in result.topics)


def test_a_topic_that_was_absorbed_stands_again_when_its_name_does() -> None:
    merged = known(2, "cost", state="merged", merged_into=1)

    result = plan([known(1, "loss", "cost"), merged], found("loss"), found("cost"))

    assert names(result) == {1: ("loss",), 2: ("cost",)}
    assert [one.state for one in result.topics] == ["active", "active"]


def test_names_of_a_topic_that_a_person_merged_go_to_what_absorbed_it() -> None:
    merged = known(2, "cost", "price", state="merged", merged_into=1, by_person=True)

    result = plan([known(1, "loss"), merged], found("cost", "price", "fee"), found("loss"))

    assert names(result) == {1: ("loss", "cost", "price", "fee")}
    assert result.topics[0].title == "Loss"


def test_a_name_that_a_person_gave_belongs_to_the_topic_alone() -> None:
    split = known(2, "cost", person=("cost",), origin="person", by_person=True)

    result = plan([known(1, "loss"), split], found("loss", "cost"))

    assert names(result) == {1: ("loss",), 2: ("cost",)}
    assert all(one.absorbs == () for one in result.topics)


def test_a_variant_of_a_name_that_a_person_gave_goes_with_it() -> None:
    added = known(1, "cost", person=("cost",), origin="person", by_person=True)

    assert names(plan([added], found("cost function", "cost"))) == {1: ("cost function", "cost")}


def test_what_a_person_retired_stays_away_under_all_its_names() -> None:
    gone = known(1, "cost", "price", state="retired", by_person=True)

    assert plan([gone], found("price"), found("new", "cost")).topics == ()
    assert names(plan([gone, known(2, "loss")], found("cost", "loss"))) == {2: ("loss",)}


def test_what_nothing_names_goes_unless_a_person_keeps_it() -> None:
    result = plan(
        [known(1, "loss"), known(2, "cost", by_person=True), known(3, "fee", origin="person"),
         known(4, "rate", origin="outline"), known(5, "old", state="retired"),
         known(6, "idea", state="proposed")]
    )  # fmt: skip

    assert sorted(result.retired) == [1, 4, 6]


def test_what_was_retired_for_want_of_mentions_comes_back() -> None:
    (one,) = plan([known(1, "loss", state="retired")], found("loss")).topics

    assert (one.id, one.state) == (1, "active")


@pytest.mark.parametrize(
    ("growth", "states"), [("free", ["active"]), ("proposing", ["proposed"]), ("closed", [])]
)
def test_how_an_outline_grows(growth: Growth, states: list[str]) -> None:
    assert [one.state for one in plan([], found("loss"), growth=growth).topics] == states
    result = plan([known(1, "loss")], found("loss"), growth=growth)
    assert [one.state for one in result.topics] == states
    assert result.retired == (() if states else (1,))
    assert [one.state for one in plan([], found("loss", stated=True), growth=growth).topics] == ["active"]
    accepted = [known(1, "loss", by_person=True)]
    assert [one.state for one in plan(accepted, found("loss"), growth=growth).topics] == ["active"]


def test_a_topic_is_stated_as_long_as_an_outline_states_it() -> None:
    stated = known(1, "loss", origin="outline")

    assert plan([known(1, "loss")], found("loss", stated=True)).topics[0].origin == "outline"
    assert plan([stated], found("loss")).topics[0].origin == "extracted"
    assert plan([stated], found("loss"), keep_stated=True).topics[0].origin == "outline"
    assert plan([stated], growth="closed", keep_stated=True).retired == ()


def test_two_stated_topics_of_one_name_stay_two() -> None:
    first, second = (
        Candidate(f"outline: {above} >> overview", {"overview": "Overview"}, None, stated=True)
        for above in "ab"
    )
    made = plan([], first, second).topics
    assert [one.slug for one in made] == ["overview", "overview-2"]
    topics = [
        Known(number, one.slug, one.title, "outline", "active", False, None, {"overview": "outline"})
        for number, one in enumerate(made, 1)
    ]

    again = plan(topics, first, second)

    assert [(one.id, one.pieces[0].candidate) for one in again.topics] == [(1, first), (2, second)]


CASES = st.lists(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=3, unique=True), max_size=6)


@given(CASES, CASES, st.permutations(range(6)))
def test_ids_and_their_order_do_not_matter_and_no_candidate_is_lost(
    topics: list[list[str]], wanted: list[list[str]], order: list[int]
) -> None:
    parted: dict[str, list[str]] = {}
    for group in wanted:
        rest = [name for name in group if not any(name in other for other in parted.values())]
        if rest:
            parted[rest[0]] = rest
    candidates = [found(*group) for group in parted.values()]
    rows = [(f"{group[0]}-{number}", group) for number, group in enumerate(topics)]

    ends = set()
    for numbers in (range(len(rows)), order[: len(rows)] if len(rows) <= len(order) else range(len(rows))):
        stand = [
            Known(number, slug, group[0], "extracted", "active", False, None, dict.fromkeys(group, "mention"))
            for number, (slug, group) in zip(numbers, rows, strict=True)
        ]
        slugs = {topic.id: topic.slug for topic in stand}
        result = plan(sorted(stand, key=lambda one: one.id), *candidates)
        ends.add(str(sorted((one.slug, tuple(one.names)) for one in result.topics)))
        assert sorted(tuple(one.names) for one in result.topics) == sorted(map(tuple, parted.values()))
        assert {slugs[topic] for topic in result.retired}.isdisjoint(one.slug for one in result.topics)
    assert len(ends) == 1


def test_a_circle_of_parents_is_cut_the_same_way_whatever_came_first() -> None:
    parents = {"a": "b", "b": "c", "c": "a", "d": "d"}

    cut = without_circles(parents)

    assert (
        cut == {"a": "b", "b": "c", "c": None, "d": None} == without_circles(dict(reversed(parents.items())))
    )


def test_slugs_are_plain_and_numbered() -> None:
    assert free_slug("Bézier–Kurven (2D)", []) == "bezier-kurven-2d"
    assert free_slug("Loss", ["loss", "loss-2"]) == "loss-3"
    assert free_slug("???", []) == "topic"
