"""Which topics are shown with a topic where not all can be."""

import pytest

from gradient.generation import pools as module
from gradient.generation.pools import Pools, joined, pool_size
from gradient.store.prerequisites import CourseMaterial, CoursePassage, CourseTopic

NAMES = ("Group", "Abelian group", "Ring", "Knot", "Orchid", "Tulip")
VECTORS = {0: (1.0, 0.0), 1: (0.8, 0.6), 2: (0.6, 0.8), 3: (0.0, 1.0)}


def pools(*edges: tuple[int, int], passages: tuple[CoursePassage, ...] = ()) -> Pools:
    topics = tuple(
        CourseTopic(at, name.casefold(), name, (name,), taught_at=(0, at)) if at in (0, 3)
        else CourseTopic(at, name.casefold(), name, (name,))
        for at, name in enumerate(NAMES)
    )  # fmt: skip
    return Pools(CourseMaterial(topics, passages, VECTORS), edges)


def test_a_name_that_holds_another_and_vectors_alike_come_first() -> None:
    assert pools().of(0, 2)[0] == 1
    assert len(pools().of(0, 2)) == 2


def test_what_nothing_joins_is_in_no_pool() -> None:
    assert pools().of(4, 30) == []


def test_a_sentence_that_names_both_and_an_existing_prerequisite_join_two_topics() -> None:
    passage = CoursePassage(1, "01.md", 0, "An orchid is a plant. Every orchid has more petals than a tulip.")
    assert pools(passages=(passage,)).of(5, 30) == [4]
    assert pools((4, 0)).of(4, 30) == [0]
    assert pools((4, 0), (0, 3)).of(4, 30) == [0, 3]


def test_the_neighbours_in_the_order_taught_are_in_the_pool() -> None:
    assert 3 in pools().of(0, 4)
    assert 0 in pools().of(3, 4)


@pytest.mark.parametrize(
    ("topics", "free", "size"),
    [(500, True, 499), (501, True, 500), (150, False, 149), (151, False, 100), (600, False, 100)],
)
def test_all_other_topics_are_shown_up_to_a_number(topics: int, free: bool, size: int) -> None:
    assert pool_size(topics, free=free) == size


def test_a_pair_is_shown_where_one_of_the_two_is_in_the_pool_of_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    material = CourseMaterial(
        tuple(CourseTopic(at, name.casefold(), name, (name,)) for at, name in enumerate(NAMES)), (), {}
    )
    pairs = [(1, 0), (2, 0), (3, 2), (5, 4)]
    assert joined(material, [(3, 2)], pairs, free=True) == pairs
    monkeypatch.setattr(module, "ALL_UP_TO", 4)
    assert joined(material, [(3, 2)], pairs, free=True) == [(1, 0), (3, 2)]
    # The pool of the first is full with the other one that an edge leads to.
    monkeypatch.setattr(module, "ALL_UP_TO", 1)
    assert joined(material, [(3, 2), (0, 3)], pairs, free=True) == [(1, 0), (3, 2)]
