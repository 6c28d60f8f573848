"""What is said of roles that are paused, of stages that wait, and of budgets."""

from datetime import datetime
from typing import Any

from gradient.cli.output import paragraph
from gradient.text.dollars import dollars


def show_paused(pauses: list[dict[str, Any]]) -> None:
    """A sentence or two on each role that is paused."""
    for one in pauses:
        paragraph(paused(one), first="! ", others="  ")


def paused(one: dict[str, Any]) -> str:
    """Why a role is paused, since when, and when it is tried again."""
    reason = one["reason"] if one["reason"].endswith((".", "!", "?")) else f"{one['reason']}."
    return (
        f"The role {one['role']} is paused since {_at(one['since'])}: {reason} It is tried again at"
        f" {_at(one['until'])}, when the daemon starts, and by gradient retry."
    )


def show_held(stages: list[dict[str, Any]]) -> None:
    """A sentence on each stage of a course that waits for a budget or a batch."""
    for one in stages:
        paragraph(held(one), first="! ", others="  ")


def held(one: dict[str, Any]) -> str:
    """Why a stage of a course waits."""
    return f"{one['stage']} of {one['course']} waits: {one['reason']}"


def show_budgets(budgets: list[dict[str, Any]]) -> None:
    """A sentence on each budget."""
    for one in budgets:
        what = "all courses today (UTC)" if one["course"] is None else str(one["course"])
        spent, limit = dollars(one["spent"], 4), dollars(one["usd"])
        paragraph(f"Budget of {what}: {spent} of {limit} USD are spent or under way.")


def _at(time: datetime) -> str:
    return f"{time.astimezone():%H:%M}"
