"""What people did on a page, told from what stood there and what stands there now."""

from typing import Any

import pytest

from gradient.mirror.notion.edits import look
from gradient.mirror.notion.node import Node, Run
from gradient.mirror.notion.standing import Seen, Standing

BOT, ADA = "bot", "ada"


def node(text: str, kind: str = "paragraph", origin: int | None = None) -> Node:
    return Node(kind, (Run(text),), origin=origin)


def seen(
    number: int, text: str, kind: str = "paragraph", made: str = BOT, edited: str = BOT, *inside: Seen
) -> Seen:
    item = {"type": "text", "plain_text": text, "annotations": {"code": False}}
    block: dict[str, Any] = {
        "id": f"b{number}",
        "type": kind,
        kind: {"rich_text": [item] if text else []},
        "created_by": {"id": made},
        "last_edited_by": {"id": edited},
        "last_edited_time": "2026-03-01T10:00:00.000Z",
    }
    return Seen.of(block, BOT, inside)


def standing(*nodes: Node, named: bool = True) -> list[Standing]:
    return [Standing.of(one, f"b{at}" if named else None) for at, one in enumerate(nodes)]


def test_what_stands_as_it_was_written_is_nobodys_edit() -> None:
    for named in (True, False):
        found = look(
            standing(node("a", origin=1), node("b"), named=named), [seen(0, "a"), seen(1, "b")], whole=True
        )
        assert (found.pins, found.dropped) == ((), ())
        assert [(one.id, one.origin, one.held) for one in found.standing] == [
            ("b0", 1, False),
            ("b1", None, False),
        ]


def test_our_own_write_whose_answer_was_lost_is_nobodys_edit() -> None:
    found = look(standing(node("a", origin=1)), [seen(0, "new"), seen(7, "more")], whole=True)
    assert (found.pins, found.dropped) == ((), ())
    assert [one.held for one in found.standing] == [False, False]


def test_a_block_of_ours_that_nobody_noted_and_a_person_changed_is_theirs() -> None:
    found = look(standing(node("a", origin=1)), [seen(0, "a"), seen(7, "b", edited=ADA)], whole=True)
    (pin,) = found.pins
    assert (pin.origin, pin.after, pin.content) == (None, 1, "b")
    assert [one.held for one in found.standing] == [False, True]


def test_a_changed_text_is_a_pin_in_the_place_of_its_block() -> None:
    found = look(
        standing(node("a", origin=1), node("b", origin=2)),
        [seen(0, "a"), seen(1, "B", edited=ADA)],
        whole=True,
    )
    (pin,) = found.pins
    assert (pin.origin, pin.type, pin.content, pin.ids, pin.by) == (2, "paragraph", "B", ("b1",), ADA)
    assert [one.held for one in found.standing] == [False, True]
    again = look(found.standing, [seen(0, "a"), seen(1, "B", edited=ADA)], whole=True)
    assert again.pins == ()


def test_other_letters_are_an_edit_too() -> None:
    (pin,) = look(standing(node("a", origin=1)), [seen(0, "a", edited=ADA)], whole=True).pins
    assert pin.content == "a"


def test_a_changed_item_pins_the_whole_list_that_it_belongs_to() -> None:
    items = [node("one", "bulleted_list_item", 5), node("two", "bulleted_list_item", 5)]
    now = [seen(0, "one", "bulleted_list_item"), seen(1, "2", "bulleted_list_item", edited=ADA)]
    (pin,) = look(standing(*items), now, whole=True).pins
    assert (pin.origin, pin.type, pin.content) == (5, "list", "one\n2")


def test_a_new_text_comes_behind_the_block_before_it() -> None:
    now = [seen(0, "a"), seen(9, "mine", made=ADA, edited=ADA), seen(1, "b")]
    found = look(standing(node("a", origin=1), node("b", origin=2)), now, whole=True)
    (pin,) = found.pins
    assert (pin.origin, pin.after, pin.content) == (None, 1, "mine")
    assert [one.held for one in found.standing] == [False, True, False]


def test_what_is_gone_was_taken_away_by_a_person_only_where_nothing_was_under_way() -> None:
    nodes = [node("a", origin=1), node("b", origin=2)]
    assert look(standing(*nodes), [seen(0, "a")], whole=True).dropped == (nodes[1].signature,)
    assert look(standing(*nodes), [seen(0, "a")], whole=False).dropped == ()
    assert look(standing(*nodes), [seen(0, "a")], whole=True, doomed=["b1"]).dropped == ()
    assert look(standing(*nodes), [seen(0, "a"), seen(7, "b")], whole=True).dropped == ()


def test_of_blocks_without_ids_the_changed_one_is_told_from_the_one_that_is_gone() -> None:
    nodes = [node("the first sentence", origin=1), node("the second one here", origin=2)]
    found = look(standing(*nodes, named=False), [seen(4, "the second one there", edited=ADA)], whole=True)
    (pin,) = found.pins
    assert (pin.origin, pin.content) == (2, "the second one there")
    assert found.dropped == (nodes[0].signature,)


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("made", [BOT, ADA])
def test_a_moved_block_is_the_one_that_it_was_however_it_was_moved(named: bool, made: str) -> None:
    nodes = [node(text, origin=origin) for origin, text in enumerate("abcd", 1)]
    number = 2 if named and made == BOT else 9
    moved = seen(number, "c", made=made, edited=ADA)
    found = look(standing(*nodes, named=named), [moved, seen(0, "a"), seen(1, "b"), seen(3, "d")], whole=True)
    (pin,) = found.pins
    assert (pin.origin, pin.content, pin.ids) == (3, "c", (f"b{number}",))
    assert [(one.origin, one.held) for one in found.standing] == [
        (3, True),
        (1, False),
        (2, False),
        (4, False),
    ]
    assert found.dropped == ()


def test_who_writes_within_a_block_has_not_changed_the_block_itself() -> None:
    below = seen(1, "B", "bulleted_list_item", edited=ADA)
    toggle = Node("toggle", (Run("Sources"),), children=(node("b", "bulleted_list_item"),))
    stood = [Standing.of(toggle, "b0", [Standing.of(toggle.children[0], "b1")])]
    found = look(stood, [seen(0, "Sources", "toggle", BOT, ADA, below)], whole=True)
    assert found.pins == ()
    assert [(one.held, one.children[0].held) for one in found.standing] == [(False, True)]
