"""`gradient eval prerequisites`: figures on a gold set, and nothing left behind."""

from pathlib import Path

import pytest

from gradient.errors import Exit
from tests.cli.conftest import Gradient
from tests.evaluation.gold_sets import ladder, write_ladder
from tests.evaluation.test_temporary_database import left

PROMISED = {
    "n", "precision", "recall", "f1", "f1_closed", "auroc", "brier", "brier_skill", "ece", "ece_floor",
    "reversed_accepted",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(write_ladder(tmp_path / "ladder", ladder()))


def test_json_has_the_promised_shape(gradient: Gradient, folder: str, database_url: str) -> None:
    ran = gradient("eval", "prerequisites", "--gold", folder, "--no-fit", "--json")
    assert ran.code == Exit.DONE
    found = ran.json
    assert found.keys() >= PROMISED
    assert (found["gold"], found["fitted_on"]) == ("ladder", None)
    assert found["scored_on"] == {"split": "test", "rows": found["n"], "fold_groups": found["n"] // 2}
    assert set(found["intervals"]) == {"f1", "auroc", "brier", "brier_skill", "ece"}
    assert sum(one["rows"] for one in found["reliability"]) == found["n"]
    assert left(database_url) == []


def test_for_people_every_figure_stands_beside_its_words_and_says_what_it_rests_on(
    gradient: Gradient, folder: str
) -> None:
    ran = gradient("eval", "prerequisites", "--gold", folder)
    assert ran.code == Exit.DONE
    lines = ran.out.splitlines()
    for words in ("F1 ", "AUROC", "Brier score", "calibration error", "its floor"):
        assert any(line.startswith(words) for line in lines)
    assert "chosen on train, by cross-validation" in ran.out
    assert "Pools of 12 topics on average hold 1.000 of the right pairs." in lines
    assert lines[-1].startswith("Scored on ")
    assert "fitted on " in lines[-1]


def test_a_gold_set_without_labelled_test_pairs_is_refused(
    gradient: Gradient, tmp_path: Path, database_url: str
) -> None:
    folder = write_ladder(tmp_path / "untested", ["Number\tAddition\t1\ttrain"])
    ran = gradient("eval", "prerequisites", "--gold", str(folder))
    assert ran.code == Exit.USAGE
    assert ran.sentence == (
        f"gradient: {folder}/prerequisites.tsv: no labelled row has the split test, so nothing can be scored."
    )
