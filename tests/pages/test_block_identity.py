from hypothesis import given
from hypothesis import strategies as st

from gradient.pages.identity import blocks_of
from gradient.pages.piece import Piece
from gradient.store.pages import StoredBlock

contents = st.lists(st.sampled_from("abcdef"), max_size=8)


def stored(letters: str | list[str], pinned: set[int]) -> list[StoredBlock]:
    pieces = [Piece("paragraph", letter) for letter in letters]
    return [
        StoredBlock(10 + n, n, "paragraph", piece.content, piece.content_hash, n in pinned, ())
        for n, piece in enumerate(pieces)
    ]


def test_an_inserted_piece_leaves_all_other_ids_as_they_are() -> None:
    blocks = blocks_of([Piece("paragraph", letter) for letter in "axbc"], stored("abc", set()))
    assert [(block.content, block.id) for block in blocks] == [("a", 10), ("x", None), ("b", 11), ("c", 12)]


@given(contents, contents, st.sets(st.integers(0, 7)))
def test_positions_are_free_of_pins_and_ids_are_used_once(
    new: list[str], old: list[str], pinned: set[int]
) -> None:
    standing = stored(old, pinned)
    blocks = blocks_of([Piece("paragraph", letter) for letter in new], standing)
    kept = [block.id for block in blocks if block.id is not None]
    positions = [block.position for block in blocks]
    held = {block.position for block in standing if block.pinned}
    assert len(kept) == len(set(kept))
    assert positions == sorted(set(positions))
    assert not held & set(positions)
    by_id = {block.id: block for block in standing}
    assert all(by_id[block.id].content == block.content for block in blocks if block.id is not None)


@given(contents)
def test_the_same_pieces_keep_every_id_and_place(letters: list[str]) -> None:
    standing = stored(letters, set())
    blocks = blocks_of([Piece("paragraph", letter) for letter in letters], standing)
    assert [(block.id, block.position) for block in blocks] == [(one.id, one.position) for one in standing]
