"""The labelled pairs are found in the courses, and the packaged coefficients are what is fitted on them."""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import gradient.calibration
from gradient.calibration.coefficients import packaged, parse
from gradient.calibration.fitting import LabelledEvidence, fit_coefficients
from gradient.calibration.maps.logistic import logistic
from gradient.embedding.stage import EmbedStage
from gradient.evaluation.labelled_evidence import gather
from gradient.evaluation.readers import read_pairs
from gradient.measures.scores import brier
from gradient.providers import registry
from gradient.store.sessions import Database
from tests.corpus.conftest import RealCourses
from tests.daemon.runs import run

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(600), pytest.mark.xdist_group("corpus")]

PAIRS = read_pairs(Path(__file__).parents[1] / "gold")
PACKAGED = Path(gradient.calibration.__file__).with_name("coefficients.toml")
SPACE = EmbedStage(registry.embedder(registry.OFFLINE)).space


async def test_the_pairs_are_found_and_nothing_is_stored(real_courses: RealCourses) -> None:
    before = real_courses.rows("SELECT count(*) FROM questions")
    async with Database(real_courses.url) as database:
        gathered = await gather(database, PAIRS, SPACE)
    pairs = len(PAIRS.tags) + len(PAIRS.prerequisites)
    assert gathered.disputed + gathered.missing + sum(map(len, gathered.rows.values())) == pairs
    assert gathered.missing <= pairs / 20
    assert real_courses.rows("SELECT count(*) FROM questions") == before


async def test_packaged_coefficients_are_as_good_as_those_that_the_command_fits(
    real_courses: RealCourses, tmp_path: Path
) -> None:
    file = tmp_path / "coefficients.toml"
    shutil.copy(PACKAGED, file)
    told = run(
        real_courses.home, "calibrate", "fit", "--gold", str(PAIRS.folder), "--write", str(file), "--json"
    )
    assert json.loads(told.stdout)["missing"] <= 35
    anew = parse(file.read_text(encoding="utf-8"))
    async with Database(real_courses.url) as database:
        gathered = await gather(database, PAIRS, SPACE)
    for task, rows in gathered.rows.items():
        right = np.array([float(row.right) for row in rows])
        ours, fitted = (brier(confidences(rows, one.tasks[task]), right) for one in (packaged(), anew))
        assert ours <= fitted + 0.002


async def test_of_pairs_that_are_likely_by_about_eight_tenths_so_many_are_right(
    real_courses: RealCourses,
) -> None:
    async with Database(real_courses.url) as database:
        gathered = await gather(database, PAIRS, SPACE)
    for task, rows in gathered.rows.items():
        held_out = fit_coefficients(rows, packaged().set_by_hand[task]).held_out
        right = [row.right for row, confidence in zip(rows, held_out, strict=True) if 0.7 <= confidence < 0.9]
        assert len(right) >= 30
        assert 0.7 <= sum(right) / len(right) <= 0.9


def confidences(rows: Sequence[LabelledEvidence], coefficients: Mapping[str, float]) -> NDArray[np.float64]:
    odds = [
        coefficients["intercept"] + sum(coefficients[name] * value for name, value in row.features.items())
        for row in rows
    ]
    return logistic(np.array(odds))
