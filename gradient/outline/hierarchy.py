"""Parents and groups of topics: by the heads of their names, and by the sections that they stand in."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from gradient.outline.evidence import Evidence
from gradient.outline.mention import MentioningChunk
from gradient.outline.names import canonical, names_in
from gradient.outline.words import is_known

MIN_GROUP = 3
_MAX_GROUP_SHARE = 0.4
_MAX_THEME_DEPTH = 3


def parents(topics: Sequence[Evidence], owner: Mapping[str, str]) -> dict[str, str]:
    """The parent of each topic that has one, by key; together a forest.

    `owner` says to which topic a key of any spelling belongs. A name lies under the longest topic that
    ends it ("convolutional neural network" under "neural network"), else under the topic that the
    heading around its own section names, else under a topic that begins it.
    """
    found: dict[str, str] = {}
    for evidence in sorted(topics, key=lambda each: each.key):
        ways = (
            _by_head(evidence.key, owner),
            _by_section(evidence, owner),
            _by_beginning(evidence.key, owner),
        )
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
        for depth in range(len(path) - 2, 0, -1):
            named = owner.get(canonical(path[depth]))
            if named is None and depth > 1:
                named = _only(owner.get(canonical(name)) for name in names_in(path[depth]))
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
    """Themes (as canonical keys) with the keys of their topics: the broadest headings that name one.

    A topic belongs to the themes in which it is marked, or else to the one that mentions it most. A theme
    that would hold most of the course gives way to those of the headings below it.
    """
    members: dict[str, set[str]] = {}
    for depth in range(_MAX_THEME_DEPTH):
        themes = [_theme(chunk.section_path[depth:]) for chunk in chunks]
        members = _members(themes, topics, depth) | members
        kept = {theme: keys for theme, keys in members.items() if len(keys) <= _MAX_GROUP_SHARE * len(topics)}
        if kept == members:
            break
        members = kept
    by_keys = {
        tuple(sorted(keys)): theme for theme, keys in sorted(members.items()) if len(keys) >= MIN_GROUP
    }
    return sorted((theme, keys) for keys, theme in by_keys.items())


def _members(themes: Sequence[str | None], topics: Sequence[Evidence], depth: int) -> dict[str, set[str]]:
    members: dict[str, set[str]] = defaultdict(set)
    for evidence in topics:
        marked = {themes[index] for index in evidence.definitions | evidence.emphases}
        marked |= {_theme(path[1 + depth :]) for path in evidence.headings}
        for theme in marked - {None} or _commonest(themes, evidence.within):
            if theme is not None:
                members[theme].add(evidence.key)
    return members


def _commonest(themes: Sequence[str | None], within: set[int]) -> set[str | None]:
    counts = Counter(theme for index in within if (theme := themes[index]))
    return {max(counts, key=lambda theme: (counts[theme], theme))} if counts else set()


def _theme(section_path: tuple[str, ...]) -> str | None:
    """The key of the first name in the broadest heading that has one which says something on its own."""
    for heading in section_path:
        for name in names_in(heading):
            if not is_known(canonical(name)):
                return canonical(name)
    return None
