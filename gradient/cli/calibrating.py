"""`gradient calibrate`: from the answers of people to confidences that mean what they say."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from gradient.cli.opened import completed, transaction
from gradient.cli.options import AsJson
from gradient.cli.output import say, write, write_json
from gradient.errors import UsageError
from gradient.work.crossing import again_if_crossed

if TYPE_CHECKING:
    from gradient.cli.deciding import Act

app = typer.Typer(
    add_completion=False,
    help="How far confidences can be relied on, and what mends them.",
    rich_markup_mode=None,
)

Task = Literal["tag", "prerequisite"]


@app.command("fit")
def fit(
    gold: Annotated[
        Path | None,
        typer.Option(
            "--gold",
            metavar="DIR",
            help="Fit the offline scorer's coefficients on these labelled pairs instead.",
            show_default=False,
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--write", metavar="FILE", help="The file of coefficients they go into, with --gold."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fit the maps now, on all decisions.

    The daemon does so with each 25 new ones.
    """
    if gold is not None:
        from gradient.cli.fitting import fitted_coefficients, show_coefficients

        report = fitted_coefficients(gold, file)
        (write_json if as_json else show_coefficients)(report)
        return
    if file is not None:
        raise UsageError("--write is for coefficients, which are fitted with --gold DIR; name that too.")
    fits, moved = completed(_fit())
    if as_json:
        write_json(fits)
        return
    for one in fits:
        write(one["told"])
    for sentence in moved:
        write(sentence)
    if not fits:
        write("Nobody has answered a question yet that has a confidence, so all of them are raw.")


@app.command("undo")
def undo(
    task: Annotated[
        Task | None, typer.Option("--task", help="Of tags or of prerequisites; by default the last one.")
    ] = None,
) -> None:
    """Take the map back that was fitted last.

    The one before it holds again, until the next fit.
    """
    write(completed(_undo(task)))


@app.command("report")
def report(
    diagrams: Annotated[
        Path | None,
        typer.Option("--diagrams", metavar="DIR", help="Draw a reliability diagram of each scorer there."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """How often confidences turned out right, by what people decided."""
    from gradient.cli.reliability import show_report, written_diagrams

    found = completed(_report())
    if as_json:
        write_json(found)
    else:
        show_report(found)
    if diagrams is not None:
        for file in written_diagrams(found, diagrams):
            say(f"{file} is written.")


@again_if_crossed
async def _fit() -> tuple[list[dict[str, Any]], list[str]]:
    """What was fitted, and what that did to statuses."""
    from gradient.calibration.refit import refit, told
    from gradient.cli.deciding import one_act

    async with one_act() as act:
        fits = await refit(act.connection, act.now, due_alone=False)
        moved = await _settle_all(act) if any(one.in_force for one in fits) else []
    fitted = [
        {
            "task": one.scale[0],
            "scorer": one.scale[1],
            "version": one.scale[2],
            "map": one.chosen.map.kind,
            "decisions": one.chosen.decisions,
            "kept_out": one.kept_out,
            "reason": one.chosen.reason,
            "brier_raw": one.chosen.brier_raw,
            "brier": one.chosen.brier,
            "ece_raw": one.chosen.ece_raw,
            "ece": one.chosen.ece,
            "changed": one.in_force,
            "told": told(one),
        }
        for one in fits
    ]
    return fitted, moved


@again_if_crossed
async def _undo(task: str | None) -> str:
    from gradient.calibration.refit import named, take_back
    from gradient.cli.deciding import one_act

    async with one_act() as act:
        taken = await take_back(act.connection, act.now, task)
        if taken is None:
            about = f" of {task}s" if task else ""
            raise UsageError(f"There is no map{about} that could be taken back: confidences are raw there.")
        moved = await _settle_all(act)
    instead = taken["instead"]
    said = (
        f"The map of {taken['task']}s by {taken['scorer']} ({named(taken)}) is taken back;"
        f" {'confidences are raw again' if instead is None else f'{named(instead)} holds again'}."
    )
    return "\n".join([said, *(_standing(one) for one in taken["beside"]), *moved])


def _standing(one: dict[str, Any]) -> str:
    """That a map which was fitted along with the one taken back holds on."""
    return (
        f"The map of {one['task']}s by {one['scorer']} fitted at the same time stands;"
        f" gradient calibrate undo --task {one['task']} takes that back."
    )


async def _settle_all(act: "Act") -> list[str]:
    """Settle every course by the maps that hold now; what they did, a sentence each."""
    from gradient.store import changes, daemons

    for course_id in await daemons.courses(act.connection):
        await act.settle(course_id)
    told = await changes.since(act.connection, act.now)
    return [f"{one['course']}: {one['what']}" for one in told if one["kind"] == "notice"]


async def _report() -> dict[str, Any]:
    from gradient.evaluation.reliability_report import reliability_report

    async with transaction() as connection:
        return await reliability_report(connection)
