"""What has to be written for a list of blocks to become another: as little as there is to it. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from gradient.mirror.notion.node import Node
from gradient.mirror.notion.standing import Standing


@dataclass(frozen=True)
class Slot:
    """A place in the list to come: what stands there already, and what is to stand there.

    Without `standing` the block is new; without `node` it is a person's and stays as it is.
    """

    standing: Standing | None
    node: Node | None

    @property
    def says_the_same(self) -> bool:
        """Whether the block itself, children aside, need not be written."""
        return self.node is None or (
            self.standing is not None and self.standing.signature == self.node.signature
        )


@dataclass(frozen=True)
class Difference:
    """The list to come in its order, and the blocks that go."""

    slots: tuple[Slot, ...]
    gone: tuple[Standing, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing has to be written on this level."""
        return not self.gone and all(slot.standing and slot.says_the_same for slot in self.slots)


def difference(standing: Sequence[Standing], wanted: Sequence[Node]) -> Difference:
    """How `standing` becomes `wanted`.

    A block that says the same keeps its id, a changed one is changed in its place where its kind allows that.
    What a person holds stays where it is, and is not written beside itself.
    """
    held = {one.origin for one in standing if one.held and one.origin is not None}
    free = [one for one in standing if not one.held]
    asked = [node for node in wanted if node.origin not in held]
    pairs = dict(_pairs(free, asked))
    paired = {id(free[old]): asked[new] for new, old in pairs.items()}
    new_after = _new_after(standing, wanted, held, {id(asked[new]): free[old] for new, old in pairs.items()})
    slots = [Slot(None, node) for node in new_after.get(None, ())]
    for one in standing:
        if one.held:
            slots.append(Slot(one, None))
        elif id(one) in paired:
            slots.append(Slot(one, paired[id(one)]))
        else:
            continue
        slots += [Slot(None, node) for node in new_after.get(id(one), ())]
    gone = [one for one in free if id(one) not in paired]
    return Difference(tuple(slots), tuple(gone))


def without(nodes: Sequence[Node], dropped: Collection[str]) -> tuple[Node, ...]:
    """The blocks but for those that a person took away (their signatures, or `origin <id>`)."""
    if not dropped:
        return tuple(nodes)
    kept = [
        node for node in nodes if node.signature not in dropped and f"origin {node.origin}" not in dropped
    ]
    return tuple(replace(node, children=without(node.children, dropped)) for node in kept)


def same(standing: Sequence[Standing], wanted: Sequence[Node]) -> bool:
    """Whether nothing has to be written, on no level."""
    found = difference(standing, wanted)
    return found.is_empty and all(
        same(slot.standing.children, slot.node.children)
        for slot in found.slots
        if slot.standing is not None and slot.node is not None
    )


def _pairs(free: Sequence[Standing], asked: Sequence[Node]) -> Iterator[tuple[int, int]]:
    """Which asked block is made of which standing one, as places: asked, standing."""
    matcher = SequenceMatcher(
        None, [one.signature for one in free], [node.signature for node in asked], autojunk=False
    )
    for change, old, old_end, new, new_end in matcher.get_opcodes():
        if change == "equal":
            yield from zip(range(new, new_end), range(old, old_end), strict=True)
        elif change == "replace":
            for at in range(new, new_end):
                kind = asked[at].kind
                fit = next((one for one in range(old, old_end) if free[one].kind == kind), None)
                if fit is not None:
                    yield at, fit
                    old = fit + 1


def _new_after(
    standing: Sequence[Standing],
    wanted: Sequence[Node],
    held: Collection[int | None],
    made_of: dict[int, Standing],
) -> dict[int | None, list[Node]]:
    """The new blocks, by the standing one that they come behind (its `id()`; None: at the start).

    They come behind what a person holds too, unless that stands further down than what is to follow.
    """
    last_held = {one.origin: id(one) for one in standing if one.held}
    places = {id(one): place for place, one in enumerate(standing)}
    ends = [len(standing)] * len(wanted)
    for at in range(len(wanted) - 2, -1, -1):
        following = made_of.get(id(wanted[at + 1]))
        ends[at] = ends[at + 1] if following is None else places[id(following)]
    anchor: int | None = None
    found: dict[int | None, list[Node]] = {}
    for node, end in zip(wanted, ends, strict=True):
        if node.origin in held:
            place = places[last_held[node.origin]]
            if (-1 if anchor is None else places[anchor]) < place < end:
                anchor = last_held[node.origin]
        elif id(node) in made_of:
            anchor = id(made_of[id(node)])
        else:
            found.setdefault(anchor, []).append(node)
    return found
