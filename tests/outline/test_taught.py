"""Where a course begins to teach a topic."""

from typing import Any

import pytest

from gradient.outline.formation import Place
from gradient.outline.mention import MentionKind
from gradient.outline.taught import TopicPlaces, first_taught

NETWORK = 1


def chunk(number: int, lecture: int | None, *headings: str) -> dict[str, Any]:
    return {"id": number, "source_position": lecture, "section_path": list(headings)}


def taught(chunks: dict[str, dict[str, Any]], *places: tuple[str, MentionKind]) -> int | None:
    topic = TopicPlaces(
        NETWORK, frozenset({"Neural network"}), [Place(key, kind, 0, 14) for key, kind in places]
    )
    return first_taught(chunks, [topic]).get(NETWORK)


def test_a_lecture_that_only_mentions_a_topic_does_not_teach_it() -> None:
    chunks = {"a": chunk(1, 0, "Linear models")} | {
        f"b{number}": chunk(2 + number, 1, "Networks", "Neural network layers") for number in range(5)
    }

    assert taught(chunks, ("a", "emphasis")) == 2


@pytest.mark.parametrize(("elsewhere", "first"), [(4, 1), (5, 2)])
def test_a_lecture_counts_from_a_quarter_of_what_the_one_with_most_has(elsewhere: int, first: int) -> None:
    chunks = {"a": chunk(1, 0, "Neural networks")} | {
        f"b{number}": chunk(2 + number, 1, "Neural networks") for number in range(elsewhere)
    }

    assert taught(chunks, ("b0", "heading")) == first


def test_a_lecture_that_explains_a_topic_teaches_it_however_much_another_says() -> None:
    chunks = {"a": chunk(1, 0, "Linear models")} | {
        f"b{number}": chunk(2 + number, 1, "Neural networks") for number in range(9)
    }

    assert taught(chunks, ("a", "definition")) == 1


def test_a_summary_that_looks_ahead_does_not_teach() -> None:
    chunks = {"a": chunk(1, 0, "Linear models", "Summary"), "b": chunk(2, 1, "Layers")}

    assert taught(chunks, ("a", "definition"), ("b", "emphasis")) == 2
    assert taught(chunks, ("a", "definition")) == 1


def test_a_heading_teaches_what_it_names_within_a_longer_name() -> None:
    chunks = {"a": chunk(1, 0, "Recurrent neural networks"), "b": chunk(2, 1, "Neural networks")}

    assert taught(chunks, ("b", "heading")) == 1


def test_the_earliest_chunk_that_teaches_stands_for_its_lecture() -> None:
    chunks = {
        "a": chunk(1, 0, "Introduction"),
        "b": chunk(2, 0, "Neural networks"),
        "c": chunk(3, 0, "Neural networks"),
    }

    assert taught(chunks, ("a", "term"), ("c", "definition")) == 2


def test_a_source_without_a_place_in_the_order_does_not_count() -> None:
    assert taught({"a": chunk(1, None, "Neural networks")}, ("a", "heading")) is None
