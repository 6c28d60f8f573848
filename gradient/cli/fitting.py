"""`gradient calibrate fit --gold`: coefficients of the offline scorer from pairs that readers labelled."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gradient.cli.opened import completed, existing_home, opened_database, settings_of
from gradient.cli.output import plural, say, title, write
from gradient.cli.tables import Column, table
from gradient.errors import UsageError
from gradient.home import expanded

AGREED = (
    Column("labelled", "task"),
    Column("course", "course", yields="end"),
    Column("pairs", "pairs", "right"),
    Column("alike", "alike", "right"),
    Column("kappa", "kappa", "right"),
)
WORTH = (
    Column("coefficients", "of"),
    Column("Brier", "brier", "right"),
    Column("skill", "brier_skill", "right"),
    Column("ECE", "ece", "right"),
    Column("its floor", "ece_floor", "right"),
    Column("AUROC", "auroc", "right"),
)


def fitted_coefficients(folder: Path, file: Path | None) -> dict[str, Any]:
    """Fit on the labelled pairs of a folder, as the courses of this database show them.

    With a `file` of coefficients the fitted ones take their places there. Raises MalformedGold for pairs
    that cannot be read, UsageError where too few of them are in the courses.
    """
    from gradient.calibration.coefficients import packaged
    from gradient.calibration.fitting import fit_coefficients
    from gradient.evaluation.coefficients_report import agreements, set_hash, task_report
    from gradient.evaluation.labelled_evidence import gather
    from gradient.evaluation.readers import read_pairs
    from gradient.pipeline import embedding_space

    if file is not None and not expanded(file).is_file():
        raise UsageError(
            f"{file} does not exist, and --write changes coefficients in a file that has them all: copy"
            " gradient/calibration/coefficients.toml of the sources there, or name that file itself."
        )
    pairs = read_pairs(expanded(folder))
    home = existing_home()
    space = embedding_space(settings_of(home))

    async def found() -> Any:
        async with opened_database(home) as database:
            return await gather(database, pairs, space)

    gathered = completed(found())
    try:
        fitted = {
            task: fit_coefficients(rows, packaged().set_by_hand[task]) for task, rows in gathered.rows.items()
        }
    except ValueError as error:
        raise UsageError(
            f"{folder}: {gathered.missing} of its pairs are not in the courses of this database, and {error};"
            " run Gradient over those courses first."
        ) from error
    if file is not None:
        _write(expanded(file), fitted, pairs)
    return {
        "gold": str(folder),
        "set": set_hash(pairs),
        "disputed": gathered.disputed,
        "missing": gathered.missing,
        "agreement": agreements(pairs),
        "tasks": {task: task_report(gathered.rows[task], one) for task, one in fitted.items()},
    }


def show_coefficients(report: Mapping[str, Any]) -> None:
    """Print how far the readers agree, and what the coefficients are worth on courses they do not know."""
    write(
        f"{plural(report['disputed'], 'pair')} disputed, {report['missing']} not found in the courses of this"
        f" database; set {report['set'][:12]}."
    )
    rows = [
        {"task": task, "course": course, **one, "kappa": _figure(one["kappa"])}
        for task, courses in report["agreement"].items()
        for course, one in courses.items()
    ]
    table(AGREED, rows)
    for task, one in report["tasks"].items():
        title(f"{task}: {plural(sum(one['fitted_on'].values()), 'pair')}, pull {one['pull']:g}")
        table(
            WORTH,
            [
                _figures("set by hand", one["set_by_hand"]),
                _figures("fitted without the course scored on", one["held_out"]),
            ],
        )
        write(", ".join(f"{name} {value:g}" for name, value in one["coefficients"].items()))


def _write(file: Path, fitted: Mapping[Any, Any], pairs: Any) -> None:
    from gradient.evaluation.coefficients_report import rewritten

    try:
        text = file.read_text(encoding="utf-8")
        file.write_text(rewritten(text, fitted, pairs, datetime.now(UTC).date()), encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{file} cannot be rewritten ({error.strerror}); name a file of coefficients."
        ) from error
    say(f"{file} holds the fitted coefficients.")


def _figures(of: str, figures: Mapping[str, float | None]) -> dict[str, Any]:
    return {"of": of, **{name: _figure(value) for name, value in figures.items()}}


def _figure(value: float | None) -> str | None:
    return None if value is None else f"{value:.3f}"
