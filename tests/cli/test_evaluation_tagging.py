"""`gradient eval tagging`: figures on a gold set, and nothing left behind."""

from pathlib import Path

import pytest

from gradient.errors import Exit
from tests.cli.conftest import Gradient
from tests.evaluation.gold_sets import TAUGHT, write_gold
from tests.evaluation.test_temporary_database import left

PROMISED = {
    "n", "accuracy", "macro_accuracy", "precision", "recall", "f1", "brier", "brier_skill", "ece",
    "ece_floor", "auroc", "coverage", "certified", "scorer", "rows",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(write_gold(tmp_path / "ten"))


def test_json_has_the_promised_shape(
    gradient: Gradient, folder: str, database_url: str, tmp_path: Path
) -> None:
    drawing = tmp_path / "ten.svg"
    ran = gradient(
        "eval", "tagging", "--gold", folder, "--no-fit", "--preset", "paper", "--decisions", "2", "--seed",
        "1", "--diagram", str(drawing), "--json",
    )  # fmt: skip
    assert ran.code == Exit.DONE
    found = ran.json
    assert found.keys() >= PROMISED
    assert set(found["coverage"]) == {"0.8", "0.9", "0.95"}
    assert (found["gold"], found["n"], found["fitted_on"]) == ("ten", 6, None)
    assert found["decided"] == {
        "split": "train",
        "rows": 2,
        "fold_groups": 1,
        "draws": found["decided"]["draws"],
    }
    assert found["tagged_before"] == {"rows": 2, "fold_groups": 1}
    assert set(found["intervals"]) == {
        "accuracy", "macro_accuracy", "precision", "recall", "f1", "brier", "brier_skill", "ece", "auroc",
    }  # fmt: skip
    assert found["rows"]["groups_in_both"] == 0
    assert sum(one["rows"] for one in found["reliability"]) == found["n"]
    assert drawing.read_text("utf-8").startswith("<svg")
    assert left(database_url) == []


def test_for_people_every_figure_stands_beside_its_words_and_says_what_it_rests_on(
    gradient: Gradient, folder: str
) -> None:
    ran = gradient("eval", "tagging", "--gold", folder, "--decisions", "2")
    assert ran.code == Exit.DONE
    lines = ran.out.splitlines()
    for words in ("primary pick right", "AUROC", "Brier score", "calibration error", "its floor"):
        assert any(line.startswith(words) for line in lines)
    assert "No threshold is certified for a precision of 0.8." in lines
    assert lines[-1].startswith("Scored on 6 test rows of ten; fitted on none of its rows")


def test_decisions_about_no_train_row_are_refused(gradient: Gradient, folder: str, database_url: str) -> None:
    ran = gradient("eval", "tagging", "--gold", folder, "--cold", "--decisions", "1")
    assert ran.code == Exit.USAGE
    assert ran.sentence == "gradient: ten has 0 train rows to decide about, not 1; ask for fewer."
    assert left(database_url) == []


def test_a_set_without_test_rows_is_refused(gradient: Gradient, tmp_path: Path) -> None:
    folder = write_gold(tmp_path / "untested", contents=TAUGHT)
    ran = gradient("eval", "tagging", "--gold", str(folder))
    assert ran.code == Exit.USAGE
    assert "nothing can be scored" in ran.sentence
