"""What models say of passages that may teach nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from gradient.store import contents, outcomes
from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, rows

_queries = load("distillations")


def asked_units(tool: str, by_rule: str) -> UnitQuery:
    """Every live passage that no rule leaves out; what `by_rule` gave back is due again."""
    return UnitQuery("distil", _queries.asked_units, tool, free=False, parameters={"by_rule": by_rule})


def given_back_units(tool: str) -> UnitQuery:
    """The live passages that a model was asked about, while none is to be asked any more."""
    return UnitQuery("distil", _queries.given_back_units, tool, free=True)


async def passages(connection: Connection, ids: Sequence[int]) -> list[dict[str, Any]]:
    """What a model is shown of passages: id, section_path and text, in the order of the course."""
    return await rows(connection, _queries.passages, ids=list(ids))


async def known(connection: Connection, input_hashes: Sequence[str], tool: str) -> dict[str, str | None]:
    """What was said of the same texts before, by their hash."""
    found = await rows(connection, _queries.known, input_hashes=list(input_hashes), tool=tool)
    return {one["input_hash"]: one["why"] for one in found}


async def keep(connection: Connection, tool: str, said: Mapping[str, str | None]) -> None:
    """Keep what was said, by the hash of what the model was shown."""
    await execute(connection, _queries.keep, tool=tool, input_hashes=list(said), whys=list(said.values()))


async def mark(
    connection: Connection, course_id: int, said: Mapping[int, str | None], tool: str | None
) -> None:
    """Let passages teach nothing for a reason, or something (None), by the id of the passage.

    What stood on a passage that goes is taken away; one that comes back is extracted from again.
    """
    await execute(connection, _queries.mark, ids=list(said), whys=list(said.values()), tool=tool)
    left_out = [passage for passage, why in said.items() if why is not None]
    await contents.replace(connection, course_id, {one: contents.Found((), ()) for one in left_out})
    await outcomes.drop(connection, "extract", "chunk", left_out)
