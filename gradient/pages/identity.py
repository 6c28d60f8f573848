"""New pieces and stored blocks: what stays the same keeps its id, and what a person pinned stays."""

from collections import defaultdict
from collections.abc import Sequence

from gradient.pages.piece import Piece
from gradient.store.pages import NewBlock, StoredBlock


def blocks_of(pieces: Sequence[Piece], standing: Sequence[StoredBlock]) -> list[NewBlock]:
    """The pieces as blocks that nobody pinned, on the positions that pinned blocks leave free.

    A piece whose type and content stand already keeps that block's id, the first free one. A piece that
    a person pinned is not repeated, nor one that a person put another in the place of.
    """
    pinned = {one for block in standing if block.pinned for one in (block.content_hash, block.replaces)}
    taken = {block.position for block in standing if block.pinned}
    ids: dict[str, list[int]] = defaultdict(list)
    for block in standing:
        if not block.pinned:
            ids[block.content_hash].append(block.id)
    blocks: list[NewBlock] = []
    position = 0
    for piece in pieces:
        if piece.content_hash in pinned:
            continue
        while position in taken:
            position += 1
        known = ids[piece.content_hash]
        block_id = known.pop(0) if known else None
        blocks.append(
            NewBlock(block_id, position, piece.type, piece.content, piece.content_hash, piece.places)
        )
        position += 1
    return blocks
