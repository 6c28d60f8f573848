"""What people and outlines state holds no circle: an act that would close one is refused."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from gradient.errors import GuardRefused
from gradient.graph.cycles import circle_text, closing_circle
from gradient.store import decisions, statuses
from gradient.store.sessions import Connection

Step = tuple[str, str]
"""A prerequisite by its slugs, what is learnt first before."""


async def refusal(connection: Connection, course_id: int, edge: Step) -> str | None:
    """Why a prerequisite cannot be accepted, with the circle and what to take back first; None if it can."""
    return _refusal(await decisions.gold_edges(connection, course_id), edge, {edge})


async def refuse_circle(connection: Connection, course_id: int, edge: Step) -> None:
    """Raise GuardRefused if a prerequisite would close a circle of gold alone."""
    why = await refusal(connection, course_id, edge)
    if why is not None:
        raise GuardRefused(f"{why}.")


@asynccontextmanager
async def no_new_circle(connection: Connection, course_id: int, what: str) -> AsyncIterator[None]:
    """Nothing of what is done within stays if gold that comes of it closes a circle of gold alone.

    Raises GuardRefused then, with a sentence that begins with `what`. A circle that stood before and that
    nothing is added to does not matter. No settle or other decision of the course runs meanwhile.
    """
    async with connection.transaction():
        await statuses.lock(connection, course_id)
        before = await decisions.gold_edges(connection, course_id)
        yield
        after = await decisions.gold_edges(connection, course_id)
        new = after.keys() - before.keys()
        for edge in sorted(new):
            why = _refusal(after, edge, new)
            if why is not None:
                raise GuardRefused(f"{what}: {why}.")


def _refusal(gold: Mapping[Step, int | None], edge: Step, new: set[Step]) -> str | None:
    circle = closing_circle(gold, edge)
    if circle is None:
        return None
    steps = list(zip(circle, [*circle[1:], circle[0]], strict=True))
    standing = [step for step in steps if step not in new] or steps
    return (
        f"{edge[0]} → {edge[1]} would close the circle {circle_text(circle)} of what people and outlines"
        f" state; {_way_out(gold, standing)} first"
    )


def _way_out(gold: Mapping[Step, int | None], steps: list[Step]) -> str:
    """How to take the step back that was decided last, else one that an outline states."""
    decided = [(number, step) for step in steps if (number := gold.get(step)) is not None]
    if decided:
        number, (first, then) = max(decided)
        return f"take decision {number} ({first} → {then}) back"
    first, then = steps[-1]
    return f"say gradient prereqs remove {first} {then}"
