"""Which course a folder of the inbox belongs to."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gradient.files import key_of
from gradient.inbox.known import Known
from gradient.inbox.names import slug_of

SAME_COURSE = 0.8
"""A new folder that holds this share of a vanished course's files is that course under a new name."""

Held = Mapping[str, Collection[str | None]]
"""The hashes of the files of each folder, None for a file that has not settled."""


@dataclass(frozen=True)
class CourseFolders:
    """What the folders are.

    `known` gives the id of a folder's course; those of `renamed` had another folder before. `new` gives
    the slug of each folder that is a course from now on. `later` cannot be judged yet.
    """

    known: Mapping[str, int]
    renamed: frozenset[str]
    new: Mapping[str, str]
    later: frozenset[str]


def match_folders(known: Known, inbox: str, folders: Sequence[str], held: Held) -> CourseFolders:
    """Match the folders of an inbox to courses by name, then by what they hold.

    While a course is missing, a new folder is judged only when all of it has settled. One with files in
    another inbox is not missing.
    """
    by_folder = {key_of(course.folder): course.id for course in known.courses}
    same = {folder: by_folder[key_of(folder)] for folder in folders if key_of(folder) in by_folder}
    missing = _missing(known, inbox, set(same.values()))
    unknown = [folder for folder in folders if folder not in same and any(held.get(folder, ()))]
    later = {folder for folder in unknown if missing and None in held[folder]}
    judged = [folder for folder in unknown if folder not in later]
    renamed = _renamed(judged, missing, held)
    others = [folder for folder in folders if folder not in same and folder not in renamed]
    new = _slugs([folder for folder in judged if folder not in renamed], others, known)
    return CourseFolders(same | renamed, frozenset(renamed), new, frozenset(later))


def _slugs(folders: Sequence[str], others: Collection[str], known: Known) -> dict[str, str]:
    """A slug for each folder of a new course, in the order of their names.

    What is a slug already as it is written falls to no other folder, also while `others` are still to come.
    """
    taken = {course.slug for course in known.courses}
    found = {folder: folder for folder in folders if folder not in taken and folder == slug_of(folder, ())}
    taken |= {folder for folder in others if folder == slug_of(folder, ())}
    for folder in sorted(set(folders) - found.keys()):
        found[folder] = slug_of(folder, taken)
        taken.add(found[folder])
    return found


def _missing(known: Known, inbox: str, present: set[int]) -> dict[int, set[str]]:
    """The courses whose folder is gone, each with the hashes of the files that it had."""
    elsewhere = known.in_other_inboxes(inbox)
    present = present | {known.sources[source].course_id for source in elsewhere}
    hashes: dict[int, set[str]] = defaultdict(set)
    for source in known.sources.values():
        if source.root == "inbox" and source.sha256 and source.there and not source.forgotten:
            hashes[source.course_id].add(source.sha256)
    return {course_id: held for course_id, held in hashes.items() if course_id not in present}


def _renamed(folders: Sequence[str], missing: Mapping[int, set[str]], held: Held) -> dict[str, int]:
    """The folders that hold enough of a missing course, the best matches first."""
    shares = [
        (len(hashes.intersection(held[folder])) / len(hashes), folder, course_id)
        for folder in folders
        for course_id, hashes in missing.items()
    ]
    found: dict[str, int] = {}
    for share, folder, course_id in sorted(shares, key=lambda one: (-one[0], one[1], one[2])):
        if share >= SAME_COURSE and folder not in found and course_id not in found.values():
            found[folder] = course_id
    return found
