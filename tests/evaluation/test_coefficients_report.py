"""Fitted coefficients come into their file, and the file stays what it was besides."""

from datetime import date
from pathlib import Path

from gradient.calibration.coefficients import parse
from gradient.calibration.fitting import LabelledEvidence, fit_coefficients
from gradient.evaluation.coefficients_report import rewritten, set_hash
from gradient.evaluation.readers import ReadPairs

TOML = """# What it is.
origin = "set by hand"
gold = ""
date = 2026-01-01

[tag]
intercept = 0.0
name = 1.0    # how it is named

[prerequisite]
intercept = 5.0

[set_by_hand.tag]
intercept = 0.0
name = 1.0

[set_by_hand.prerequisite]
intercept = 5.0
"""


def pairs(place: Path, of: str) -> ReadPairs:
    (place / "tags.tsv").write_text(of, encoding="utf-8")
    (place / "prerequisites.tsv").write_text("", encoding="utf-8")
    return ReadPairs(place, (), ())


def test_numbers_change_and_all_else_stays(tmp_path: Path) -> None:
    rows = [LabelledEvidence({"name": float(at % 2)}, at % 4 != 1, f"course {at % 3}") for at in range(60)]
    fitted = fit_coefficients(rows, parse(TOML).set_by_hand["tag"])
    text = rewritten(TOML, {"tag": fitted}, pairs(tmp_path, "one"), date(2026, 5, 4))
    found = parse(text)
    assert found.tasks["tag"] == fitted.coefficients != parse(TOML).tasks["tag"]
    assert found.tasks["prerequisite"] == {"intercept": 5.0}
    assert found.set_by_hand == parse(TOML).set_by_hand
    assert found.gold == set_hash(pairs(tmp_path, "one"))
    assert found.version.startswith("2026-05-04 ")
    assert "# how it is named" in text
    assert text.startswith("# What it is.")
    assert rewritten(text, {"tag": fitted}, pairs(tmp_path, "one"), date(2026, 5, 4)) == text


def test_the_hash_of_a_set_changes_with_its_labels(tmp_path: Path) -> None:
    assert set_hash(pairs(tmp_path, "one")) != set_hash(pairs(tmp_path, "two"))
