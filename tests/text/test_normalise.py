"""The one normalisation: what it evens out, and that it is final."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from gradient.text.normalise import normalise, text_hash


def test_white_space_invisible_signs_and_composition_make_no_difference() -> None:
    written = "  Gra\u00addient\u200b \n\tde\u0301scent\u00a0\u2003 "
    assert normalise(written) == "Gradient déscent"
    assert text_hash(written) == text_hash("Gradient déscent")


def test_case_and_words_make_a_difference() -> None:
    assert text_hash("Kernel") != text_hash("kernel")


@given(st.text())
def test_it_is_final_and_composed(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert unicodedata.is_normalized("NFC", once)


@given(st.lists(st.text(alphabet=st.characters(categories=["L", "N", "P"]), min_size=1), min_size=1))
def test_every_run_of_white_space_counts_as_one_blank(words: list[str]) -> None:
    assert normalise("\n \t".join(words)) == normalise(" ".join(words))
