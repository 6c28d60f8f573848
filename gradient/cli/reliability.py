"""Shows how far confidences can be relied on, in tables and diagrams."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gradient.calibration.refit import doubted
from gradient.cli.legend import LEGEND, show_legend
from gradient.cli.output import percent, plural, title, write
from gradient.cli.tables import Column, table
from gradient.errors import UsageError
from gradient.home import expanded

Found = Mapping[str, Any]

FIGURES = (
    Column("scored on", "rows"),
    Column("course", "course", yields="end"),
    Column("n", "n", "right"),
    Column("accepted", "accepted", "right"),
    Column("groups", "groups", "right"),
    Column("right", "right", "right"),
    Column("Brier", "brier", "right"),
    Column("skill", "brier_skill", "right"),
    Column("ECE", "ece", "right"),
    Column("its floor", "ece_floor", "right"),
    Column("AUROC", "auroc", "right"),
)

BINS = (
    Column("confidence from", "least", "right"),
    Column("to", "most", "right"),
    Column("rows", "rows", "right"),
    Column("mean", "confidence", "right"),
    Column("right", "right", "right"),
)

CERTIFIED = (
    Column("course", "course", yields="end"),
    Column("of", "task"),
    Column("draws", "draws", "right"),
    Column("precision", "precision", "right"),
    Column("certified from", "threshold", "right"),
    Column("accepted by itself", "coverage", "right"),
)


def show_report(found: Found) -> None:
    """Print what `gradient calibrate report` found."""
    if not found["scales"]:
        write("Nobody has answered a question yet that has a confidence, so all of them are raw.")
    for scale in found["scales"]:
        _show_scale(scale)
    rows = [row for one in found["certified"] for row in _certified(one)]
    if rows:
        title("Precision that decided draws certify")
        table(CERTIFIED, rows)
    if any(scale["rows"] for scale in found["scales"]):
        write()
        show_legend(LEGEND)


def written_diagrams(found: Found, folder: Path) -> list[Path]:
    """Write a reliability diagram as SVG for each scale that has answers; the files."""
    from gradient.measures.diagram import reliability_svg
    from gradient.measures.reliability import Bin

    target = expanded(folder)
    written = []
    for scale in found["scales"]:
        for row in scale["rows"][:1]:
            file = target / f"{scale['task']}-{_plain(scale['scorer'])}-{_plain(scale['version'])}.svg"
            caption = (
                f"{plural(row['n'], 'decision')}, ECE {row['ece']:.3f} (floor {row['ece_floor']:.3f}),"
                f" Brier {row['brier']:.3f}"
            )
            drawn = reliability_svg([Bin(**one) for one in row["bins"]], _named(scale), caption)
            try:
                target.mkdir(parents=True, exist_ok=True)
                file.write_text(drawn, encoding="utf-8")
            except OSError as error:
                raise UsageError(
                    f"{file} cannot be written ({error.strerror}); name another folder."
                ) from error
            written.append(file)
    return written


def _show_scale(scale: Found) -> None:
    title(f"{_named(scale)} ({scale['version']})")
    write(f"{scale['reason']} {plural(scale['kept_out'], 'draw')} of {scale['answers']} answers fit no map.")
    if scale["rows"]:
        table(FIGURES, [_figures(row) for row in scale["rows"]])
        for row in scale["rows"][:2]:
            _show_intervals(row)
        table(BINS, [_bin(one) for one in scale["rows"][0]["bins"]])
        write(_basis(scale))
        every = scale["rows"][0]
        if any(row["weighted"] for row in scale["rows"]):
            write(
                "Draws stand for all that could have been drawn, so rows are weighted:"
                f" {every['accepted']} of {every['n']} were accepted,"
                f" and the weighted share right is {every['right']:.3f}."
            )
        doubt = (
            doubted(scale["task"], every["brier_skill"], every["auroc"]) if scale["map"] != "raw" else None
        )
        if doubt:
            write(doubt)
    write()


def _basis(scale: Found) -> str:
    if scale["map"] == "raw":
        return "No decision was fitted on; the confidences are those of the scorer."
    apart = "source" if scale["task"] == "tag" else "pair of topics"
    return (
        f"Each confidence is from a map of this kind that was fitted without the {apart} of its row: on those"
        f" of {plural(scale['rows'][0]['fitted_on']['rows'], 'decision')} that lie in other folds."
    )


def _show_intervals(row: Found) -> None:
    known = {
        name: bounds
        for name, key in (("Brier", "brier"), ("skill", "brier_skill"), ("AUROC", "auroc"))
        if (bounds := row["intervals"][key]) is not None
    }
    if known:
        shown = "; ".join(f"{name} {low:.3f} to {high:.3f}" for name, (low, high) in known.items())
        write(f"{row['rows'].capitalize()} with 95 %, by whole groups: {shown}.")


def _figures(row: Found) -> dict[str, Any]:
    figures = ("right", "brier", "brier_skill", "ece", "ece_floor", "auroc")
    return {
        "rows": row["rows"],
        "course": row["course"] or "all",
        "n": row["n"],
        "accepted": row["accepted"],
        "groups": row["groups"],
        **{key: None if row[key] is None else f"{row[key]:.3f}" for key in figures},
    }


def _bin(one: Found) -> dict[str, Any]:
    return {
        "rows": one["rows"],
        **{key: f"{one[key]:.3f}" for key in ("least", "most", "confidence", "right")},
    }


def _certified(one: Found) -> Sequence[dict[str, Any]]:
    if not one["draws"]:
        return []
    return [
        {
            "course": one["course"],
            "task": f"{one['task']}s",
            "draws": one["draws"],
            "precision": precision,
            "threshold": None if at is None else f"{at:.2f}",
            "coverage": percent(one["coverage"][precision]),
        }
        for precision, at in one["thresholds"].items()
    ]


def _named(scale: Found) -> str:
    corrected = (
        "raw" if scale["map"] == "raw" else f"{scale['map']} on {plural(scale['decisions'], 'decision')}"
    )
    return f"{scale['task'].capitalize()}s by {scale['scorer']}: {corrected}"


def _plain(name: str) -> str:
    """The name as part of one of a file."""
    return "".join(sign if sign.isalnum() else "-" for sign in name).strip("-")
