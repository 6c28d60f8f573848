"""`gradient costs`: what model calls came to."""

from typing import Any

from gradient.cli.opened import completed, course_id_of, transaction
from gradient.cli.options import AsJson, Course
from gradient.cli.output import plural, write, write_json
from gradient.cli.paused import show_budgets, show_held
from gradient.cli.tables import Column, table

COUNTS = (
    Column("calls", "calls", "right"),
    Column("tokens in", "input_tokens", "right"),
    Column("cached", "cached_tokens", "right"),
    Column("out", "output_tokens", "right"),
    Column("seconds", "time", "right"),
    Column("USD", "price", "right"),
)
COLUMNS = (
    Column("course", "course"),
    Column("role", "role"),
    Column("model", "model", yields="end"),
    *COUNTS,
)
BY_DAY = (Column("day (UTC)", "day"), *COUNTS)


def costs(course: Course = None, as_json: AsJson = False) -> None:
    """What model calls came to, by course, role, model and day."""
    found = completed(_costs(course))
    if as_json:
        write_json(found)
        return
    if found["by_model"]:
        _show(found)
    else:
        write("No model was called: the offline methods did everything, at no cost.")
        show_budgets(found["budgets"])
    show_held(found["waiting"])


async def _costs(course: str | None) -> dict[str, Any]:
    from gradient.store import holds, ledger, status
    from gradient.work.runner import utc_now

    async with transaction() as connection:
        course_id = await course_id_of(connection, course)
        by_model = await status.ledger(connection, course_id)
        by_day = await status.ledger_by_day(connection, course_id)
        budgets = await ledger.budgets(connection, utc_now())
        waiting = await holds.stages(connection, course_id)
    counts = {key: sum(one[key] for one in by_model) for key in ("calls", "unpriced")}
    usd = sum((one["usd"] for one in by_model), 0.0)
    kept = [one for one in budgets if course in (None, one["course"])]
    shown = {"by_model": by_model, "by_day": by_day, "budgets": kept, "waiting": waiting}
    return {**counts, "usd": usd, **shown}


def _show(found: dict[str, Any]) -> None:
    from gradient.providers.prices import as_of

    table(COLUMNS, [_row(one) for one in found["by_model"]])
    write()
    table(BY_DAY, [_row(one) for one in found["by_day"]])
    write()
    show_budgets(found["budgets"])
    unpriced = found["unpriced"]
    unknown = f", and {plural(unpriced, 'call')} of unknown price" if unpriced else ""
    write(f"Prices are of {as_of()}, unless [prices] in gradient.toml states others.")
    write(f"{plural(found['calls'], 'call')}, {found['usd']:.4f} USD{unknown}.")


def _row(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "time": f"{one['seconds']:.1f}", "price": _price(one)}


def _price(one: dict[str, Any]) -> str:
    """What is known of the price; a call without a known one is not free."""
    if not one["unpriced"]:
        return f"{one['usd']:.4f}"
    return "unknown" if one["unpriced"] == one["calls"] else f"{one['usd']:.4f} + unknown"
