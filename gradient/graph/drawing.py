"""A graph as text for Graphviz (`dot`) and for Mermaid. No title can leave its label."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class DrawnTopic:
    """A topic to draw: `slug` tells it apart, `title` is shown."""

    slug: str
    title: str


@dataclass(frozen=True)
class DrawnEdge:
    """`subject` is learnt before `object`, both slugs; `confidence` is 0 to 1 or None, which is not shown.
    An accepted edge is drawn solid, any other dashed."""

    subject: str
    object: str
    confidence: float | None
    accepted: bool = True


def dot(topics: Sequence[DrawnTopic], edges: Sequence[DrawnEdge]) -> str:
    """The graph in the DOT language, in the order given. Ends that are no topic show their slug."""
    lines = ["digraph prerequisites {", "  rankdir=LR;", "  node [shape=box];"]
    lines += [
        f'  "{_dot_text(topic.slug)}" [label="{_dot_label(topic.title)}"];'
        for topic in _with_ends(topics, edges)
    ]
    lines += [
        f'  "{_dot_text(edge.subject)}" -> "{_dot_text(edge.object)}" [{_dot_attributes(edge)}];'
        for edge in edges
    ]
    return "\n".join([*lines, "}"]) + "\n"


def mermaid(topics: Sequence[DrawnTopic], edges: Sequence[DrawnEdge]) -> str:
    """The graph as a Mermaid flowchart, in the order given. Ends that are no topic show their slug."""
    drawn = _with_ends(topics, edges)
    # Numbers, since a slug may be a word of the language, such as `end`.
    names = {topic.slug: f"t{number}" for number, topic in enumerate(drawn)}
    lines = ["flowchart LR"]
    lines += [f'  {names[topic.slug]}["{_mermaid_label(topic.title)}"]' for topic in drawn]
    lines += [f"  {names[edge.subject]} {_mermaid_arrow(edge)} {names[edge.object]}" for edge in edges]
    return "\n".join(lines) + "\n"


def _with_ends(topics: Iterable[DrawnTopic], edges: Iterable[DrawnEdge]) -> list[DrawnTopic]:
    """The topics, each slug once, and those ends of edges that are not among them."""
    drawn: dict[str, DrawnTopic] = {}
    for topic in topics:
        drawn.setdefault(topic.slug, topic)
    for edge in edges:
        for slug in (edge.subject, edge.object):
            drawn.setdefault(slug, DrawnTopic(slug, slug))
    return list(drawn.values())


def _dot_attributes(edge: DrawnEdge) -> str:
    label = "" if edge.confidence is None else f'label="{edge.confidence:.2f}", '
    return f"{label}style={'solid' if edge.accepted else 'dashed'}"


def _dot_text(text: str) -> str:
    """Quoted text of DOT; control characters as `\\xNN`, which no text can spell, as backslashes double."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in escaped)


def _dot_label(text: str) -> str:
    """A label of DOT, which Graphviz reads for backslashes and HTML entities."""
    return _dot_text(_one_line(text)).replace("&", "&amp;")


def _mermaid_arrow(edge: DrawnEdge) -> str:
    arrow = "-->" if edge.accepted else "-.->"
    return arrow if edge.confidence is None else f'{arrow}|"{edge.confidence:.2f}"|'


def _mermaid_label(text: str) -> str:
    """Letters, digits and a few harmless marks; all else as a character code, which Mermaid decodes."""
    return "".join(char if char.isalnum() or char in " ,-" else f"#{ord(char)};" for char in _one_line(text))


def _one_line(text: str) -> str:
    """The text without line breaks; what cannot be printed becomes the replacement character."""
    return "".join(char if char.isprintable() else "\ufffd" for char in " ".join(text.split()))
