"""`gradient eval`: how good Gradient is on a gold set, in a database of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gradient.cli.opened import completed, settings_of
from gradient.cli.options import AsJson
from gradient.cli.output import plural, say, write, write_json
from gradient.cli.tables import Column, table
from gradient.home import Home, expanded, locate

if TYPE_CHECKING:
    from gradient.evaluation.gold import Gold
    from gradient.evaluation.tagging import Rows
    from gradient.recall.reading import RecallLimits

app = typer.Typer(add_completion=False, rich_markup_mode=None)

CUTS = ("1", "5", "10", "20", "30")
COLUMNS = (Column("recalled by", "by"), *(Column(f"@{cut}", cut, "right") for cut in CUTS))


class Preset(StrEnum):
    """Limits of recall under a name."""

    paper = "paper"


GoldFolder = Annotated[
    Path, typer.Option("--gold", metavar="DIR", help="The folder of the gold set.", show_default=False)
]
Cold = Annotated[bool, typer.Option("--cold", help="Take no train row: an outline without tagged contents.")]
UsedPreset = Annotated[
    Preset | None,
    typer.Option("--preset", help="Caps of the paper: 15 topics by C2T, 5 by C2C2T."),
]


def _as_svg(file: Path | None) -> Path | None:
    """Refuse the name of another kind of picture before anything is measured."""
    from gradient.cli.diagrams import require_svg

    if file is not None:
        require_svg(file)
    return file


Decisions = Annotated[
    int,
    typer.Option(
        "--decisions",
        metavar="N",
        min=0,
        help="Draw so many train rows as a person's decisions about picks.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="What the draw of decisions hangs on.")]
Diagram = Annotated[
    Path | None,
    typer.Option("--diagram", metavar="FILE", help="Write the reliability diagram as SVG.", callback=_as_svg),
]
NoFit = Annotated[
    bool, typer.Option("--no-fit", help="Fit on no train row: the packaged coefficients alone.")
]


@app.callback()
def measuring() -> None:
    """Measure Gradient on a gold set."""


@app.command()
def recall(gold: GoldFolder, cold: Cold = False, preset: UsedPreset = None, as_json: AsJson = False) -> None:
    """How often recall finds the right topic, path by path.

    The paths: c2t (likeness to the topic), c2c2t (votes of tagged texts like it), t2t (topics like those),
    name (the text names it), heading (a heading above does), lexical (rare words of its name), learned
    (likeness to all that is tagged with it), common (how often it is right), context (what sources like its
    own are about), source (likeness to its own source), central (how broad the topic is). README.md has
    them in a table, under Measuring.
    """
    from gradient.evaluation.gold import CONTENTS, read_gold

    report = _recalled(read_gold(expanded(gold), CONTENTS), cold=cold, preset=preset)
    if as_json:
        write_json(report)
    else:
        _show(report, cold=cold)


@app.command()
def prerequisites(
    gold: GoldFolder, no_fit: NoFit = False, diagram: Diagram = None, as_json: AsJson = False
) -> None:
    """How well prerequisites are told from other pairs.

    And whether their confidences mean what they say.
    """
    from gradient.cli.measured import draw
    from gradient.cli.measured_prerequisites import show
    from gradient.evaluation.gold import PREREQUISITES, read_gold

    report = _judged(read_gold(expanded(gold), PREREQUISITES), fit=not no_fit)
    if diagram is not None:
        draw(report, expanded(diagram), "Prerequisites", "test pair")
    if as_json:
        write_json(report)
    else:
        show(report)


@app.command()
def tagging(
    gold: GoldFolder,
    decisions: Decisions = 0,
    seed: Seed = 0,
    cold: Cold = False,
    preset: UsedPreset = None,
    no_fit: NoFit = False,
    diagram: Diagram = None,
    as_json: AsJson = False,
) -> None:
    """How often the primary topic of a content is right.

    And whether its confidence means what it says.
    """
    from gradient.cli.measured import draw
    from gradient.cli.measured_tagging import show
    from gradient.evaluation.gold import CONTENTS, read_gold
    from gradient.evaluation.tagging import rows_of

    read = read_gold(expanded(gold), CONTENTS)
    rows = rows_of(read, cold=cold, decisions=decisions, seed=seed)
    report = _tagged(read, rows, preset=preset, fit=not no_fit, seed=seed)
    if diagram is not None:
        draw(report, expanded(diagram), "Tags", "test row")
    if as_json:
        write_json(report)
    else:
        show(report)


def _tagged(gold: "Gold", rows: "Rows", *, preset: Preset | None, fit: bool, seed: int) -> dict[str, Any]:
    from gradient.acceptance.thresholds import Thresholds
    from gradient.calibration.coefficients import packaged
    from gradient.evaluation.tagging import Roles, measure_tagging
    from gradient.evaluation.tagging_report import tagging_report
    from gradient.pipeline import recall_limits
    from gradient.providers import registry
    from gradient.providers.access import Access
    from gradient.store.sessions import Database

    home = locate()
    settings = settings_of(home)
    limits = _preset(replace(recall_limits(settings), voters="own"), preset)
    coefficients = packaged()
    access = Access.of(settings)
    roles = Roles(
        registry.embedder(settings.roles.embed, access),
        registry.picker(settings.roles.pick, access),
        registry.scorer(settings.roles.score, coefficients.tasks, coefficients.version, access),
    )
    thresholds = Thresholds(**dict(settings.thresholds))

    async def measured(url: str) -> dict[str, Any]:
        async with Database(url) as opened, registry.closing(roles.embedder, roles.picker, roles.scorer):
            return tagging_report(
                await measure_tagging(opened, gold, rows, roles, limits, thresholds, say, fit=fit, seed=seed)
            )

    with own_database(home) as own:
        return completed(measured(own))


def _judged(gold: "Gold", *, fit: bool) -> dict[str, Any]:
    from gradient.acceptance.thresholds import Thresholds
    from gradient.calibration.coefficients import packaged
    from gradient.evaluation.prerequisites import measure_prerequisites
    from gradient.evaluation.prerequisites_report import prerequisites_report
    from gradient.providers import registry
    from gradient.providers.access import Access
    from gradient.store.sessions import Database

    gold.tested_pairs()
    home = locate()
    settings = settings_of(home)
    embedder = registry.embedder(settings.roles.embed, Access.of(settings))
    coefficients = packaged()
    scorer = registry.scorer(
        settings.roles.score, coefficients.tasks, coefficients.version, Access.of(settings)
    )
    thresholds = Thresholds(**dict(settings.thresholds))

    async def measured(url: str) -> dict[str, Any]:
        async with Database(url) as opened, registry.closing(embedder, scorer):
            found = await measure_prerequisites(opened, gold, embedder, scorer, thresholds, say, fit=fit)
            return prerequisites_report(found)

    with own_database(home) as own:
        return completed(measured(own))


def _recalled(gold: "Gold", *, cold: bool, preset: Preset | None) -> dict[str, Any]:
    from gradient.evaluation.recall import measure_recall, require_rows
    from gradient.evaluation.recall_report import recall_report
    from gradient.pipeline import recall_limits
    from gradient.providers import registry
    from gradient.providers.access import Access
    from gradient.store.sessions import Database

    require_rows(gold, cold=cold)
    home = locate()
    settings = settings_of(home)
    limits = _preset(replace(recall_limits(settings), voters="own"), preset)
    embedder = registry.embedder(settings.roles.embed, Access.of(settings))

    async def measured(url: str) -> dict[str, Any]:
        async with Database(url) as opened, registry.closing(embedder):
            return recall_report(await measure_recall(opened, gold, embedder, limits, say, cold=cold))

    with own_database(home) as own:
        return completed(measured(own))


@contextmanager
def own_database(home: Home) -> Iterator[str]:
    """The address of a database that is gone afterwards; where a home that was made for it stays is said."""
    from gradient.store.embedded import database
    from gradient.store.embedded_place import place_of
    from gradient.store.temporary import temporary_database

    new = home.database_url is None and not home.directory.exists()
    with database(home) as url, temporary_database(url) as own:
        yield own
    if new:
        kept = dict.fromkeys(str(folder) for folder in (home.directory, place_of(home.directory)))
        say(
            f"The database is gone; the server it ran on stays in {' and '.join(kept)}, which you may remove."
        )


def _preset(limits: "RecallLimits", preset: Preset | None) -> "RecallLimits":
    from gradient.recall.reading import paper

    return limits if preset is None else paper(limits)


def _show(report: dict[str, Any], *, cold: bool) -> None:
    table(
        COLUMNS,
        [
            _row("all paths", report["hr"]),
            *(_row(f"{path} alone", rates) for path, rates in report["paths"].items()),
            *(
                _row(f"all but {paths}", rates)
                for paths, rates in [*report["without"].items(), *report["without_several"].items()]
            ),
        ],
    )
    bounds = report["intervals"]
    if bounds is not None:
        write(
            "All paths with 95 %, by fold groups: ",
            "; ".join(_bounded(cut, bounds["hr"][cut]) for cut in CUTS),
        )
    macro = "" if bounds is None else f" ({_between(bounds['macro_hr30'])})"
    write(f"Mean over topics @30: {report['macro_hr30']:.3f}{macro}.")
    before = "no tagged contents" if cold else plural(report["tagged_before"]["rows"], "tagged content")
    write(
        f"{plural(report['n'], 'content')} of {report['gold']} with {before} before;"
        f" {report['candidates_mean']:.1f} candidates and {report['ms_per_content']:.1f} ms a content."
    )


def _row(by: str, rates: dict[str, float]) -> dict[str, Any]:
    return {"by": by, **{cut: f"{rate:.3f}" for cut, rate in rates.items()}}


def _bounded(cut: str, bounds: list[float]) -> str:
    return f"@{cut} {_between(bounds)}"


def _between(bounds: list[float]) -> str:
    return f"{bounds[0]:.3f} to {bounds[1]:.3f}"
