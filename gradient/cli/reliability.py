"""Shows how far confidences can be relied on, in tables and diagrams."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gradient.calibration.refit import doubted
from gradient.cli.diagrams import told, write_diagram
from gradient.cli.legend import LEGEND, show_legend
from gradient.cli.measured import SHOWN_OF_HASH, bounded
from gradient.cli.output import percent, plural, title, write
from gradient.cli.tables import Column, table
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
    Column("by", "scorers", yields="end"),
    Column("draws", "draws", "right"),
    Column("precision", "precision", "right"),
    Column("certified from", "threshold", "right"),
    Column("right there", "right", "right"),
    Column("accepted by itself", "coverage", "right"),
    Column("95 %", "bounds"),
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
        for one in found["certified"]:
            if one["draws"]:
                write(_standing_on(one))
    if any(scale["rows"] for scale in found["scales"]):
        write()
        show_legend(LEGEND)


def written_diagrams(found: Found, folder: Path) -> list[Path]:
    """Write a reliability diagram for each scale that has answers, and for each course of it; the files."""
    written = []
    for scale in found["scales"]:
        name = f"{scale['task']}-{_plain(scale['scorer'])}-{_plain(scale['version'])}"
        for row in _answers(scale):
            of = f"-{_plain(row['course'])}" if row["course"] else ""
            file = expanded(folder) / f"{name}{of}.svg"
            caption = f"{plural(row['n'], 'decision')}, {_basis_in_short(row)}\n{told(row)}"
            write_diagram(file, row["bins"], f"{_named(scale)}{_of_course(row)}", caption)
            written.append(file)
    return written


def _answers(scale: Found) -> list[Found]:
    """The rows of all answers: of all courses together, then of each."""
    return [row for row in scale["rows"] if row["rows"] == "answers"]


def _of_course(row: Found) -> str:
    return f" in {row['course']}" if row["course"] else ""


def _basis_in_short(row: Found) -> str:
    return (
        "fitted on none"
        if row["fitted_on"] is None
        else f"fitted on {row['fitted_on']['rows']} of other folds"
    )


def _show_scale(scale: Found) -> None:
    title(f"{_named(scale)} ({scale['version']})")
    write(f"{scale['reason']} {_sides(scale)}")
    if scale["rows"]:
        table(FIGURES, [_figures(row) for row in scale["rows"]])
        for row in scale["rows"]:
            _show_intervals(row)
        for row in _answers(scale):
            if row["course"]:
                write(f"In {row['course']}:")
            table(BINS, [_bin(one) for one in row["bins"]])
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


def _sides(scale: Found) -> str:
    """How many answers a map may be fitted on, and how many are kept out of it with what certifies."""
    out, answers = scale["kept_out"], plural(scale["answers"], "answer")
    if not out:
        return f"All {answers} may fit a map; with a map none of them certifies."
    apart = _others(scale["task"])
    return (
        f"Of {answers} {scale['answers'] - out} may fit a map; {out} about other {apart} are kept out, so"
        f" that {plural(scale['kept_out_draws'], 'draw')} among them can certify."
    )


def _others(task: str) -> str:
    """What draws that certify do not share with the others: contents, where a source is alone."""
    return "sources or contents" if task == "tag" else "pairs of topics"


def _basis(scale: Found) -> str:
    every = scale["rows"][0]
    scored = f"Scored on {plural(every['n'], 'decision')} ({every['scored_on']['digest'][:SHOWN_OF_HASH]})"
    if scale["map"] == "raw":
        return f"{scored}. No decision was fitted on; the confidences are those of the scorer."
    apart = "source" if scale["task"] == "tag" else "pair of topics"
    fitted = every["fitted_on"]
    return (
        f"{scored}. Each confidence is from a map of this kind that was fitted without the {apart} of its"
        f" row: on those of {plural(fitted['rows'], 'decision')} ({fitted['digest'][:SHOWN_OF_HASH]}) that"
        " lie in other folds."
    )


def _show_intervals(row: Found) -> None:
    known = {
        name: bounds
        for name, key in (("Brier", "brier"), ("skill", "brier_skill"), ("AUROC", "auroc"))
        if (bounds := row["intervals"][key]) is not None
    }
    if known:
        shown = "; ".join(f"{name} {low:.3f} to {high:.3f}" for name, (low, high) in known.items())
        write(f"{row['rows'].capitalize()}{_of_course(row)} with 95 %, by whole groups: {shown}.")


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
            "scorers": ", ".join(one["scorers"]),
            "draws": one["draws"],
            "precision": precision,
            "threshold": None if at is None else f"{at:.2f}",
            "right": None if at is None else "{} of {}".format(*one["right"][precision]),
            "coverage": percent(one["coverage"][precision]),
            "bounds": bounded(one["intervals"][precision]),
        }
        for precision, at in one["thresholds"].items()
    ]


def _standing_on(one: Found) -> str:
    """Which draws certify, and what their confidences were fitted on."""
    by = "; ".join(
        f"{each['scorer']} raw"
        if each["digest"] is None
        else f"{each['scorer']} {each['map']} fitted on {plural(each['decisions'], 'decision')}"
        f" ({each['digest'][:SHOWN_OF_HASH]}) about other {_others(one['task'])}"
        for each in one["maps"]
    )
    on = one["certified_on"]
    return (
        f"{one['task'].capitalize()}s of {one['course']}: certified on {plural(on['rows'], 'draw')}"
        f" ({on['digest'][:SHOWN_OF_HASH]}), confidences by {by}."
    )


def _named(scale: Found) -> str:
    corrected = (
        "raw" if scale["map"] == "raw" else f"{scale['map']} on {plural(scale['decisions'], 'decision')}"
    )
    return f"{scale['task'].capitalize()}s by {scale['scorer']}: {corrected}"


def _plain(name: str) -> str:
    """The name as part of one of a file."""
    return "".join(sign if sign.isalnum() else "-" for sign in name).strip("-")
