"""The thresholds in force in a course: the stated ones, or those that draws certify for its precision."""

from collections.abc import Mapping
from dataclasses import dataclass

from gradient.acceptance.decided_draws import decided_draws
from gradient.acceptance.thresholds import Thresholds, in_force
from gradient.store import statuses
from gradient.store.sessions import Connection


@dataclass(frozen=True)
class InForce:
    """Thresholds, the precision asked for (0 to 1, None if none is), and how many draws speak for it.

    `draws` counts by task those that were decided and count at any threshold.
    """

    thresholds: Thresholds
    precision: float | None
    draws: Mapping[str, int]


async def thresholds_in_force(connection: Connection, course_id: int, stated: Thresholds) -> InForce:
    """What holds in a course whose settings state these thresholds."""
    precision = await statuses.precision(connection, course_id)
    if precision is None:
        return InForce(stated, None, {})
    decided = await decided_draws(connection, course_id)
    draws = {task: [one.draw for one in drawn] for task, drawn in decided.items()}
    speaking = {task: sum(one.speaks for one in drawn) for task, drawn in draws.items()}
    counted = {task: count for task, count in speaking.items() if count}
    return InForce(in_force(stated, precision, draws), precision, counted)
