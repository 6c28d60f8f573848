"""What both measures of confidences show to people: figures, reliability, what is certified, the rows."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gradient.cli.diagrams import told, write_diagram
from gradient.cli.legend import OF_CONFIDENCES, show_legend
from gradient.cli.output import figure, percent, plural, write
from gradient.cli.tables import Column, table

RELIABILITY = (
    Column("confidences", "span"),
    Column("rows", "rows", "right"),
    Column("mean", "confidence", "right"),
    Column("right", "right", "right"),
)
SHOWN_OF_HASH = 12


def show_figures(figures: Sequence[tuple[str, str]], report: Mapping[str, Any]) -> None:
    """The figures of a report by name and words, its reliability table, and what both mean."""
    table(
        (Column("figure", "name"), Column("value", "value", "right"), Column("95 %", "bounds")),
        [
            {"name": words, "value": figure(report[name]), "bounds": bounded(report["intervals"].get(name))}
            for name, words in figures
        ],
    )
    table(RELIABILITY, [_reliability_row(one) for one in report["reliability"]])
    show_legend(OF_CONFIDENCES)


def show_certified(report: Mapping[str, Any], rows: str, standing_on: str) -> None:
    """How many rows are accepted by themselves where a precision is certified, and on what that stands."""
    for precision, coverage in report["coverage"].items():
        write(_accepted(precision, coverage, report["certified"][precision], rows))
    write(standing_on)


def show_basis(report: Mapping[str, Any], scored: str, fitted: str | None) -> None:
    """Which rows the figures were scored on, which they were fitted on, and whose word they are."""
    named = report["rows"]
    shared = named["groups_in_both"]
    apart = (
        f"{plural(shared, 'fold group')} of which certify or are scored"
        if shared
        else "of no fold group scored"
    )
    hashes = [f"scored {named['scored_on'][:SHOWN_OF_HASH]}"]
    hashes += [f"fitted on {named['fitted_on'][:SHOWN_OF_HASH]}"] if fitted is not None else []
    certified = named.get("certified_on")
    hashes += [f"certified on {certified[:SHOWN_OF_HASH]}"] if certified is not None else []
    write(
        f"Scored on {scored} of {report['gold']}; ",
        "fitted on none of its rows" if fitted is None else f"fitted on {fitted}, {apart}",
        f", by the scorer {report['scorer']}; the base rate is that of {report['base_rate_of']}."
        f" Hashes of the rows: {', '.join(hashes)}.",
    )


def draw(report: Mapping[str, Any], file: Path, what: str, rows: str) -> None:
    """Write the reliability diagram. UsageError if it cannot be written."""
    fitted = report["fitted_on"]
    basis = "fitted on none" if fitted is None else f"fitted on {plural(fitted['rows'], 'train row')}"
    caption = f"{plural(report['n'], rows)}, {basis}, by {report['scorer']}\n{told(report)}"
    write_diagram(file, report["reliability"], f"{what} of {report['gold']}", caption)


def bounded(bounds: list[float] | None) -> str:
    """An interval in words; nothing for None."""
    return "" if bounds is None else f"{bounds[0]:.3f} to {bounds[1]:.3f}"


def _accepted(precision: str, coverage: float, certified: Mapping[str, Any], rows: str) -> str:
    threshold = certified["threshold"]
    if threshold is None:
        return f"No threshold is certified for a precision of {precision}."
    bounds = certified["intervals"]
    return (
        f"A precision of {precision} is certified from {threshold:.2f} on: {percent(coverage)} of the {rows}"
        f"{_within(bounds['coverage'])} are accepted by themselves, of which"
        f" {figure(certified['precision'])}{_within(bounds['precision'])} are right."
    )


def _within(bounds: list[float] | None) -> str:
    return "" if bounds is None else f" ({bounded(bounds)})"


def _reliability_row(one: Mapping[str, Any]) -> dict[str, Any]:
    """A bin as a row of `RELIABILITY`."""
    return {
        "span": f"{one['least']:.3f} to {one['most']:.3f}",
        "rows": one["rows"],
        "confidence": figure(one["confidence"]),
        "right": figure(one["right"]),
    }
