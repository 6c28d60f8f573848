"""Parents and groups of topics: by the heads of their names, and by the sections that they stand in."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from gradient.outline.evidence import Evidence
from gradient.outline.mention import MentioningChunk
from gradient.outline.names import canonical, names_in

MIN_GROUP = 3


def parents(topics: Sequence[Evidence], owner: Mapping[str, str]) -> dict[str, str]:
    """The parent of each topic that has one, by key; together a forest.

    `owner` says to which topic a key of any spelling belongs. A name lies under the longest topic that
    ends it ("convolutional neural network" under "neural network"), else under the topic that the
    heading around its own section names, else under a topic that begins it.
    """
    found: dict[str, str] = {}
    for evidence in sorted(topics, key=lambda each: each.key):
        ways = (_by_head(evidence.key, owner), _by_section(evidence, owner), _by_beginning(evidence.key, owner))
        for parent in ways:
            if parent is not None and not _closes_circle(evidence.key, parent, found):
                found[evidence.key] = parent
                break
    return found


def _by_head(key: str, owner: Mapping[str, str]) -> str | None:
    words = key.split()
    for begin in range(1, len(words)):
        topic = owner.get(" ".join(words[begin:]))
        if topic is not None and topic != key:
            return topic
    return None


def _by_beginning(key: str, owner: Mapping[str, str]) -> str | None:
    words = key.split()
    for end in range(len(words) - 1, 0, -1):
        topic = owner.get(" ".join(words[:end]))
        if topic is not None and topic != key:
            return topic
    return None


def _by_section(evidence: Evidence, owner: Mapping[str, str]) -> str | None:
    """The topic whose section holds the sections that carry the name as their heading."""
    votes: Counter[str] = Counter()
    for path in evidence.headings:
        if owner.get(canonical(path[-1])) != evidence.key:
            continue
        for heading in reversed(path[1:-1]):
            named = owner.get(canonical(heading)) or _only(owner.get(canonical(name)) for name in names_in(heading))
            if named is not None:
                votes.update([named] if named != evidence.key else [])
                break
    return max(votes, key=lambda key: (votes[key], key)) if votes else None


def _only(found: Iterable[str | None]) -> str | None:
    named = {each for each in found if each is not None}
    return named.pop() if len(named) == 1 else None


def _closes_circle(child: str, parent: str, found: Mapping[str, str]) -> bool:
    above: str | None = parent
    while above is not None:
        if above == child:
            return True
        above = found.get(above)
    return False


def section_groups(
    chunks: Sequence[MentioningChunk], topics: Sequence[Evidence]
) -> list[tuple[str, tuple[str, ...]]]:
    """Themes with the keys of their topics: the broadest heading of each part of the course that names one.

    A topic belongs to the themes in which it is marked, or else to the one that mentions it most.
    """
    members: dict[str, set[str]] = defaultdict(set)
    themes = [_theme(chunk.section_path) for chunk in chunks]
    for evidence in topics:
        marked = evidence.definitions | evidence.emphases
        for theme in {themes[index] for index in marked} or _commonest(themes, evidence.within):
            if theme:
                members[theme].add(evidence.key)
        for path in evidence.headings:
            theme = _theme(path[1:])
            if theme:
                members[theme].add(evidence.key)
    groups = [(theme, tuple(sorted(keys))) for theme, keys in members.items() if len(keys) >= MIN_GROUP]
    return sorted(groups)


def _commonest(themes: Sequence[str | None], within: set[int]) -> set[str | None]:
    counts = Counter(theme for index in within if (theme := themes[index]))
    return {max(counts, key=lambda theme: (counts[theme], theme))} if counts else set()


def _theme(section_path: tuple[str, ...]) -> str | None:
    for heading in section_path:
        names = names_in(heading)
        if names:
            return names[0]
    return None
