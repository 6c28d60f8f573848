"""What only advised a stage, in words: kept beside its outcome for whoever asks why, it makes nothing due."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gradient.cli.output import plural

MOST_NEIGHBOURS = 5

Row = Mapping[str, Any]


def neighbours_of(work: Iterable[Row]) -> list[int] | None:
    """The ids of the contents that had a vote when recall looked at a content; None if it never did."""
    return next((list(_seen(one).get("neighbours", ())) for one in _of("recall", work)), None)


def recalled_by(work: Iterable[Row], today: str) -> str | None:
    """By which method a content got its candidates; None if it never did.

    `today` is the method with its settings that recall has now.
    """
    for one in _of("recall", work):
        method, version = one["tool"].split()[:2]
        settings = "today's settings" if one["tool"] == today else "other settings than today's"
        reason = f", {one['outcome']}: {one['reason']}" if one["reason"] else ""
        return f"{method} of all paths, version {version}, with {settings}{reason}"
    return None


def votes(neighbours: Sequence[int], there: Sequence[Row]) -> list[str]:
    """Whose topics had a vote, a line each; `there` are those of the neighbours that can still be named."""
    if not neighbours:
        return ["none: no sentence near it had a topic then"]
    lines = [f"of {plural(len(neighbours), 'tagged sentence')} near it, the nearest first"]
    lines += [f"“{one['sentence']}”" for one in there[:MOST_NEIGHBOURS]]
    more = len(neighbours) - len(lines[1:])
    return [*lines, f"and {more} more, or gone since"] if more else lines


def shown(work: Iterable[Row], titles: Mapping[int, str]) -> list[str]:
    """How many topics each end of a prerequisite was shown at its last turn, and how many of them it got."""
    return [
        f"{titles[one['unit_id']]} beside {plural(seen['shown'], 'other topic')},"
        f" {seen['put_forward']} of them put forward{_passed_over(seen)}"
        for one in _of("prerequisites", work)
        if "shown" in (seen := _seen(one))
    ]


def noted(seen: Row) -> str:
    """What a model was shown besides, and what of its answer was not taken, to be put behind its name."""
    said = []
    if exemplars := seen.get("exemplars"):
        said.append(
            f"; it was shown what people decided of {plural(len(exemplars), 'sentence')} like this one"
        )
    if refused := seen.get("names_refused"):
        names = ", ".join(f"“{name}” ({why})" for name, why in refused)
        said.append(f"; not taken: {names}")
    if dropped := seen.get("dropped"):
        said.append(f"; {plural(len(dropped), 'block')} of it dropped: {'; '.join(dropped)}")
    return "".join(said)


def _passed_over(seen: Row) -> str:
    over = seen.get("passed_over", 0)
    return f", {over} more passed over that nothing joins to it" if over else ""


def _of(stage: str, work: Iterable[Row]) -> Iterator[Row]:
    return (one for one in work if one["stage"] == stage)


def _seen(one: Row) -> Row:
    return one["seen"] or {}
