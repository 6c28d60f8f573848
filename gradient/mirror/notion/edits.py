"""What people did on a page since we last wrote or saw it. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from gradient.mirror.notion.content import content_of
from gradient.mirror.notion.node import marked_up
from gradient.mirror.notion.standing import Seen, Standing, traits

_TYPES = {
    "paragraph": "paragraph",
    "quote": "paragraph",
    "heading_1": "heading",
    "heading_2": "heading",
    "heading_3": "heading",
    "heading_4": "heading",
    "bulleted_list_item": "list",
    "numbered_list_item": "list",
    "to_do": "list",
    "callout": "callout",
    "code": "code",
    "equation": "math",
    "table": "table",
}
"""What a block of Notion is as a block of a page; of others a page knows nothing."""


@dataclass(frozen=True)
class Pin:
    """A text that a person changed or put on the page.

    `origin` is the block of the page that it was, None for a new one, which comes behind the block `after`.
    `ids` are the blocks in Notion that show it, `by` is who wrote it.
    """

    origin: int | None
    after: int | None
    type: str
    content: str
    ids: tuple[str, ...]
    by: str


@dataclass(frozen=True)
class Looked:
    """A page as it stands now, and what people did there. `dropped` is what they took away."""

    standing: tuple[Standing, ...]
    pins: tuple[Pin, ...]
    dropped: tuple[str, ...]


def look(
    standing: Sequence[Standing], seen: Sequence[Seen], *, whole: bool, doomed: Collection[str] = ()
) -> Looked:
    """What became of the blocks that stood on a page.

    A page that is not `whole` was cut off while we wrote: of what is missing there nobody knows who took it
    away. `doomed` are the blocks that we were about to take away.
    """
    level = _Level(standing, seen, whole, frozenset(doomed))
    now = tuple(level.now())
    return Looked(now, tuple(_pins(now, seen, level.changed)), tuple(level.dropped))


class _Level:
    """The blocks of one list of children, old and new."""

    def __init__(
        self, standing: Sequence[Standing], seen: Sequence[Seen], whole: bool, doomed: Collection[str]
    ) -> None:
        self._seen = seen
        self._whole = whole
        self._doomed = doomed
        self._old = _matched(standing, seen, self._doomed)
        self.changed: set[str] = set()
        """The blocks that a person wrote, and those whose children one did."""
        known = {id(one) for one in self._old.values()}
        gone = [one for one in standing if id(one) not in known]
        there = {one.signature for one in seen}
        self.dropped = [
            _name(one)
            for one in gone
            if whole and one.id not in doomed and (one.held or one.signature not in there)
        ]

    def now(self) -> Iterator[Standing]:
        """Every block that is there, in its order."""
        for one in self._seen:
            old = self._old.get(one.id)
            yield self._new(one) if old is None else self._kept(old, one)

    def _new(self, one: Seen) -> Standing:
        if not one.by_us:
            self.changed.add(one.id)
        children = tuple(self._new(child) for child in one.children)
        return Standing(one.kind, one.signature, one.id, held=not one.by_us, children=children)

    def _kept(self, old: Standing, one: Seen) -> Standing:
        below = _Level(old.children, one.children, self._whole, self._doomed)
        children = tuple(below.now())
        self.dropped += below.dropped
        if _is_touched(old, one) or (below.changed and one.block["type"] == "table"):
            self.changed.add(one.id)
        held = old.held or one.id in self.changed
        return Standing(one.kind, one.signature, one.id, old.origin, held, children)


def _is_touched(old: Standing, one: Seen) -> bool:
    """Whether a person changed a block, be it that they moved it or wrote it in other letters.

    Whoever writes within a block is named with the block too, so of such a one only its own words count.
    """
    if one.signature != old.signature:
        return old.held or not one.by_us
    return not (old.held or one.by_us or one.children)


def _matched(
    standing: Sequence[Standing], seen: Sequence[Seen], doomed: Collection[str]
) -> dict[str, Standing]:
    """What stood there before, by the id of the block that it is now."""
    there = {one.id for one in seen}
    found = {one.id: one for one in standing if one.id is not None and one.id in there}
    nameless = [one for one in standing if one.id is None]
    strangers = [one for one in seen if one.ours and one.id not in found]
    matcher = SequenceMatcher(
        None, [one.signature for one in nameless], [one.signature for one in strangers], autojunk=False
    )
    changes = matcher.get_opcodes()
    for change, old, old_end, new, new_end in changes:
        if change == "equal":
            pairs = zip(strangers[new:new_end], nameless[old:old_end], strict=True)
            found.update((one.id, before) for one, before in pairs)
    found.update(_moved(_left(standing, found, doomed), [one for one in seen if one.id not in found]))
    for change, old, old_end, new, new_end in changes:
        if change == "replace":
            others = [one for one in strangers[new:new_end] if one.id not in found]
            found.update(_alike(_left(nameless[old:old_end], found), others))
    return found


def _left(
    standing: Sequence[Standing], found: Mapping[str, Standing], doomed: Collection[str] = ()
) -> list[Standing]:
    """The blocks of which it is not known yet what became of them; `doomed` ones were to go."""
    known = {id(one) for one in found.values()}
    return [one for one in standing if id(one) not in known and one.id not in doomed]


def _moved(old: Sequence[Standing], new: Sequence[Seen]) -> Iterator[tuple[str, Standing]]:
    """Blocks that say what another said that is gone: moved, or cut out and put in somewhere else."""
    left: dict[str, list[Standing]] = {}
    for gone in old:
        left.setdefault(gone.signature, []).append(gone)
    for one in sorted(new, key=lambda each: not each.ours):
        if before := left.get(one.signature):
            yield one.id, before.pop(0)


def _alike(old: Sequence[Standing], new: Sequence[Seen]) -> Iterator[tuple[str, Standing]]:
    """Blocks that stand where others stood: each is the one before of its kind that it is most like."""
    left = list(old)
    for place, one in enumerate(new):
        fits = [each for each in left if each.kind == one.kind]
        if not fits:
            continue
        follow = sum(each.kind == one.kind for each in new[place:])
        own = traits(one.words)
        fit = fits[0] if len(fits) <= follow else max(fits, key=lambda each: len(own & set(each.traits)))
        yield one.id, fit
        left.remove(fit)


def _name(gone: Standing) -> str:
    """What a block is known by that a person took away: what they wrote themselves by the page's block."""
    return f"origin {gone.origin}" if gone.held and gone.origin is not None else gone.signature


def _pins(now: Sequence[Standing], seen: Sequence[Seen], changed: Collection[str]) -> Iterator[Pin]:
    by_id = {one.id: one for one in seen}
    done: set[int] = set()
    after: int | None = None
    for one in now:
        assert one.id is not None
        before, after = after, one.origin or after
        if one.id not in changed or one.origin in done:
            continue
        if one.origin is None:
            shown = [by_id[one.id]]
        else:
            done.add(one.origin)
            shown = [by_id[each.id] for each in now if each.origin == one.origin and each.id is not None]
        pin = _pin(one.origin, before, shown, changed)
        if pin is not None:
            yield pin


def _pin(
    origin: int | None, after: int | None, shown: Sequence[Seen], changed: Collection[str]
) -> Pin | None:
    """What a person wrote as a block of the page; None for what a page has no block for, or no words."""
    kind = next((_TYPES[one.block["type"]] for one in shown if one.block["type"] in _TYPES), None)
    if kind is None:
        return None
    content = content_of(kind, [one.block for one in shown], [text for one in shown for text in _texts(one)])
    by = next(one.edited_by for one in reversed(shown) if one.id in changed)
    ids = tuple(one.id for one in shown)
    return Pin(origin, after, kind, content, ids, by) if content.strip() else None


def _texts(one: Seen) -> list[str]:
    body: Mapping[str, object] = one.block[one.block["type"]]
    kind = one.block["type"]
    if kind == "table":
        return _rows(one)
    if kind in ("code", "equation"):
        return ["".join(item["plain_text"] for item in one.block[kind].get("rich_text", ()))]
    return [marked_up(one.block[kind].get("rich_text", ()))] if "rich_text" in body else []


def _rows(table: Seen) -> list[str]:
    rows = [_row(child.block["table_row"]["cells"]) for child in table.children]
    body = table.block["table"]
    rule = [f"|{' --- |' * body['table_width']}"] if body["has_column_header"] else []
    return [*rows[:1], *rule, *rows[1:]]


def _row(cells: Sequence[Sequence[Mapping[str, object]]]) -> str:
    texts = [marked_up(cell).replace("|", r"\|") for cell in cells]
    return f"| {' | '.join(texts)} |"


def held_by(standing: Sequence[Standing], blocks: Mapping[str, int]) -> tuple[Standing, ...]:
    """The blocks, those that show a pinned block of the page (its id by theirs) held for it."""
    return tuple(
        replace(one, origin=blocks[one.id], held=True) if one.id is not None and one.id in blocks else one
        for one in standing
    )
