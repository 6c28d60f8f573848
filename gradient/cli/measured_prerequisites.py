"""What `gradient eval prerequisites` shows to people."""

from collections.abc import Mapping, Sequence
from typing import Any

from gradient.cli.legend import OF_CONFIDENCES, show_legend
from gradient.cli.output import plural, write
from gradient.cli.tables import Column, table

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
RELIABILITY = (
    Column("confidences", "span"),
    Column("pairs", "rows", "right"),
    Column("mean", "confidence", "right"),
    Column("right", "right", "right"),
)


def show(report: Mapping[str, Any]) -> None:
    """The figures with their intervals, the reliability table, the pools, and what they rest on."""
    show_figures(FIGURES, report)
    chosen = report["threshold_chosen_on"]
    write(
        f"Accepted from {report['threshold']:.2f} on, ",
        "as the settings say." if chosen is None else f"chosen on {chosen}; at {_at_setting(report)}.",
    )
    unseen = report["unseen"]
    if unseen["n"]:
        write(
            f"Of {plural(unseen['n'], 'pair')} with a topic that no fitted row has:"
            f" F1 {figure(unseen['f1'])}."
        )
    for pool in report["pools"]:
        write(
            f"Pools of {pool['mean']:.0f} topics on average hold {figure(pool['share'])} of the right pairs."
        )
    fitted = report["fitted_on"]
    write(
        f"Scored on {plural(report['n'], 'test pair')} of {report['gold']}; ",
        "fitted on none of its rows, "
        if fitted is None
        else f"fitted on {plural(fitted['rows'], 'train pair')}, ",
        "by the offline scorer.",
    )


def show_figures(figures: Sequence[tuple[str, str]], report: Mapping[str, Any]) -> None:
    """The figures of a report by name and words, its reliability table, and what both mean."""
    table(
        (Column("figure", "name"), Column("value", "value", "right"), Column("95 %", "bounds")),
        [
            {"name": words, "value": figure(report[name]), "bounds": _bounded(report["intervals"].get(name))}
            for name, words in figures
        ],
    )
    table(RELIABILITY, [_reliability_row(one) for one in report["reliability"]])
    show_legend(OF_CONFIDENCES)


def _at_setting(report: Mapping[str, Any]) -> str:
    setting = report["at_setting"]
    return f"the {setting['threshold']:.2f} of the settings F1 is {figure(setting['f1'])}"


def _reliability_row(one: Mapping[str, Any]) -> dict[str, Any]:
    """A bin as a row of `RELIABILITY`."""
    return {
        "span": f"{one['least']:.3f} to {one['most']:.3f}",
        "rows": one["rows"],
        "confidence": figure(one["confidence"]),
        "right": figure(one["right"]),
    }


def figure(value: float | None) -> str:
    """A figure with three digits, or that there is none."""
    return "none" if value is None else f"{value:.3f}"


def _bounded(bounds: list[float] | None) -> str:
    """An interval in words; nothing for None."""
    return "" if bounds is None else f"{bounds[0]:.3f} to {bounds[1]:.3f}"
