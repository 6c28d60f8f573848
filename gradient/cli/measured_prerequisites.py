"""What `gradient eval prerequisites` shows to people."""

from collections.abc import Mapping
from typing import Any

from gradient.cli.measured import show_basis, show_certified, show_figures
from gradient.cli.output import figure, plural, write

FIGURES = (
    ("precision", "precision"),
    ("recall", "recall"),
    ("f1", "F1"),
    ("f1_closed", "F1 of the settled graph, with all its ways"),
    ("auroc", "AUROC"),
    ("brier", "Brier score"),
    ("brier_skill", "skill over the base rate"),
    ("ece", "calibration error"),
    ("ece_floor", "its floor: what chance alone shows"),
    ("reversed_accepted", "reversals of right pairs accepted"),
)


def show(report: Mapping[str, Any]) -> None:
    """The figures with their intervals, the reliability table, the pools, and what they rest on."""
    show_figures(FIGURES, report)
    chosen, fitted = report["threshold_chosen_on"], report["fitted_on"]
    write(
        f"Accepted from {report['threshold']:.2f} on, ",
        "as the settings say." if chosen is None else f"chosen on {chosen}; at {_at_setting(report)}.",
    )
    if chosen is not None:
        show_certified(
            report,
            "test pairs",
            f"Certified on {plural(fitted['rows'], 'train pair')}, each judged by what those of other folds"
            " teach; both directions of a pair are alike, so that they certify less than they count.",
        )
    unseen = report["unseen"]
    if unseen["n"]:
        write(
            f"Of {plural(unseen['n'], 'pair')} with a topic that no fitted row has:"
            f" F1 {figure(unseen['f1'])}."
        )
    if fitted is not None:
        alone = report["alone"]
        write(f"Fitted on nothing: F1 {figure(alone['f1'])}, AUROC {figure(alone['auroc'])}.")
    for pool in report["pools"]:
        write(
            f"Pools of {pool['mean']:.0f} topics on average hold {figure(pool['share'])} of the right pairs."
        )
    show_basis(
        report,
        plural(report["n"], "test pair"),
        None if fitted is None else plural(fitted["rows"], "train pair"),
    )


def _at_setting(report: Mapping[str, Any]) -> str:
    setting = report["at_setting"]
    return f"the {setting['threshold']:.2f} of the settings F1 is {figure(setting['f1'])}"
