"""The labelled pairs are found in the courses, and the packaged coefficients are what is fitted on them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gradient.calibration.coefficients import packaged
from gradient.calibration.fitting import LabelledEvidence, fit_coefficients
from gradient.calibration.maps.logistic import logistic
from gradient.embedding.stage import EmbedStage
from gradient.evaluation.labelled_evidence import gather
from gradient.evaluation.readers import read_pairs
from gradient.measures.scores import brier
from gradient.providers import registry
from gradient.store.sessions import Database
from tests.corpus.conftest import RealCourses

PAIRS = read_pairs(Path(__file__).parents[1] / "gold")
SPACE = EmbedStage(registry.embedder(registry.OFFLINE)).space


async def test_the_pairs_are_found_and_nothing_is_stored(real_courses: RealCourses) -> None:
    before = real_courses.rows("SELECT count(*) FROM questions")
    async with Database(real_courses.url) as database:
        gathered = await gather(database, PAIRS, SPACE)
    pairs = len(PAIRS.tags) + len(PAIRS.prerequisites)
    assert gathered.disputed + gathered.missing + sum(map(len, gathered.rows.values())) == pairs
    assert gathered.missing <= pairs / 20
    assert real_courses.rows("SELECT count(*) FROM questions") == before


async def test_packaged_coefficients_are_as_good_as_those_fitted_anew(real_courses: RealCourses) -> None:
    async with Database(real_courses.url) as database:
        gathered = await gather(database, PAIRS, SPACE)
    for task, rows in gathered.rows.items():
        right = np.array([float(row.right) for row in rows])
        anew = fit_coefficients(rows, packaged().set_by_hand[task]).coefficients
        ours, fitted = (brier(confidences(rows, one), right) for one in (packaged().tasks[task], anew))
        assert ours <= fitted + 0.002


def confidences(rows: Sequence[LabelledEvidence], coefficients: Mapping[str, float]) -> NDArray[np.float64]:
    odds = [
        coefficients["intercept"] + sum(coefficients[name] * value for name, value in row.features.items())
        for row in rows
    ]
    return logistic(np.array(odds))
