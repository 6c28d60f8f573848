"""The topics that a course asks for today: what its outline files state, and what was found in it."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

from gradient.outline.formation import FormedTopic
from gradient.outline.importing import OutlineNode
from gradient.outline.names import canonical
from gradient.outline.plan import Candidate

Path = tuple[str, ...]
SEPARATOR = " >> "


def name_key(name: str) -> str:
    """The canonical form of a name; the name itself where that is empty, as for a name of signs alone."""
    return canonical(name) or name.casefold()


def united(files: Iterable[Sequence[OutlineNode]]) -> list[OutlineNode]:
    """The nodes of all outline files; what two files say of one path belongs together."""
    nodes: dict[Path, OutlineNode] = {}
    for node in (node for file in files for node in file):
        first = nodes.get(node.path)
        if first is not None:
            node = OutlineNode(
                first.path,
                first.position,
                tuple(dict.fromkeys([*first.aliases, *node.aliases])),
                tuple(dict.fromkeys([*first.prerequisites, *node.prerequisites])),
                first.summary or node.summary,
            )
        nodes[node.path] = node
    return list(nodes.values())


def candidates(nodes: Sequence[OutlineNode], formed: Sequence[FormedTopic]) -> list[Candidate]:
    """The stated topics, each with what was found under one of its names, then what was found besides."""
    found = {name_key(alias): one for one in reversed(formed) for alias in (*one.aliases, one.title)}
    found |= {one.key: one for one in formed}
    stated: list[Candidate] = []
    used: set[str] = set()
    for node in nodes:
        names = {name_key(name): name for name in reversed([node.title, *node.aliases])}
        own = dict(reversed(names.items()))
        same = {one.key: one for key in own if (one := found.get(key)) is not None and one.key not in used}
        used |= same.keys()
        for one in same.values():
            own |= {key: name for key, name in _names(one).items() if key not in own}
        stated.append(Candidate(reference(node.path), own, _above(node.path), True, tuple(same)))
    alone = [Candidate(one.key, _names(one), one.parent, formed=(one.key,)) for one in formed]
    return stated + [one for one in alone if one.reference not in used]


def proposals(
    names: Mapping[str, str], others: Iterable[Candidate], taken: Container[str]
) -> list[Candidate]:
    """What picks propose and nothing else asks for; `taken` are the names of topics that are there."""
    known = {key for one in others for key in one.names}
    return [
        Candidate(f"proposal: {key}", {key: _as_title(name)}, proposed=True)
        for key, name in names.items()
        if key not in known and key not in taken
    ]


def _as_title(name: str) -> str:
    return name[:1].upper() + name[1:]


def reference(path: Path) -> str:
    """The reference of the candidate that an outline states at a path."""
    return f"outline: {SEPARATOR.join(path)}"


def references(one: Candidate) -> tuple[str, ...]:
    """All references by which other candidates may name this one."""
    return (one.reference, *one.formed)


def stated_prerequisites(
    nodes: Sequence[OutlineNode], topics: Mapping[str, int], names: Mapping[str, int]
) -> dict[tuple[int, int], int | None]:
    """The prerequisites that outlines state: (first, needs it) → alternative group.

    `topics` maps references to topics, `names` canonical names; a name of neither is left out. None stands
    for a prerequisite that is needed in any case; those of one topic that share a number are any-of.
    """
    stated: dict[tuple[int, int], int | None] = {}
    groups: Counter[int] = Counter()
    for node in nodes:
        topic = topics.get(reference(node.path))
        if topic is None:
            continue
        for group in node.prerequisites:
            firsts = [found for name in group if (found := _meant(name, topics, names)) is not None]
            groups[topic] += 1
            for first in firsts:
                alternative = groups[topic] if len(group) > 1 else None
                if first != topic and (alternative is None or (first, topic) not in stated):
                    stated[first, topic] = alternative
    return stated


def unknown_names(nodes: Sequence[OutlineNode], known: Container[str]) -> list[str]:
    """A sentence for each prerequisite that an outline states by a name that nothing has.

    `known` holds the references of the stated topics and all canonical names.
    """
    return [
        f"The outline says that “{node.title}” needs “{name}”, which is no topic of the course; name one."
        for node in nodes
        for group in node.prerequisites
        for name in group
        if reference(_path(name)) not in known and name_key(name) not in known
    ]


def _meant(name: str, topics: Mapping[str, int], names: Mapping[str, int]) -> int | None:
    found = topics.get(reference(_path(name)))
    return names.get(name_key(name)) if found is None else found


def _path(name: str) -> Path:
    return tuple(part.strip() for part in name.split(SEPARATOR.strip()))


def _names(one: FormedTopic) -> dict[str, str]:
    names = {one.key: one.title}
    for alias in one.aliases:
        names.setdefault(name_key(alias), alias)
    return names


def _above(path: Path) -> str | None:
    return reference(path[:-1]) if len(path) > 1 else None
