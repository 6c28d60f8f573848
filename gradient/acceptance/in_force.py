"""The thresholds in force in a course: the stated ones, or those that draws certify for its precision."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from gradient.acceptance.stored import labelled_draw, maps_in_force
from gradient.acceptance.thresholds import LabelledDraw, Thresholds, in_force
from gradient.store import statuses
from gradient.store.sessions import Connection


@dataclass(frozen=True)
class InForce:
    """Thresholds, the precision asked for (0 to 1, None if none is), and how many draws speak for it.

    `draws` counts by task those that were decided and did not fit the map in force.
    """

    thresholds: Thresholds
    precision: float | None
    draws: Mapping[str, int]


async def thresholds_in_force(connection: Connection, course_id: int, stated: Thresholds) -> InForce:
    """What holds in a course whose settings state these thresholds."""
    precision = await statuses.precision(connection, course_id)
    if precision is None:
        return InForce(stated, None, {})
    maps = maps_in_force(await statuses.active_maps(connection))
    draws: dict[str, list[LabelledDraw]] = defaultdict(list)
    for row in await statuses.labelled_draws(connection, course_id):
        draws[row["task"]].append(labelled_draw(row, maps))
    honest = Counter(task for task, drawn in draws.items() for one in drawn if not one.fitted)
    return InForce(in_force(stated, precision, draws), precision, honest)
