"""Writes reliability diagrams into files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gradient.cli.output import figure
from gradient.errors import UsageError

FORMAT = ".svg"


def require_svg(file: Path) -> None:
    """UsageError for a name that promises another kind of picture."""
    if file.suffix.lower() != FORMAT:
        raise UsageError(f"{file}: diagrams are written as SVG; give it a name that ends with {FORMAT}.")


def write_diagram(file: Path, bins: Sequence[Mapping[str, Any]], title: str, caption: str) -> None:
    """Draw bins, as reports hold them, as SVG. UsageError if that cannot be written."""
    from gradient.measures.diagram import reliability_svg
    from gradient.measures.reliability import Bin

    drawn = reliability_svg([Bin(**one) for one in bins], title, caption)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be written ({error.strerror}); name another place.") from error


def told(row: Mapping[str, Any]) -> str:
    """The figures of a report that go with its diagram."""
    ranking = "" if row["auroc"] is None else f", AUROC {row['auroc']:.3f}"
    return (
        f"ECE {row['ece']:.3f} (floor {row['ece_floor']:.3f}), Brier {row['brier']:.3f}"
        f" (skill {figure(row['brier_skill'])}){ranking}"
    )
