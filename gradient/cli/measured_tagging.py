"""What `gradient eval tagging` shows to people."""

from collections.abc import Mapping
from typing import Any

from gradient.cli.measured import show_basis, show_certified, show_figures
from gradient.cli.output import plural

FIGURES = (
    ("accuracy", "primary pick right"),
    ("macro_accuracy", "the same, mean over topics"),
    ("precision", "precision of accepted tags"),
    ("recall", "recall"),
    ("f1", "F1"),
    ("auroc", "AUROC"),
    ("brier", "Brier score"),
    ("brier_skill", "skill over the base rate"),
    ("ece", "calibration error"),
    ("ece_floor", "its floor: what chance alone shows"),
)


def show(report: Mapping[str, Any]) -> None:
    """The figures with their intervals, the reliability table, what is accepted, and what all rest on."""
    show_figures(FIGURES, report)
    decided, fitted = report["decided"], report["fitted_on"]
    if decided["rows"]:
        show_certified(
            report,
            "rows",
            f"Certified on {plural(decided['draws'], 'draw')} of {plural(decided['rows'], 'decision')} that"
            " fit no map; rows of one fold group are alike, so that they certify less than they count.",
        )
    basis = [] if fitted is None else [plural(fitted["rows"], "train row")]
    if any(one["kind"] != "raw" for one in report["maps"]):
        basis.append(plural(report["maps_fitted_on"]["rows"], "decision"))
    show_basis(report, plural(report["n"], "test row"), " and ".join(basis) or None)
