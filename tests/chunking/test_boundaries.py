"""Cuts hang on the text around them: an edit moves only those nearby."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from gradient.chunking.passage import Passage
from gradient.chunking.structure import cut
from tests.chunking.documents import paragraph, prose

LENGTHS = st.lists(st.integers(5, 220), min_size=4, max_size=30)


def changed(before: list[Passage], after: list[Passage]) -> int:
    """How many passages of before are not there any more."""
    return sum((Counter(one.text_hash for one in before) - Counter(one.text_hash for one in after)).values())


@settings(derandomize=True, max_examples=300, deadline=None)
@given(LENGTHS, st.data())
def test_an_inserted_paragraph_changes_its_passage_and_the_neighbours_at_most(
    lengths: list[int], data: st.DataObject
) -> None:
    parts = [paragraph(number, length) for number, length in enumerate(lengths)]
    place = data.draw(st.integers(0, len(parts)))
    added = paragraph(1000, data.draw(st.integers(5, 220)))
    before, after = cut(prose(parts)), cut(prose([*parts[:place], added, *parts[place:]]))
    assert changed(before, after) <= 3


@settings(derandomize=True, max_examples=300, deadline=None)
@given(LENGTHS, st.data())
def test_an_inserted_sentence_changes_its_passage_and_the_neighbours_at_most(
    lengths: list[int], data: st.DataObject
) -> None:
    parts = [paragraph(number, length) for number, length in enumerate(lengths)]
    place = data.draw(st.integers(0, len(parts) - 1))
    added = paragraph(1000, data.draw(st.integers(5, 25)))
    longer = [*parts[:place], f"{parts[place]} {added}", *parts[place + 1 :]]
    assert changed(cut(prose(parts)), cut(prose(longer))) <= 3


def test_a_passage_far_away_keeps_its_identity() -> None:
    parts = [paragraph(number, 120) for number in range(40)]
    before = cut(prose(parts))
    after = cut(prose([paragraph(1000, 130), *parts]))
    assert [one.text_hash for one in before[3:]] == [one.text_hash for one in after[-len(before[3:]) :]]
    assert len(before) > 10
