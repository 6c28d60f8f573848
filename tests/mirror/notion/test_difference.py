from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gradient.mirror.notion.difference import difference, same, without
from gradient.mirror.notion.node import Node, Run
from gradient.mirror.notion.standing import Standing


def node(text: str, kind: str = "paragraph", origin: int | None = None) -> Node:
    return Node(kind, (Run(text),), origin=origin)


def standing(*nodes: Node) -> list[Standing]:
    return [Standing.of(one, f"b{at}") for at, one in enumerate(nodes)]


def after(before: list[Standing], wanted: list[Node]) -> list[tuple[str, str | None]]:
    """What stands there once the difference is written: the signature, and the id that it had."""
    found = difference(before, wanted)
    return [
        (slot.node.signature if slot.node else slot.standing.signature, slot.standing and slot.standing.id)  # type: ignore[union-attr]
        for slot in found.slots
    ]


SHOWN = st.lists(
    st.builds(node, st.sampled_from("abcdef"), st.sampled_from(["paragraph", "quote"])), max_size=12
)


@given(SHOWN, SHOWN)
def test_a_list_becomes_the_wanted_one_in_its_order(before: list[Node], wanted: list[Node]) -> None:
    stood = standing(*before)
    assert [one for one, _ in after(stood, wanted)] == [one.signature for one in wanted]
    found = difference(stood, wanted)
    kept = [slot.standing.id for slot in found.slots if slot.standing]
    assert sorted([*kept, *(one.id for one in found.gone)]) == sorted(one.id for one in stood)
    assert (
        found.is_empty
        == same(stood, wanted)
        == ([one.signature for one in before] == [one.signature for one in wanted])
    )


@given(SHOWN, SHOWN, st.data())
def test_what_a_person_holds_stays_in_its_order_and_is_not_written_twice(
    before: list[Node], wanted: list[Node], data: st.DataObject
) -> None:
    stood = [
        replace(one, held=True, origin=at) if data.draw(st.booleans()) else one
        for at, one in enumerate(standing(*before))
    ]
    held = [one.id for one in stood if one.held]
    theirs = [replace(one, origin=at) for at, one in enumerate(wanted)]
    found = difference(stood, theirs)
    assert [slot.standing.id for slot in found.slots if slot.standing and slot.standing.held] == held
    assert not any(one.held for one in found.gone)
    origins = {one.origin for one in stood if one.held}
    written = [slot.node for slot in found.slots if slot.node is not None]
    assert [one.signature for one in written] == [
        one.signature for one in theirs if one.origin not in origins
    ]


def test_a_changed_sentence_is_changed_in_its_place() -> None:
    stood = standing(node("a"), node("b"), node("c"))
    assert after(stood, [node("a"), node("B"), node("c")]) == [
        (node("a").signature, "b0"),
        (node("B").signature, "b1"),
        (node("c").signature, "b2"),
    ]


def test_a_block_of_another_kind_is_made_anew() -> None:
    found = difference(standing(node("a")), [node("a", "heading_2")])
    assert [slot.standing for slot in found.slots] == [None]
    assert [one.id for one in found.gone] == ["b0"]


def test_tables_of_another_width_are_made_anew() -> None:
    tables = [Node("table", fields={"table_width": width, "has_column_header": True}) for width in (2, 3)]
    assert len(difference(standing(tables[0]), [tables[1]]).gone) == 1
    assert difference(standing(tables[0]), [tables[0]]).gone == ()


def test_what_a_person_took_away_is_not_wanted_any_more() -> None:
    nodes = [node("a"), node("b", origin=7), node("c")]
    assert [one.words for one in without(nodes, [nodes[0].signature, "origin 7"])] == ["c"]
