"""From how many labels on which map is fitted, and that it does better where it was not fitted."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradient.calibration.maps.choosing import applied, chosen_map, cross_validated, is_no_use
from gradient.calibration.maps.kinds import KINDS, KINDS_OF_MODELS, Bias, Evidence, Isotonic, Raw, Temperature
from gradient.calibration.maps.labels import Label, folds, labels
from gradient.measures.scores import brier
from gradient.providers.confidence import ConfidenceMap
from tests.calibration.maps.labelled import bent, drawn, label

WORSENED = {25: 1, 100: 0, 200: 0}
"""Seeds of labels that each kind of map makes worse, by how many there are."""


def tried(count: int) -> set[str]:
    """The kinds that a reason names for so many labels of a scorer that all of them mend."""
    reason = chosen_map(labels(drawn(count, slope=0.2, intercept=-2.0))).reason
    return {kind.name for kind in KINDS if kind.name in reason}


@pytest.mark.parametrize(
    ("count", "kinds"),
    [
        (24, set()),
        (25, {"raw", "temperature"}),
        (99, {"raw", "temperature"}),
        (100, {"raw", "temperature", "bias"}),
        (199, {"raw", "temperature", "bias"}),
        (200, {"raw", "temperature", "bias", "isotonic"}),
    ],
)
def test_each_kind_is_tried_from_its_number_of_labels_on(count: int, kinds: set[str]) -> None:
    assert tried(count) == kinds


@pytest.mark.parametrize("count", [0, 1, 24])
def test_with_too_few_labels_it_is_raw_and_says_so(count: int) -> None:
    found = chosen_map(labels(drawn(count, slope=0.1)))

    assert found.map == ConfidenceMap()
    assert found.reason == f"A map needs 25 decisions, and there are {count}."


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("count", [25, 100, 200])
def test_with_answers_that_are_all_alike_it_is_raw_and_says_so(count: int, right: bool) -> None:
    found = chosen_map(labels(label(at, at / 50, right) for at in range(count)))

    assert found.map == ConfidenceMap()
    assert found.reason.startswith(f"All {count} decisions {'accepted' if right else 'rejected'}")


@pytest.mark.parametrize(
    ("given_labels", "kind"),
    [
        (drawn(60, slope=0.2), "temperature"),
        (drawn(150, slope=0.8, intercept=-2.0), "bias"),
        (bent(800), "isotonic"),
    ],
)
def test_the_kind_is_chosen_that_mends_what_is_off(given_labels: list[Label], kind: str) -> None:
    found = chosen_map(labels(given_labels))

    assert found.map.kind == kind
    assert found.decisions == len(given_labels)
    assert found.brier is not None
    assert found.brier_raw is not None
    assert found.brier < found.brier_raw
    assert found.ece is not None
    assert found.ece_raw is not None
    assert found.ece < found.ece_raw


def test_it_does_better_on_labels_that_it_never_saw() -> None:
    for given_labels, others in [
        (drawn(80, slope=0.3), drawn(2000, slope=0.3, seed=2)),
        (drawn(200, slope=0.8, intercept=-2.0), drawn(2000, slope=0.8, intercept=-2.0, seed=2)),
        (bent(400), bent(2000, seed=2)),
    ]:
        unseen = labels(others)
        found = applied(chosen_map(labels(given_labels)).map, unseen)
        assert brier(found, unseen.right) < brier(applied(ConfidenceMap(), unseen), unseen.right)


@pytest.mark.parametrize("count", [25, 100, 200])
def test_a_map_that_would_worsen_brier_is_refused(count: int) -> None:
    """A scorer that is right needs none."""
    given_labels = labels(drawn(count, seed=WORSENED[count]))
    kinds = [kind for kind in KINDS if kind.least <= count]
    raw, *others = (brier(cross_validated(given_labels, kind), given_labels.right) for kind in kinds)
    assert min(others) > raw

    found = chosen_map(given_labels)

    assert found.map == ConfidenceMap()
    assert found.reason.endswith("would be no better.")
    assert found.brier == found.brier_raw == pytest.approx(raw)


@pytest.mark.parametrize("wrong", [100, 180])
def test_a_map_of_no_use_is_left_out_and_carries_nothing_over_a_threshold(wrong: int) -> None:
    """All but one are right, whatever the scorer says of them: of that, one share for all would be made."""
    given_labels = labels(label(at, -2 + at / 50, at != wrong) for at in range(200))
    best = min(KINDS, key=lambda kind: brier(cross_validated(given_labels, kind), given_labels.right))
    assert best.fit(given_labels).apply(-3.9) > 0.9

    found = chosen_map(given_labels)

    assert f"but for what is of no use: {best.name}" in found.reason.replace("bias, ", f"{best.name}, ")
    assert is_no_use(found.skill, found.auroc)
    for raw in (-3.9, -1.0, 1.0, 3.9):
        assert abs(found.map.apply(raw) - 0.5) < abs(ConfidenceMap().apply(raw) - 0.5)
        assert (found.map.apply(raw) > 0.5) is (raw > 0)


def test_what_is_of_no_use_and_would_make_all_surer_leaves_confidences_raw_and_says_so() -> None:
    """Nine in ten are right, and the scorer, hardly sure of any, does not say which."""
    found = chosen_map(labels(label(at, 0.1 + at % 7 / 100, at % 10 > 0) for at in range(60)))

    assert found.map == ConfidenceMap()
    assert found.reason.startswith(
        "By cross-validation over 60 decisions raw is the best of raw, temperature,"
        " but for what is of no use: temperature, by which confidences "
    )


def test_a_group_that_is_split_would_praise_what_it_taught() -> None:
    """Labels of one source are alike here."""
    generator = np.random.default_rng(2)
    given_labels = []
    for source in range(8):
        right = source % 2 == 0
        for _ in range(30):
            x = float(generator.normal(4 if right else 3, 0.01) + source / 10)
            given_labels.append(label(len(given_labels), x, right, group=f"source {source}"))
    together = labels(given_labels)
    apart = labels(Label(one.key, one.difference, one.right, one.key[2], one.subject) for one in given_labels)

    def gain(of: object) -> float:
        return brier(cross_validated(of, Raw()), together.right) - brier(  # type: ignore[arg-type]
            cross_validated(of, Isotonic()),
            together.right,  # type: ignore[arg-type]
        )

    assert gain(apart) > gain(together)


def test_a_cross_validated_confidence_is_from_a_map_that_did_not_see_its_group() -> None:
    given_labels = labels(drawn(60, slope=0.5))
    fold = folds(given_labels, 5)

    found = cross_validated(given_labels, Temperature())

    for one in range(5):
        fitted = Temperature().fit(given_labels.only(fold != one))
        assert found[fold == one] == pytest.approx(applied(fitted, given_labels.only(fold == one)))


def test_a_language_model_may_be_mended_by_evidence_and_the_offline_scorer_not() -> None:
    generator = np.random.default_rng(4)
    given_labels = []
    for at in range(150):
        seen, x = float(generator.integers(0, 2)), float(generator.normal(0, 1))
        right = bool(generator.random() < 1 / (1 + np.exp(-x - 5 * seen + 2.5)))
        given_labels.append(label(at, x, right, evidence=(("seen", seen),)))

    assert chosen_map(labels(given_labels), KINDS_OF_MODELS).map.kind == "evidence"
    assert chosen_map(labels(given_labels), KINDS).map.kind != "evidence"
    assert (Evidence.least, Bias.least) == (100, 100)


def test_draws_weigh_more_where_a_map_is_fitted() -> None:
    """The accepted ones were hardly asked about: what their few draws say counts for all of them."""
    band = [label(at, 0.0, at % 2 == 0) for at in range(40)]
    draws = [label(100 + at, 3.0, at % 2 == 0, probability=0.05) for at in range(8)]
    unweighted = [label(100 + at, 3.0, at % 2 == 0) for at in range(8)]

    assert chosen_map(labels(band + draws)).map.apply(3.0) < chosen_map(labels(band + unweighted)).map.apply(
        3.0
    )


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([24, 25, 99, 100, 199, 200]))
def test_identical_decisions_in_any_order_give_the_same_choice(order: object, count: int) -> None:
    given_labels = drawn(count, slope=0.5, intercept=-0.5)
    shuffled = list(given_labels)
    order.shuffle(shuffled)  # type: ignore[attr-defined]

    assert chosen_map(labels(shuffled)) == chosen_map(labels(given_labels))
