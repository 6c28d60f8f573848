"""The evidence of a judgement in words, and that it adds up."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.calibration.coefficients import packaged
from gradient.cli.evidence import MEANINGS, REST, difference, lines_of, terms_of
from gradient.providers.confidence import Logits, from_evidence
from tests.cli.conftest import Gradient, Taught

WEIGHTS = st.floats(-9, 9, allow_nan=False)


def judged(parts: dict[str, float], features: dict[str, float], z: float | None = None) -> dict[str, Any]:
    logits = from_evidence(math.fsum(parts.values()) if z is None else z)
    assert isinstance(logits, Logits)
    return {
        "log_yes": logits.yes,
        "log_no": logits.no,
        "refused": None,
        "evidence": {"parts": parts, "features": features},
    }


@given(st.dictionaries(st.sampled_from(sorted(MEANINGS["prerequisite"])), WEIGHTS, min_size=1))
def test_the_terms_add_up_to_the_log_odds_as_they_are_and_as_they_are_shown(parts: dict[str, float]) -> None:
    judgement = judged(parts, dict.fromkeys(parts, 0.5))
    lines = lines_of(judgement, "prerequisite", "Graph", "Tree")
    if not lines:
        assert not any(parts.values())
        return
    assert sum(term.value for term in terms_of(judgement)) == pytest.approx(difference(judgement))
    assert round(sum(line.value for line in lines[:-1]), 2) == lines[-1].value
    assert lines[-1].value == round(difference(judgement), 2)


def test_every_feature_of_today_has_words() -> None:
    for task, coefficients in packaged().tasks.items():
        assert coefficients.keys() <= MEANINGS[task].keys()


def test_a_term_says_what_was_measured_and_what_it_was_multiplied_by() -> None:
    judgement = judged({"intercept": -1.0, "reference": 1.4}, {"reference": 0.5})
    first, then, total = lines_of(judgement, "prerequisite", "Graph", "Tree")
    assert (first.value, first.words) == (1.4, "sentences about Tree name Graph (reference 0.50 × 2.80)")
    assert (then.value, then.words) == (-1.0, "where it starts before any evidence (intercept)")
    assert (total.value, total.words) == (0.4, "in sum, the log-odds L_yes − L_no")


def test_what_speaks_for_the_other_direction_is_said_of_that() -> None:
    (line, _) = lines_of(judged({"cue": -0.9}, {"cue": -0.5}), "prerequisite", "Graph", "Tree")
    assert line.words == "sentences say that Graph rests on Tree (cue -0.50 × 1.80)"
    (line, _) = lines_of(judged({"untaught": -0.9}, {"untaught": -0.5}), "prerequisite", "Graph", "Tree")
    assert line.words.startswith("the course has few sentences about Graph")


def test_a_feature_that_an_older_version_had_keeps_its_name() -> None:
    (line, _) = lines_of(judged({"charm": 0.5}, {"charm": 0.25}), "tag")
    assert line.words == "“charm” (charm 0.25 × 2.00)"


def test_small_terms_are_shown_as_one() -> None:
    judgement = judged({"intercept": -1.0, "lead": 0.03, "first": 0.04}, {"lead": 0.01, "first": 0.1})
    assert [(line.value, line.words) for line in lines_of(judgement, "tag")][1] == (
        0.07,
        "smaller terms together: first, lead",
    )


def test_what_the_stored_terms_do_not_account_for_is_said() -> None:
    missing = terms_of(judged({"name": 2.0}, {"name": 1.0}, z=1.5))
    assert (missing[-1].name, missing[-1].value) == (REST, pytest.approx(-0.5))
    limited = lines_of(judged({"name": 25.0}, {"name": 1.0}), "tag")
    assert [line.value for line in limited] == [25.0, -5.0, 20.0]
    assert "limit of 20" in limited[1].words


def test_a_scorer_that_weighs_no_evidence_has_no_terms(gradient: Gradient, taught: Taught) -> None:
    taught.rows.one("UPDATE judgements SET evidence = %s", json.dumps({"features": {"name": 1.0}}))
    number = taught.rows.question("tag", taught.contents["doubt"], taught.tree)
    out = gradient("explain", "tag", str(number)).out
    assert "L_yes" in out
    assert "evidence" not in out
