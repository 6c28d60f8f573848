"""Makes of the files of a walk what identity compares: each with its course, type and key."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from gradient.files import key_of
from gradient.inbox.elsewhere import elsewhere
from gradient.inbox.identity import Seen
from gradient.inbox.known import Known, KnownPath
from gradient.inbox.names import type_of
from gradient.inbox.walk import Listed


def seen_files(
    known: Known,
    inbox: str,
    files: Iterable[Listed],
    hashes: Mapping[str, str],
    course_of: Mapping[str, int],
    former_folder: Mapping[str, str],
) -> list[Seen]:
    """The files in folders that are courses; those given and those of other inboxes as they were last seen.

    `former_folder` gives the folder that a renamed course had before. A known file that has changed but
    not settled is as it was; a new one that has not settled is left out.
    """
    listed = [file for file in files if file.folder in course_of]
    keys = _keys(known, [file.path for file in listed])
    given = [path for path in known.paths.values() if path.root == "given"]
    found = [seen_again(known, path) for path in [*given, *elsewhere(known, inbox, set(keys.values()))]]
    for file in listed:
        key = keys[file.path]
        former = _in_folder(key, former_folder.get(file.folder))
        before = known.paths.get(("inbox", former))
        sha256, stamp = hashes.get(file.path), file.stamp
        if sha256 is None:
            if before is None:
                continue
            sha256, stamp = before.sha256, before.stamp
        kind = type_of(file.path.split("/")[1:-1])
        found.append(
            Seen("inbox", inbox, file.path, key, former, course_of[file.folder], kind, stamp, sha256)
        )
    return found


def seen_again(known: Known, path: KnownPath) -> Seen:
    """A known file as it was when it was last seen."""
    source = known.sources[path.source_id]
    return Seen(
        path.root,
        path.inbox,
        path.path,
        path.key,
        path.key,
        source.course_id,
        source.type,
        path.stamp,
        path.sha256,
    )


def _keys(known: Known, paths: Iterable[str]) -> dict[str, str]:
    """A key for each path: its NFC; of several paths with one NFC, the known or else the first one gets it.

    The others get one that no path has.
    """
    alike: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        alike[key_of(path)].append(path)
    keys: dict[str, str] = {}
    for key, group in alike.items():
        before = known.paths.get(("inbox", key))
        group.sort(key=lambda path: (before is None or before.path != path, path != key, path))
        keys[group[0]] = key
        keys |= {path: f"{path}/." for path in group[1:]}
    return keys


def _in_folder(key: str, folder: str | None) -> str:
    return key if folder is None else f"{key_of(folder)}/{key.partition('/')[2]}"
