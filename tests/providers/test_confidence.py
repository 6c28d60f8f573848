import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.providers.confidence import Logits, Refused, from_evidence, from_tokens, sigmoid


def tokens(*probabilities: tuple[str, float]) -> list[tuple[str, float]]:
    return [(token, math.log(probability)) for token, probability in probabilities]


def logits(shown: list[tuple[str, float]]) -> Logits:
    found = from_tokens(shown)
    assert isinstance(found, Logits)
    return found


def test_confidence_is_the_share_of_yes_in_yes_and_no() -> None:
    found = logits(tokens(("Yes", 0.6), ("No", 0.2), ("The", 0.1)))

    assert found.confidence == pytest.approx(0.75)
    assert found.difference == pytest.approx(math.log(3))
    assert found.mass == pytest.approx(0.8)
    assert math.exp(found.yes) == pytest.approx(0.6)
    assert math.exp(found.no) == pytest.approx(0.2)


def test_each_side_sums_its_forms_of_case_and_leading_space() -> None:
    found = logits(
        tokens(("Yes", 0.3), (" yes", 0.2), ("▁YES", 0.1), ("ĠYes", 0.1), ("no", 0.05), (" No", 0.05))
    )

    assert found.confidence == pytest.approx(0.7 / 0.8)
    assert found.mass == pytest.approx(0.8)


def test_words_that_only_begin_with_yes_or_no_are_no_form_of_them() -> None:
    found = logits(tokens(("Yes", 0.4), ("No", 0.2), ("Not", 0.2), ("Yesterday", 0.1), ("Yes.", 0.05)))

    assert found.mass == pytest.approx(0.6)


def test_a_token_that_is_listed_twice_counts_once() -> None:
    assert logits(tokens(("Yes", 0.5), ("Yes", 0.5), ("No", 0.25))).mass == pytest.approx(0.75)


def test_a_side_that_is_not_shown_is_no_more_than_the_smallest_probability_shown() -> None:
    found = logits(tokens(("Yes", 0.6), ("Maybe", 0.1)))

    assert math.exp(found.no) == pytest.approx(0.1)
    assert found.mass == pytest.approx(0.7)


def test_a_side_that_is_not_shown_is_no_more_than_what_is_left() -> None:
    found = logits(tokens(("No", 0.9), ("Maybe", 0.08)))

    assert math.exp(found.yes) == pytest.approx(0.02)


@pytest.mark.parametrize(("shown", "left"), [(0.7, 0.3), (0.4, 0.4), (0.999, 0.001)])
def test_a_list_of_one_token_leaves_the_other_side_no_more_than_what_is_left(
    shown: float, left: float
) -> None:
    assert logits(tokens(("Yes", shown))).confidence == pytest.approx(shown / (shown + left))
    assert logits(tokens(("No", shown))).confidence == pytest.approx(left / (shown + left))


def test_equal_words_are_a_half_whatever_their_number() -> None:
    assert logits(tokens(("Yes", 0.4), ("No", 0.4))).confidence == pytest.approx(0.5)
    assert logits(tokens(("no", 0.2), ("No", 0.2), ("Yes", 0.4))).confidence == pytest.approx(0.5)


def test_a_logarithm_of_zero_is_certainty_and_not_a_missing_value() -> None:
    found = logits([("Yes", 0.0)])

    assert (found.yes, found.no, found.mass) == (0.0, -20.0, 1.0)
    assert found.confidence == pytest.approx(1 / (1 + math.exp(-20)))
    assert logits([("No", 0.0), ("Yes", -50.0)]).difference == -20.0


def test_no_side_falls_below_its_least_value() -> None:
    assert logits([("Yes", -0.001), ("No", -45.0)]).no == -20.0
    assert logits([("Yes", -0.001), ("No", -math.inf)]).no == -20.0


def test_shown_probabilities_that_round_above_one_leave_nothing() -> None:
    assert logits([("Yes", 1e-6), ("Maybe", -1.0)]).no == -20.0


def test_without_yes_and_no_the_answer_is_refused() -> None:
    assert from_tokens(tokens(("Perhaps", 0.9))) == Refused(
        "neither yes nor no is among the tokens shown", 0.0
    )
    assert isinstance(from_tokens([]), Refused)


def test_with_hardly_any_probability_on_yes_and_no_the_answer_is_refused() -> None:
    refused = from_tokens(tokens(("Perhaps", 0.9), ("Yes", 0.03), ("No", 0.019)))

    assert isinstance(refused, Refused)
    assert refused.mass == pytest.approx(0.049)
    assert refused.reason == "yes and no together have a probability of 0.049, below 0.05"
    assert isinstance(from_tokens(tokens(("Perhaps", 0.9), ("Yes", 0.03), ("No", 0.021))), Logits)


@pytest.mark.parametrize("logarithm", [math.nan, 0.5, math.inf])
def test_a_logarithm_that_cannot_be_is_an_error(logarithm: float) -> None:
    with pytest.raises(ValueError, match="the token 'Yes' has the log probability"):
        from_tokens([("Yes", logarithm)])


SHOWN = st.lists(
    st.tuples(st.sampled_from(["Yes", " yes", "No", "no", "Maybe", "x"]), st.floats(-60, 0)), max_size=8
)


@given(SHOWN, st.randoms(use_true_random=False))
def test_every_judgement_keeps_its_ranges_in_any_order(
    shown: list[tuple[str, float]], random: object
) -> None:
    found = from_tokens(shown)
    shuffled = sorted(shown, key=lambda _: random.random())  # type: ignore[attr-defined]
    again = from_tokens(shuffled)

    assert type(again) is type(found)
    assert again.mass == pytest.approx(found.mass)
    if isinstance(found, Logits):
        assert -20 <= found.yes <= 0
        assert -20 <= found.no <= 0
        assert 0.05 <= found.mass <= 1
        assert 0 < found.confidence < 1


@given(st.floats(-15, 15))
def test_evidence_becomes_the_logarithms_of_both_sides(z: float) -> None:
    found = from_evidence(z)

    assert found.yes == pytest.approx(math.log(1 / (1 + math.exp(-z))))
    assert found.difference == pytest.approx(z, abs=1e-9)
    assert found.confidence == pytest.approx(sigmoid(z))
    assert found.mass == 1.0


@pytest.mark.parametrize("z", [-1e308, -800.0, 800.0, 1e308, math.inf, -math.inf])
def test_any_strength_of_evidence_stays_finite(z: float) -> None:
    assert from_evidence(z).difference == pytest.approx(math.copysign(20.0, z))


def test_evidence_that_is_no_number_is_an_error() -> None:
    with pytest.raises(ValueError, match="no number"):
        from_evidence(math.nan)


def test_sigmoid_does_not_overflow() -> None:
    assert sigmoid(-1e6) == 0.0
    assert sigmoid(1e6) == 1.0
    assert sigmoid(0) == 0.5
