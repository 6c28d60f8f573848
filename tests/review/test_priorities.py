import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.review.priorities import Queue, ReviewItem, arrange, equal_key


def item(
    key: str, confidence: float | None = 0.5, reach: int = 1, equal: str = "", draw: float | None = None
) -> ReviewItem:
    return ReviewItem(key, confidence, reach, equal or key, draw)


def keys(queue: Queue) -> tuple[list[str], list[str]]:
    return [place.item.key for place in queue.open], [place.item.key for place in queue.waiting]


def test_worth_is_uncertainty_times_reach() -> None:
    assert item("a", 0.5, 3).worth == 3
    assert item("a", None, 3).worth == 3
    assert item("a", 0.75, 4).worth == item("a", 0.25, 4).worth == 2
    assert item("a", 1.0, 9).worth == item("a", 0.0, 9).worth == 0
    assert item("a", 0.5, 0).worth == 1


def test_what_is_worth_most_comes_first_and_the_rest_waits_by_rank() -> None:
    queue = arrange([item("sure", 0.9), item("far", 0.6, 5), item("b"), item("a")], open_max=3)

    assert keys(queue) == (["far", "a", "b"], ["sure"])
    assert [place.rank for place in (*queue.open, *queue.waiting)] == [1, 2, 3, 4]


def test_what_presses_comes_before_all_that_is_worth_more() -> None:
    crowd = [item(f"{number:02}", reach=9) for number in range(60)]
    pressing = [
        ReviewItem("small", 0.99, 1, "small", pressing=True),
        ReviewItem("big", 0.5, 2, "big", pressing=True),
    ]

    queue = arrange([*crowd, *pressing], open_max=50)

    assert keys(queue)[0][:3] == ["big", "small", "00"]
    worths = [place.worth for place in queue.open]
    assert worths == sorted(worths, reverse=True)


def test_every_fifth_place_is_kept_for_draws_by_their_position() -> None:
    doubtful = [item(f"{number:02}") for number in range(12)]
    draws = [item("late", 0.5, 99, draw=0.04), item("early", 0.99, draw=0.01), item("last", draw=0.045)]

    opened, waiting = keys(arrange([*doubtful, *draws], open_max=10))

    assert opened == ["00", "01", "02", "03", "early", "04", "05", "06", "07", "late"]
    assert waiting == ["08", "09", "10", "11", "last"]


def test_kept_places_stay_empty_without_draws() -> None:
    opened, waiting = keys(arrange([item(f"{number:02}") for number in range(60)], open_max=50))

    assert len(opened) == 40
    assert len(waiting) == 20


def test_draws_take_the_places_that_nobody_else_claims() -> None:
    draws = [item(f"draw {number}", draw=number / 100) for number in range(5)]

    opened, waiting = keys(arrange([item("a"), *draws], open_max=4))

    assert opened == ["a", "draw 0", "draw 1", "draw 2"]
    assert waiting == ["draw 3", "draw 4"]


def test_items_that_ask_the_same_are_asked_once() -> None:
    queue = arrange(
        [item("a", 0.6, equal="x"), item("b", 0.5, equal="x"), item("c", 0.7, equal="x"), item("d")], 50
    )

    assert keys(queue) == (["b", "d"], [])
    assert queue.open[0].equals == ("a", "c")
    assert queue.open[1].equals == ()


def test_of_items_that_ask_the_same_a_drawn_one_is_asked() -> None:
    queue = arrange([item("a", 0.5, 9, equal="x"), item("b", 0.99, equal="x", draw=0.02)], 50)

    assert keys(queue) == (["b"], [])
    assert queue.open[0].equals == ("a",)


def test_what_hangs_on_a_topic_is_shared_among_the_questions_about_it() -> None:
    great = [ReviewItem(f"great {number}", 0.5, 12, f"great {number}", alike="great") for number in range(4)]
    small = [ReviewItem(f"small {number}", 0.5, 5, f"small {number}", alike="small") for number in range(2)]
    queue = arrange([*great, *small, item("alone", 0.5, 4)], open_max=10)
    assert [(place.item.key, place.worth) for place in queue.open] == [
        ("great 0", 12),
        ("great 1", 6),
        ("small 0", 5),
        ("alone", 4),
        ("great 2", 4),
        ("great 3", 3),
        ("small 1", 2.5),
    ]


def test_nothing_is_open_where_nothing_may_be() -> None:
    assert keys(arrange([item("a"), item("b", draw=0.01)], open_max=0)) == ([], ["a", "b"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gradient  points uphill.", "the gradient points uphill"),
        ("A \u201closs\u201d, then:", 'a "loss" then'),
        ("ﬁnite", "finite"),
        ("STRASSE", "straße"),
        ("A gradient points uphill.", "The gradient points uphill"),
    ],
)
def test_spelling_aside_the_same_is_asked(one: str, other: str) -> None:
    assert equal_key("tag", one, "loss") == equal_key("tag", other, "loss")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x > y", "x < y"),
        ("a - b", "a + b"),
        ("rate 0.5", "rate 05"),
        ("f' is", "f is"),
        ("a + b", "+ b"),
        ("No gradient", "The gradient"),
    ],
)
def test_marks_that_change_the_meaning_stay(one: str, other: str) -> None:
    assert equal_key("tag", one, "loss") != equal_key("tag", other, "loss")


def test_tasks_topics_and_directions_are_told_apart_but_not_the_ends_of_a_merge() -> None:
    assert equal_key("tag", "a", "b") != equal_key("merge", "a", "b")
    assert equal_key("tag", "a", "b") != equal_key("tag", "a", "c")
    assert equal_key("prerequisite", "a", "b") != equal_key("prerequisite", "b", "a")
    assert equal_key("merge", "a", "b") == equal_key("merge", "b", "a")


ITEMS = st.lists(
    st.builds(
        ReviewItem,
        key=st.text("abcdef", min_size=1, max_size=4),
        confidence=st.none() | st.floats(0, 1),
        reach=st.integers(0, 20),
        equal=st.text("xyz", min_size=1, max_size=4),
        draw_position=st.none() | st.none() | st.floats(0, 0.05),
    ),
    max_size=60,
    unique_by=lambda item: item.key,
)


@given(ITEMS, st.integers(0, 30), st.randoms(use_true_random=False))
def test_the_order_of_the_items_does_not_matter(
    items: list[ReviewItem], open_max: int, random: object
) -> None:
    shuffled = sorted(items, key=lambda _: random.random())  # type: ignore[attr-defined]

    assert arrange(items, open_max) == arrange(shuffled, open_max)


@given(ITEMS, st.integers(0, 30))
def test_every_question_is_asked_once_waits_or_is_answered_with_its_equal(
    items: list[ReviewItem], open_max: int
) -> None:
    queue = arrange(items, open_max)
    places = [*queue.open, *queue.waiting]

    assert len(queue.open) <= open_max
    assert [place.rank for place in places] == list(range(1, len(places) + 1))
    assert sorted(key for place in places for key in (place.item.key, *place.equals)) == sorted(
        item.key for item in items
    )
    assert len({place.item.equal for place in places}) == len(places)


@given(ITEMS, st.integers(0, 30))
def test_nothing_that_waits_is_worth_more_than_what_is_open(items: list[ReviewItem], open_max: int) -> None:
    queue = arrange(items, open_max)
    opened = [place.item for place in queue.open]
    waiting = [place.item for place in queue.waiting]

    def plain(some: list[ReviewItem]) -> list[float]:
        return [item.worth for item in some if item.draw_position is None]

    def drawn(some: list[ReviewItem]) -> list[float]:
        return [item.draw_position for item in some if item.draw_position is not None]

    assert min(plain(opened), default=99) >= max(plain(waiting), default=0)
    assert max(drawn(opened), default=0) <= min(drawn(waiting), default=1)
    assert len(plain(opened)) <= open_max - open_max // 5
    assert not drawn(waiting) or len(drawn(opened)) >= open_max // 5
