import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.extraction.mask import BREAK, is_debris, mask, prose_share
from gradient.extraction.offline import ChunkText, extract


@given(st.text(max_size=200), st.tuples(st.integers(0, 50), st.integers(0, 50)))
def test_every_position_stays_where_it_was(text: str, hidden: tuple[int, int]) -> None:
    start, end = sorted(min(each, len(text)) for each in hidden)
    masked = mask(text, [(start, end)])
    assert len(masked) == len(text)
    assert all(new == old or new in {" ", BREAK} for new, old in zip(masked, text, strict=True))


def test_prose_is_left_and_markup_and_code_are_gone() -> None:
    text = "# Title\n\nThe **loss** is a [function](http://x.org/a_b) of `w_1` and $x^2$.[^1]\n"
    text += "\n| a | b |\n<br/>\n```\ncode\n```"
    words = mask(text).replace(BREAK, " ").split()
    assert words == ["The", "loss", "is", "a", "function", "of", "and", "."]


def test_the_share_of_prose_tells_sentences_from_formulas() -> None:
    assert prose_share("Osmosis is the diffusion of water.") > 0.9
    assert prose_share("x + 1 = 2 (3 - 4) / 5") < 0.3
    assert prose_share(" \n") == 0


def test_a_run_without_white_space_is_no_prose_and_costs_no_more_than_its_length() -> None:
    noise = "a" * 200_000
    masked = mask(f"A genome is a text. {noise} It is long.")
    assert masked == f"A genome is a text. {BREAK * len(noise)} It is long."
    assert extract(ChunkText(f"A genome is a text of four letters. {noise}")).contents


@pytest.mark.parametrize(
    ("sentence", "debris"),
    [
        ("Remark: we have eiωx = cos(ωx) + i sin(ωx).", True),
        ("Also, for matrices A,B, we have (AB)−1 =", True),
        ("A diagonal matrix D ∈ Rn×n is a square matrix with zero values off its diagonal.", False),
        ("Of A, B and C, it is C that wins.", False),
        ("A tree with n vertices has exactly n − 1 edges.", False),
    ],
)
def test_a_formula_with_a_few_words_is_debris(sentence: str, debris: bool) -> None:
    assert is_debris(sentence) is debris
