import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.review.draws import Draw, DrawShares, draw, position

KEYS = [("tag", f"content {number}", "gradient") for number in range(20_000)]
TEXT = st.text(max_size=6)
SHARES = DrawShares()


def test_one_undecided_question_in_twenty_is_drawn() -> None:
    drawn = [found for key in KEYS if (found := draw(key, "salt", SHARES))]

    assert len(drawn) == pytest.approx(1000, abs=100)
    assert {found.kind for found in drawn} == {"uniform"}
    assert {found.probability for found in drawn} == {0.05}
    assert {found.drawn_from for found in drawn} == {None}


def test_one_accepted_question_in_twenty_is_an_audit_under_its_threshold() -> None:
    drawn = [found for key in KEYS if (found := draw(key, "salt", SHARES, accepted_from=0.6))]
    audits = [found for found in drawn if found.kind == "audit"]

    assert len(audits) == pytest.approx(950, abs=100)
    assert {(found.probability, found.drawn_from) for found in audits} == {(0.0975, 0.6)}


def test_acceptance_does_not_change_which_questions_are_drawn_uniformly() -> None:
    for key in KEYS[:2000]:
        undecided = draw(key, "salt", SHARES)
        if undecided is not None:
            accepted = draw(key, "salt", SHARES, accepted_from=0.6)
            assert accepted == replace(undecided, probability=0.0975)


def test_weighed_by_their_probability_draws_stand_for_all_questions() -> None:
    """Half of the questions are accepted: by one of the two ways of drawing alone they would weigh twice."""
    drawn = [
        (number % 2, 1 / found.probability)
        for number, key in enumerate(KEYS)
        if (found := draw(key, "salt", SHARES, accepted_from=0.6 if number % 2 else None))
    ]

    assert sum(weight for _, weight in drawn) == pytest.approx(len(KEYS), rel=0.05)
    assert sum(weight for accepted, weight in drawn if accepted) == pytest.approx(len(KEYS) / 2, rel=0.05)


def test_audits_and_uniform_draws_are_independent() -> None:
    both = sum(position("audit", key, "s") < 0.2 and position("uniform", key, "s") < 0.2 for key in KEYS)

    assert both == pytest.approx(0.04 * len(KEYS), rel=0.15)


def test_another_salt_draws_others() -> None:
    first, second = ({key for key in KEYS if draw(key, salt, SHARES)} for salt in ("one", "two"))

    assert len(first & second) == pytest.approx(50, abs=40)


def test_positions_are_spread_evenly() -> None:
    positions = sorted(position("uniform", key, "salt") for key in KEYS)

    assert all(abs(p - rank / len(KEYS)) < 0.02 for rank, p in enumerate(positions))


def test_a_draw_is_the_same_at_any_time_and_place() -> None:
    everything = DrawShares(1.0, 1.0)
    assert draw(("tag", "a", "b"), "salt", everything) == Draw("uniform", 1.0, 0.8502292646405608)


@given(st.tuples(TEXT, TEXT, TEXT), st.tuples(TEXT, TEXT, TEXT))
def test_only_equal_questions_share_a_position(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    assert (position("audit", one, "salt") == position("audit", other, "salt")) == (one == other)
    assert 0 <= position("audit", one, "salt") < 1


def test_ends_that_run_together_are_told_apart() -> None:
    keys = [("tag", "ab", "c"), ("tag", "a", "bc"), ("tag", "abc", ""), ("tag", 'a","b', "c")]

    assert all(
        position("audit", a, "s") != position("audit", b, "s") for a, b in itertools.combinations(keys, 2)
    )


def test_each_kind_has_a_share_of_its_own() -> None:
    audits, uniform = (
        {found.kind for key in KEYS[:500] if (found := draw(key, "salt", shares, accepted_from=0.6))}
        for shares in (DrawShares(audit=1, uniform=0), DrawShares(audit=0, uniform=1))
    )

    assert (audits, uniform) == ({"audit"}, {"uniform"})
    assert not any(draw(key, "salt", DrawShares(0, 0), accepted_from=0.6) for key in KEYS[:500])


@pytest.mark.parametrize("share", [-1.0, 1.5])
def test_a_share_that_cannot_be_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="the share of audit draws"):
        DrawShares(audit=share)
