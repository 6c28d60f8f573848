"""What models would be asked, and what that would come to: weighed as far as it is known, else bounded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gradient.cli.tables import Column, table
from gradient.errors import GradientError
from gradient.playing import PLAYED_IN, is_service

if TYPE_CHECKING:
    from gradient.providers.forecast import Amount, Span
    from gradient.providers.weighing import Scales
    from gradient.settings import Settings
    from gradient.store.outcomes import Unit
    from gradient.store.sessions import Connection, Database
    from gradient.work.stage import Stage

COLUMNS = (
    Column("stage", "stage"),
    Column("played by", "player", yields="end"),
    Column("pieces", "units", "right"),
    Column("calls", "calls", "right"),
    Column("tokens in", "tokens", "right"),
    Column("USD", "usd", "right"),
)
OUTPUT_SHARE = {"distil": 0.05, "extract": 0.2, "pick": 0.2, "write": 0.4}
"""Tokens of an answer for each of its question, by role; vectors and yes-or-no answers have none."""
OUTPUT_LEAST = 60
"""Tokens of any other answer."""
UPKEEP = frozenset({"course", "index"})
"""Kinds of units of embed that send nothing."""


@dataclass(frozen=True)
class Planned:
    """What a stage would come to; `usd` is None where no price is known. `known` says that it was weighed."""

    stage: str
    player: str
    units: int
    amount: "Amount"
    usd: "Span | None"
    known: bool

    def as_json(self) -> dict[str, Any]:
        """Bounds of calls, tokens of prompts, and dollars; where all is known, calls and tokens are one."""
        return {
            "stage": self.stage,
            "player": self.player,
            "units": self.units,
            "known": self.known,
            "calls": _bounds(self.amount.calls),
            "input_tokens": _bounds(self.amount.tokens),
            "usd": None if self.usd is None else vars(self.usd),
        }


@dataclass(frozen=True)
class ToRead:
    """A file that is new or changed, by its size in bytes and the end of its name."""

    size: int
    suffix: str


async def planned(
    database: "Database",
    settings: "Settings",
    stages: Sequence["Stage"],
    scales: "Scales",
    course_ids: Sequence[int],
    files: Sequence[ToRead] = (),
    *,
    stale: bool = False,
) -> list[Planned]:
    """Each stage that a service plays a role in and that has something to ask.

    What is due, or with `stale` what is stale alone, is weighed; what follows from it, and from files that
    are not read yet, is bounded. `stages` are those that were opened with `scales`.
    """
    from gradient.providers.forecast import Amount

    weighable = {name for name in PLAYED_IN if name != "read" and is_service(_player(settings, name))}
    units = dict.fromkeys(PLAYED_IN, 0)
    amounts = dict.fromkeys(PLAYED_IN, Amount())
    rest = dict.fromkeys(PLAYED_IN, Amount())
    for course_id in course_ids:
        due = await _due(database, stages, course_id, stale=stale)
        for stage in stages:
            if stage.name in weighable and due[stage.name]:
                units[stage.name] += len(due[stage.name])
                weighed = await _weighed(database, settings, stage, scales, course_id, due[stage.name])
                amounts[stage.name] += weighed
        if not stale:
            async with database.transaction() as connection:
                _add(rest, await _following(connection, settings, course_id, due))
    _add(rest, _from_files(settings, files))
    return [
        _planned(settings, stage.name, units[stage.name], amounts[stage.name], rest[stage.name])
        for stage in stages
        if is_service(_player(settings, stage.name))
        and (amounts[stage.name].calls.high or rest[stage.name].calls.high)
    ]


async def pages_that_may_follow(
    connection: "Connection", settings: "Settings", course_id: int
) -> Planned | None:
    """What pages could cost whose topics change with what is done anew; None where no model writes them."""
    from gradient.providers import forecast
    from gradient.providers.forecast import Amount, Span
    from gradient.store import forecasts

    if not is_service(_player(settings, "page")):
        return None
    there = await forecasts.topics(connection, course_id)
    return _planned(settings, "page", 0, Amount(), forecast.pages(Span(0, there)))


def planned_unread(settings: "Settings", files: Sequence[ToRead]) -> list[Planned]:
    """The same where nothing but files is there yet."""
    from gradient.providers.forecast import Amount

    rest = _from_files(settings, files)
    return [
        _planned(settings, stage, 0, Amount(), rest[stage])
        for stage in PLAYED_IN
        if stage in rest and rest[stage].calls.high and is_service(_player(settings, stage))
    ]


def show_planned(found: Sequence[Planned]) -> None:
    """A table of what models would be asked."""
    table(
        COLUMNS,
        [
            {
                "stage": one.stage,
                "player": one.player,
                "units": one.units or None,
                "calls": _between(one.amount.calls, ".0f"),
                "tokens": _between(one.amount.tokens, ",.0f"),
                "usd": "unknown" if one.usd is None else _between(one.usd, ".4f"),
            }
            for one in found
        ],
    )


def total_usd(found: Sequence[Planned]) -> "Span | None":
    """What all of it comes to; None where a price is not known."""
    from gradient.providers.forecast import Span

    total = Span()
    for one in found:
        if one.usd is None:
            return None
        total += one.usd
    return total


def between_usd(span: "Span | None") -> str:
    """A sum in words."""
    return "not known, for want of prices" if span is None else f"{_between(span, '.4f')} USD"


def _between(span: "Span", form: str) -> str:
    low, high = format(span.low, form), format(span.high, form)
    return low if low == high else f"{low} to {high}"


def _bounds(span: "Span") -> dict[str, int]:
    return {"low": round(span.low), "high": round(span.high)}


def _player(settings: "Settings", stage: str) -> str:
    role = PLAYED_IN.get(stage)
    return "" if role is None else str(getattr(settings.roles, role))


async def _due(
    database: "Database", stages: Sequence["Stage"], course_id: int, *, stale: bool
) -> dict[str, list["Unit"]]:
    """The units of each stage that are due, or those alone that are stale."""
    from gradient.store import outcomes
    from gradient.work.runner import utc_now

    found = {}
    async with database.transaction() as connection:
        for stage in stages:
            query = stage.units()
            due = await outcomes.due(connection, query, course_id, utc_now())
            if stale:
                known = {(unit.kind, unit.unit_id) for unit in due}
                free = replace(query, free=True)
                every = await outcomes.due(connection, free, course_id, utc_now())
                due = [unit for unit in every if (unit.kind, unit.unit_id) not in known]
            found[stage.name] = [unit for unit in due if stage.name != "embed" or unit.kind not in UPKEEP]
    return found


async def _weighed(
    database: "Database",
    settings: "Settings",
    stage: "Stage",
    scales: "Scales",
    course_id: int,
    units: Sequence["Unit"],
) -> "Amount":
    """What the units would be asked about; answers that are kept are not asked for."""
    from gradient.providers.forecast import Amount, Span

    scales.requests.clear()
    for at in range(0, len(units), stage.batch):
        try:
            await stage.work(database, course_id, units[at : at + stage.batch])
        except GradientError:
            continue  # nobody answered, and the request lies on the scales
    tokens = sum(one.tokens(_player(settings, stage.name)) for one in scales.requests)
    calls = len(scales.requests)
    return Amount(Span(calls, calls), Span(tokens, tokens))


async def _following(
    connection: "Connection", settings: "Settings", course_id: int, due: Mapping[str, Sequence["Unit"]]
) -> dict[str, "Amount"]:
    """What follows from the units that are due, stage by stage."""
    from gradient.providers import forecast
    from gradient.providers.forecast import Amount, Span, Unread
    from gradient.store import forecasts

    most = settings.outline.most_topics
    found: dict[str, Amount] = {}
    revisions = {unit.unit_id for stage in ("read", "chunk") for unit in due[stage]}
    files = [ToRead(**one) for one in await forecasts.sizes(connection, sorted(revisions))]
    _add(found, _from_files(settings, files))
    passages = {unit.unit_id for stage in ("distil", "extract") for unit in due[stage]}
    if passages:
        letters = await forecasts.letters(connection, sorted(passages))
        _add(found, forecast.following(Unread.of(Span(letters, letters), 0, most), read=True))
    there = await forecasts.topics(connection, course_id)
    tagged = Span(0, 5).times(len(due["tags"]))
    met = Span(0, 2 * there).times(len(due["prerequisites"]))
    _add(found, {"calibrate": forecast.questions(tagged + met)})
    if any(due[stage] for stage in due if stage not in ("page", "mirror")):
        _add(found, {"page": forecast.pages(Span(0, there))})
    return found


def _from_files(settings: "Settings", files: Sequence[ToRead]) -> dict[str, "Amount"]:
    from gradient.providers import forecast
    from gradient.providers.forecast import Amount, Span, Unread

    if not files:
        return {}
    letters, pictures = Span(), Amount()
    for file in files:
        letters += forecast.text_in(file.size, file.suffix)
        pictures += forecast.seen(file.size, file.suffix)
    unread = Unread.of(letters, len(files), settings.outline.most_topics)
    return {"read": pictures, **forecast.following(unread, read=False)}


def _add(total: dict[str, "Amount"], more: Mapping[str, "Amount"]) -> None:
    for stage, amount in more.items():
        total[stage] = total[stage] + amount if stage in total else amount


def _planned(settings: "Settings", stage: str, units: int, weighed: "Amount", rest: "Amount") -> Planned:
    player = _player(settings, stage)
    amount = weighed + rest
    known = not rest.calls.high
    return Planned(stage, player, units, amount, _usd(settings, PLAYED_IN[stage], player, amount), known)


def _usd(settings: "Settings", role: str, player: str, amount: "Amount") -> "Span | None":
    """Between answers of hardly a word and long ones; nothing is kept by the service from call to call."""
    from gradient.providers.forecast import Span

    share = OUTPUT_SHARE.get(role, 0.0)
    low = _price(settings, player, amount.calls.low, amount.tokens.low, 0.0, 0)
    high = _price(settings, player, amount.calls.high, amount.tokens.high, share * 2, OUTPUT_LEAST)
    return None if low is None or high is None else Span(low, high)


def _price(
    settings: "Settings", player: str, calls: float, tokens: float, share: float, least: int
) -> float | None:
    from gradient.providers.ollama import costs_nothing
    from gradient.providers.prices import most

    provider, _, model = player.partition(":")
    model = model.rpartition("#")[2]
    prices = settings.prices.models
    if provider == "ollama" and costs_nothing(model) and f"{provider}:{model}" not in prices:
        return 0.0
    if not calls:
        return 0.0
    prompt = tokens / calls
    one = most(provider, model, round(prompt), round(prompt * share) + least, prices)
    return None if one is None else one * calls
