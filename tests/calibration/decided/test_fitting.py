"""What people decided about prerequisites of a course corrects what the scorer says by itself."""

from dataclasses import replace

import numpy as np
import pytest

from gradient.calibration.decided.fitting import FEWEST, Learned, are_enough
from gradient.calibration.decided.pair import DecidedPair
from gradient.measures.scores import auroc
from tests.calibration.decided import line
from tests.calibration.decided.line import BLIND


def learned(decided: list[DecidedPair]) -> Learned:
    return Learned(line.topics(), decided, [BLIND] * len(decided))


def corrections(decided: list[DecidedPair], asked: list[DecidedPair]) -> list[float]:
    found = learned(decided).corrections([one.ends for one in asked], [BLIND] * len(asked))
    return list(found.tolist())


def test_the_direction_of_pairs_that_nobody_decided_is_learnt() -> None:
    inside, outside = line.split(line.pairs())
    found = np.array(corrections(inside, outside)) + BLIND.log_odds
    right = np.array([one.right for one in outside])
    assert (auroc(found, right) or 0) > 0.97
    assert ((found > 0) == right).mean() > 0.9


def test_the_order_of_decisions_changes_nothing() -> None:
    inside, outside = line.split(line.pairs())
    assert corrections(inside[::-1], outside) == pytest.approx(corrections(inside, outside), abs=1e-6)


def test_a_pair_does_not_know_its_own_label() -> None:
    inside, _ = line.split(line.pairs())
    asked = inside[:1]
    own = {at for at, one in enumerate(inside) if sorted(one.ends) == sorted(asked[0].ends)}
    turned = [replace(one, right=not one.right) if at in own else one for at, one in enumerate(inside)]
    before, after = corrections(inside, asked)[0], corrections(turned, asked)[0]
    assert (before > 0) == (after > 0)


def test_what_the_evidence_says_is_corrected_and_not_replaced() -> None:
    inside, outside = line.split(line.pairs())
    sure = replace(BLIND, log_odds=3.0)
    ends = [one.ends for one in outside]
    known = [replace(BLIND, log_odds=3.0 if one.right else -3.0) for one in inside]
    told = Learned(line.topics(), inside, known).corrections(ends, [sure] * len(ends))
    untold = learned(inside).corrections(ends, [BLIND] * len(ends))
    assert np.abs(told).mean() < np.abs(untold).mean() / 2


def test_too_few_decisions_teach_nothing() -> None:
    inside, _ = line.split(line.pairs())
    assert are_enough(inside[:FEWEST])
    assert not are_enough(inside[: FEWEST - 1])
    assert not are_enough([replace(one, right=True) for one in inside])
    with pytest.raises(ValueError, match="99 decided pairs"):
        learned(inside[: FEWEST - 1])


def test_every_coefficient_has_its_name() -> None:
    inside, _ = line.split(line.pairs())
    names = learned(inside).coefficients()
    assert {"intercept", "learned", "learned_back", "chain", "alike", "reference"} <= names.keys()
    assert names["learned"] > 0 > names["learned_back"]
    assert names["reference"] == 0
