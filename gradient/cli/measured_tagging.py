"""What `gradient eval tagging` shows to people."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gradient.cli.measured_prerequisites import figure, show_figures
from gradient.cli.output import percent, plural, write
from gradient.errors import UsageError

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
    decided = report["decided"]
    if decided["rows"]:
        for precision, coverage in report["coverage"].items():
            write(_accepted(precision, coverage, report["certified"][precision]))
        write(
            f"Certified on {plural(decided['draws'], 'draw')} of {plural(decided['rows'], 'decision')} that"
            " fit no map; rows of one fold group are alike, so that they certify less than they count."
        )
    fitted = report["fitted_on"]
    write(
        f"Scored on {plural(report['n'], 'test row')} of {report['gold']}; ",
        "fitted on none of its rows, "
        if fitted is None
        else f"fitted on {plural(fitted['rows'], 'train row')}, ",
        "by the offline scorer; the base rate is that of ",
        f"{report['base_rate_of']}.",
    )


def draw(report: Mapping[str, Any], file: Path) -> None:
    """Write the reliability diagram as SVG. UsageError if it cannot be written."""
    from gradient.measures.diagram import reliability_svg
    from gradient.measures.reliability import Bin

    bins = [Bin(**one) for one in report["reliability"]]
    caption = (
        f"{plural(report['n'], 'test row')}, ECE {report['ece']:.3f} (floor {report['ece_floor']:.3f}),"
        f" Brier {report['brier']:.3f}"
    )
    try:
        file.write_text(reliability_svg(bins, f"Tags of {report['gold']}", caption), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be written ({error.strerror}); name another file.") from error


def _accepted(precision: str, coverage: float, certified: Mapping[str, float | None]) -> str:
    threshold = certified["threshold"]
    if threshold is None:
        return f"No threshold is certified for a precision of {precision}."
    reached = figure(certified["precision"])
    return (
        f"A precision of {precision} is certified from {threshold:.2f} on: {percent(coverage)} of the rows"
        f" are accepted by themselves, of which {reached} are right."
    )
