"""Each kind of map finds what is off, and stays within its bounds whatever it is given."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from gradient.calibration.maps.choosing import applied
from gradient.calibration.maps.kinds import Bias, Evidence, Isotonic, Kind, Temperature, pooled
from gradient.calibration.maps.labels import Label, Labels, labels
from tests.calibration.maps.labelled import drawn, label

ALL: list[Kind] = [Temperature(), Bias(), Evidence(), Isotonic()]
ROWS = st.lists(
    st.tuples(
        st.one_of(st.sampled_from([-20.0, -1.0, 0.0, 1.0, 20.0]), st.floats(-20, 20)),
        st.booleans(),
        st.sampled_from([0.05, 0.5, 1.0]),
    ),
    min_size=1,
    max_size=60,
)


def of(given_rows: list[tuple[float, bool, float]]) -> Labels:
    return labels(
        label(at, x, y, probability=share, evidence=(("sign", math.copysign(1, x)),))
        for at, (x, y, share) in enumerate(given_rows)
    )


def test_temperature_finds_how_much_too_sure_a_scorer_is() -> None:
    found = Temperature().fit(labels(drawn(4000, slope=0.4)))

    assert found.temperature == pytest.approx(2.5, rel=0.1)


def test_bias_finds_scale_and_shift() -> None:
    found = Bias().fit(labels(drawn(4000, slope=0.7, intercept=-1.0)))

    assert found.slope == pytest.approx(0.7, rel=0.1)
    assert found.intercept == pytest.approx(-1.0, rel=0.15)


def test_bias_is_what_another_implementation_finds() -> None:
    given_labels = labels(
        Label(one.key, one.difference, one.right, one.group, one.subject, probability=0.3 + 0.7 * (at % 2))
        for at, one in enumerate(drawn(3000, slope=1.4, intercept=0.6))
    )

    other = LogisticRegression(C=1e9).fit(
        given_labels.differences[:, None], given_labels.right, sample_weight=given_labels.weights
    )
    found = Bias().fit(given_labels)

    assert found.slope == pytest.approx(other.coef_[0, 0], abs=0.01)
    assert found.intercept == pytest.approx(other.intercept_[0], abs=0.01)


def test_evidence_finds_what_speaks_beside_the_log_odds() -> None:
    generator = np.random.default_rng(3)
    given_labels = [
        Label(
            one.key,
            one.difference,
            bool(generator.random() < 1 / (1 + math.exp(-one.difference - 2 * seen + 1))),
            one.group,
            one.subject,
            evidence=(("always", 4.0), ("seen", float(seen))),
        )
        for one, seen in zip(drawn(4000), generator.integers(0, 2, 4000), strict=True)
    ]

    found = Evidence().fit(labels(given_labels))

    assert found.slope == pytest.approx(1, rel=0.1)
    assert dict(found.weights) == {"seen": pytest.approx(2, rel=0.1)}
    assert found.intercept == pytest.approx(-1, abs=0.15)


def test_isotonic_is_what_another_implementation_finds() -> None:
    given_labels = labels(drawn(500, slope=0.5))

    other = IsotonicRegression().fit(
        given_labels.differences, given_labels.right, sample_weight=given_labels.weights
    )
    levels = pooled(given_labels)

    ours = np.concatenate(
        [
            np.full(np.sum((given_labels.differences >= one.first) & (given_labels.differences <= one.last)),
                    one.right / one.weight)
            for one in levels
        ]
    )  # fmt: skip
    assert ours == pytest.approx(other.predict(np.sort(given_labels.differences)))


def test_isotonic_pools_what_falls_and_what_is_equal() -> None:
    found = pooled(
        of([(0.0, True, 1.0), (0.0, False, 1.0), (1.0, True, 1.0), (2.0, False, 1.0), (3.0, True, 1.0)])
    )

    assert [(one.first, one.last, one.right / one.weight) for one in found] == [
        (0.0, 2.0, pytest.approx(0.5)),
        (3.0, 3.0, pytest.approx(1.0)),
    ]


def test_the_ends_of_isotonic_are_no_surer_than_their_labels_allow() -> None:
    found = Isotonic().fit(of([(float(at), at >= 10, 1.0) for at in range(20)]))

    assert found.apply(-20) == pytest.approx(1 / 12)
    assert found.apply(20) == pytest.approx(11 / 12)


def test_a_scorer_that_is_right_is_hardly_touched_by_few_labels() -> None:
    found = Bias().fit(labels(drawn(100)))

    assert found.slope == pytest.approx(1, abs=0.35)
    assert found.intercept == pytest.approx(0, abs=0.6)


def test_a_scorer_that_is_the_wrong_way_round_is_flattened_and_not_turned() -> None:
    turned = labels(drawn(400, slope=-1.0))

    for kind in ALL:
        found = applied(kind.fit(turned), turned)
        assert (np.diff(found[np.argsort(turned.differences)]) >= -1e-12).all()
        assert np.ptp(found) < 0.5


@given(ROWS, st.sampled_from(ALL))
def test_whatever_the_labels_a_map_is_one(given_rows: list[tuple[float, bool, float]], kind: Kind) -> None:
    """Ties, labels that are all equal, extreme log-odds, a single label: confidences stay within 0 and 1."""
    found = kind.fit(of(given_rows))

    confidences = [found.apply(x / 4) for x in range(-80, 81)]
    assert all(0 <= one <= 1 for one in confidences)
    assert all(low <= high + 1e-12 for low, high in itertools.pairwise(confidences))
    assert type(found).from_json(found.to_json()) == found


@given(
    ROWS.flatmap(lambda rows: st.tuples(st.just(rows), st.permutations(range(len(rows))))),
    st.sampled_from(ALL),
)
def test_identical_decisions_in_any_order_give_the_same_map(
    both: tuple[list[tuple[float, bool, float]], list[int]], kind: Kind
) -> None:
    given_rows, order = both
    first = of(given_rows)

    assert kind.fit(labels([first.rows[at] for at in order])).to_json() == kind.fit(first).to_json()
