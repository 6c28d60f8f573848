"""`gradient eval prerequisites`: figures on a gold set, and nothing left behind."""

from pathlib import Path

import pytest

from gradient.errors import Exit
from tests.cli.conftest import Gradient
from tests.evaluation.gold_sets import ladder, write_ladder
from tests.evaluation.test_temporary_database import left

PROMISED = {
    "n", "precision", "recall", "f1", "f1_closed", "auroc", "brier", "brier_skill", "ece", "ece_floor",
    "reversed_accepted", "coverage", "certified", "scorer", "rows",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(write_ladder(tmp_path / "ladder", ladder()))


def test_json_has_the_promised_shape(
    gradient: Gradient, folder: str, database_url: str, tmp_path: Path
) -> None:
    drawing = tmp_path / "drawn" / "ladder.svg"
    ran = gradient("eval", "prerequisites", "--gold", folder, "--no-fit", "--diagram", str(drawing), "--json")
    assert ran.code == Exit.DONE
    found = ran.json
    assert found.keys() >= PROMISED
    assert (found["gold"], found["fitted_on"]) == ("ladder", None)
    assert found["scored_on"] == {"split": "test", "rows": found["n"], "fold_groups": found["n"] // 2}
    assert set(found["intervals"]) == {
        "precision", "recall", "f1", "f1_closed", "reversed_accepted", "auroc", "brier", "brier_skill", "ece",
    }  # fmt: skip
    assert found["coverage"] == {"0.8": None, "0.9": None, "0.95": None}
    assert (found["rows"]["fitted_on"], found["rows"]["groups_in_both"]) == (None, 0)
    assert found["scorer"].startswith("offline ")
    assert "fitted on none, by offline" in drawing.read_text("utf-8")
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
    assert "A precision of 0.8 is certified from 0." in ran.out
    assert "train pairs, each judged by what those of other folds teach" in ran.out
    assert "Pools of 12 topics on average hold 1.000 of the right pairs." in lines
    assert lines[-1].startswith("Scored on ")
    assert "train pairs, of no fold group scored, by the scorer offline" in lines[-1]


def test_labels_that_cannot_all_be_right_are_told_and_the_set_is_measured(
    gradient: Gradient, tmp_path: Path
) -> None:
    pairs = [pair.replace("\t0\t", "\t1\t") for pair in ladder()]
    ran = gradient(
        "eval", "prerequisites", "--gold", str(write_ladder(tmp_path / "ladder", pairs)), "--no-fit"
    )
    assert ran.code == Exit.DONE
    assert "prerequisites.tsv, line 3: by its label" in " ".join(ran.err.split())


def test_a_diagram_is_no_other_kind_of_file(gradient: Gradient, folder: str) -> None:
    ran = gradient("eval", "prerequisites", "--gold", folder, "--no-fit", "--diagram", "here.png")
    assert ran.code == Exit.USAGE
    assert ran.sentence == (
        "gradient: here.png: diagrams are written as SVG; give it a name that ends with .svg."
    )


def test_a_gold_set_without_labelled_test_pairs_is_refused(
    gradient: Gradient, tmp_path: Path, database_url: str
) -> None:
    folder = write_ladder(tmp_path / "untested", ["Number\tAddition\t1\ttrain"])
    ran = gradient("eval", "prerequisites", "--gold", str(folder))
    assert ran.code == Exit.USAGE
    assert ran.sentence == (
        f"gradient: {folder}/prerequisites.tsv: no labelled row has the split test, so nothing can be scored."
    )
