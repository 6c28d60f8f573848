import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.providers.confidence import ConfidenceMap, sigmoid

PARAMETER = st.floats(0.01, 100)
KNOTS = st.integers(1, 6).flatmap(
    lambda count: st.tuples(
        st.lists(st.floats(-20, 20), min_size=count, max_size=count, unique=True).map(sorted),
        st.lists(st.floats(0, 1), min_size=count, max_size=count).map(sorted),
    ).map(lambda sides: tuple(zip(*sides, strict=True)))
)
MAPS = st.one_of(
    st.just(ConfidenceMap()),
    st.builds(ConfidenceMap, st.just("temperature"), temperature=PARAMETER),
    st.builds(ConfidenceMap, st.just("bias"), slope=PARAMETER, intercept=st.floats(-50, 50)),
    st.builds(
        ConfidenceMap,
        st.just("evidence"),
        slope=PARAMETER,
        intercept=st.floats(-50, 50),
        weights=st.lists(st.tuples(st.sampled_from(["cosine", "votes"]), st.floats(-5, 5)), max_size=2).map(
            tuple
        ),
    ),
    st.builds(ConfidenceMap, st.just("isotonic"), knots=KNOTS),
)


def test_raw_leaves_the_confidence_as_it_is() -> None:
    assert ConfidenceMap().apply(math.log(3)) == pytest.approx(0.75)


def test_temperature_divides_the_difference() -> None:
    assert ConfidenceMap("temperature", temperature=2.0).apply(3.0) == pytest.approx(sigmoid(1.5))


def test_bias_scales_and_shifts_the_difference() -> None:
    assert ConfidenceMap("bias", slope=0.5, intercept=-1.0).apply(3.0) == pytest.approx(sigmoid(0.5))


def test_evidence_shifts_the_difference_by_what_is_there() -> None:
    fitted = ConfidenceMap("evidence", slope=0.5, intercept=-1.0, weights=(("cosine", 2.0), ("votes", 9.0)))

    assert fitted.apply(3.0, {"cosine": 0.7, "words": 4.0}) == pytest.approx(sigmoid(0.5 + 1.4))
    assert fitted.apply(3.0) == pytest.approx(sigmoid(0.5))


@pytest.mark.parametrize(
    ("difference", "confidence"),
    [(-9.0, 0.1), (-2.0, 0.1), (-1.0, 0.2), (0.0, 0.3), (2.0, 0.6), (4.0, 0.9), (9.0, 0.9)],
)
def test_isotonic_goes_straight_between_its_knots_and_level_beyond(
    difference: float, confidence: float
) -> None:
    knots = ((-2.0, 0.1), (0.0, 0.3), (4.0, 0.9))

    assert ConfidenceMap("isotonic", knots=knots).apply(difference) == pytest.approx(confidence)


@given(MAPS, st.floats(-20, 20), st.floats(-20, 20))
def test_no_map_turns_an_order_round_or_leaves_the_range(
    confidence_map: ConfidenceMap, one: float, other: float
) -> None:
    low, high = sorted([one, other])

    assert 0 <= confidence_map.apply(low) <= confidence_map.apply(high) + 1e-12 <= 1 + 1e-12


@given(MAPS, st.floats(-20, 20))
def test_a_map_comes_back_from_its_text(confidence_map: ConfidenceMap, difference: float) -> None:
    again = ConfidenceMap.from_json(confidence_map.to_json())

    assert again == confidence_map
    assert again.apply(difference) == confidence_map.apply(difference)


def test_the_text_of_a_map_carries_its_own_parameters_alone() -> None:
    assert ConfidenceMap().to_json() == '{"kind": "raw"}'
    assert ConfidenceMap("temperature", temperature=1.5).to_json() == (
        '{"kind": "temperature", "temperature": 1.5}'
    )


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"kind": "spline"}',
        '{"kind": ["raw"]}',
        '{"kind": "raw", "temperature": 2.0}',
        '{"kind": "temperature"}',
        '{"kind": "temperature", "temperature": "hot"}',
        '{"kind": "temperature", "temperature": 0.0}',
        '{"kind": "temperature", "temperature": NaN}',
        '{"kind": "bias", "slope": -1.0, "intercept": 0.0}',
        '{"kind": "bias", "slope": 1.0, "intercept": Infinity}',
        '{"kind": "evidence", "slope": 1.0, "intercept": 0.0, "weights": [["cosine", NaN]]}',
        '{"kind": "evidence", "slope": 1.0, "intercept": 0.0, "weights": [[1.0, 1.0]]}',
        '{"kind": "isotonic", "knots": []}',
        '{"kind": "isotonic", "knots": [[0.0, 0.5], [0.0, 0.6]]}',
        '{"kind": "isotonic", "knots": [[0.0, 0.5], [1.0, 0.4]]}',
        '{"kind": "isotonic", "knots": [[0.0, 1.5]]}',
        '{"kind": "isotonic", "knots": [1.5]}',
        '{"kind": "isotonic", "knots": 3}',
    ],
)
def test_what_is_no_map_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="map"):
        ConfidenceMap.from_json(text)
