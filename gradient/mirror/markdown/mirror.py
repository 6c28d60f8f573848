"""The mirror as Markdown files, for an Obsidian vault or any editor.

Each course has a folder with a note for each topic, an index and the review queue. A file that a person
moved or renamed is found by its id and stays there; one that a person changed is never overwritten (see
`vault.Vault.put`); one that a person deleted comes back when there is something new to say in it, or when
the whole folder of its course has gone.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from gradient.mirror.markdown.index_note import index_id, index_note
from gradient.mirror.markdown.names import INDEX, REVIEW, course_of, folder_name, note_name
from gradient.mirror.markdown.note import Note
from gradient.mirror.markdown.review_note import contradictions, parse_answers, review_id, review_note
from gradient.mirror.markdown.topic_note import topic_id, topic_note
from gradient.mirror.markdown.vault import ENDING, Vault
from gradient.mirror.port import Answer, Taken
from gradient.store.mirrors import Item, ItemKey, Link, ReviewItem, TopicItem, Written
from gradient.store.sessions import Database

logger = logging.getLogger(__name__)


class MarkdownMirror:
    """Mirrors courses into the folder `vault`, which is made when the first course is written."""

    name = "markdown"

    def __init__(self, vault: Path) -> None:
        self.vault = vault

    def on(self, database: Database) -> "MarkdownMirror":  # noqa: ARG002  what it is given says all
        """Itself: it needs nothing but what it is given."""
        return self

    def standing(self) -> Sequence[str]:
        """The courses that there is a folder for."""
        return [course_of(folder) for folder in Vault(self.vault).folders()]

    async def write(
        self, course: str, items: Sequence[Item], written: Mapping[ItemKey, Written]
    ) -> list[Written]:
        """Write the files of the items, each where it stands or belongs."""
        return await asyncio.to_thread(_Writing(self.vault, course, written).write, items)

    async def remove(self, items: Sequence[Written]) -> None:
        """Remove the files of the items, those aside that a person changed."""
        await asyncio.to_thread(self._remove, items)

    async def answers(self) -> list[Answer]:
        """The answers ticked in the review files."""
        return await asyncio.to_thread(read_back, self.vault)

    async def slips(self) -> list[str]:
        """The questions that are not answered although boxes are ticked, a sentence a file."""
        return await asyncio.to_thread(_slips, self.vault)

    async def take_back(self) -> Taken:
        """Nothing: what people change in a file stays in that file."""
        return Taken()

    async def aclose(self) -> None:
        """Nothing is held open."""

    def _remove(self, items: Sequence[Written]) -> None:
        vault = Vault(self.vault)
        for item in items:
            if not vault.remove(item.place):
                logger.warning("%s was changed by hand and stays.", self.vault / item.place)


def read_back(vault: Path) -> list[Answer]:
    """The answers ticked in every review file of ours below `vault`, wherever it lies."""
    return list(dict.fromkeys(answer for text in _queues(vault).values() for answer in parse_answers(text)))


def _queues(vault: Path) -> dict[str, str]:
    """Every review file of ours below `vault` with its text."""
    files = Vault(vault)
    files.look_around(beside=True)
    ours = [place for note_id, place in files.ours() if note_id.startswith(review_id(""))]
    return {str(vault / place): files.read(place) or "" for place in ours}


def _slips(vault: Path) -> list[str]:
    found = {file: contradictions(text) for file, text in _queues(vault).items()}
    return [
        f"{file}: of question {', '.join(map(str, items))} several boxes are ticked, so no answer is taken;"
        " leave one."
        for file, items in found.items()
        if items
    ]


class _Writing:
    """Writes items of one course in one go, so that links lead to where the notes stand."""

    def __init__(self, vault: Path, course: str, written: Mapping[ItemKey, Written]) -> None:
        self._vault = Vault(vault)
        self._course = course
        self._folder = folder_name(course)
        self._places: dict[str, str] = {}
        self._known = {one.key: one.place for one in written.values()}

    def write(self, items: Sequence[Item]) -> list[Written]:
        """Write the items; where each stands now."""
        self._vault.look_around()
        self._vault.make_folder(self._folder)
        return [self._bring(item) for item in items]

    def _bring(self, item: Item) -> Written:
        note_id, own = self._id_and_name(item)
        last = self._known.get((item.kind, item.item_id))
        place = self._place(note_id, own)
        note = self._note(item)
        if last is not None and last != place:
            self._carry(note, last, place)
        if not self._vault.put(place, note):
            logger.info("%s was changed by hand; what is new stands beside it.", self._vault.root / place)
        return Written(item.kind, item.item_id, place, note.hash)

    def _id_and_name(self, item: Item) -> tuple[str, str]:
        if isinstance(item, TopicItem):
            return topic_id(self._course, item.topic.slug), _name(item.topic)
        if isinstance(item, ReviewItem):
            return review_id(self._course), REVIEW
        return index_id(self._course), INDEX

    def _note(self, item: Item) -> Note:
        if isinstance(item, TopicItem):
            return topic_note(item, self._target)
        if isinstance(item, ReviewItem):
            return review_note(item)
        review = self._place(review_id(self._course), REVIEW)
        return index_note(item, self._target, review.removesuffix(ENDING))

    def _target(self, link: Link) -> str:
        return self._place(topic_id(self._course, link.slug), _name(link)).removesuffix(ENDING)

    def _place(self, note_id: str, name: str) -> str:
        """Where a note belongs: where a person put it, else at its own place, if no other file is there."""
        if note_id not in self._places:
            own = f"{self._folder}/{name}{ENDING}"
            there = self._vault.places_of(note_id)
            ours = [place for place in there if place in self._known.values()]
            place = next(iter(ours or [one for one in there if one == own] or there), own)
            stays = place in there and place != own and not self._follows_title(place)
            self._places[note_id] = place if stays else self._free(own, note_id)
        return self._places[note_id]

    def _follows_title(self, place: str) -> bool:
        """Whether a note stands at the own place of the title that it was written under, unchanged."""
        found = self._vault.find(place)
        if found is None or not found.untouched or found.title is None:
            return False
        path = PurePosixPath(place)
        names = {note_name(found.title, _slug(found.id), twin=twin) for twin in (False, True)}
        return str(path.parent) == self._folder and path.name.removesuffix(ENDING) in names

    def _carry(self, note: Note, old: str, new: str) -> None:
        """Take what a person added below a note to its new place, and the old file away."""
        found = self._vault.find(old)
        if found is None or found.id != note.id or not found.untouched:
            return
        there = self._vault.find(new)
        if there is None:
            self._vault.write(new, note.text + found.rest, None)
        if there is None or not found.rest.strip() or there.rest == found.rest:
            self._vault.take_away(old)

    def _free(self, own: str, note_id: str) -> str:
        """`own`, or a place like it that no other file has."""
        stem = own.removesuffix(ENDING)
        places = [own, *(f"{stem} {number}{ENDING}" for number in range(2, 1000))]
        return next(place for place in places if self._is_free(place, note_id))

    def _is_free(self, place: str, note_id: str) -> bool:
        found = self._vault.find(place)
        return found is None or found.id == note_id


def _name(link: Link) -> str:
    return note_name(link.title, link.slug, twin=link.twin)


def _slug(note_id: str | None) -> str:
    return (note_id or "").rpartition("/")[2]
