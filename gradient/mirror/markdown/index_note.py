"""The index of a course: its topics in learning order, and the graph of their prerequisites."""

from gradient.graph.drawing import DrawnEdge, DrawnTopic, mermaid
from gradient.graph.order import learning_order
from gradient.graph.reduction import transitive_reduction
from gradient.mirror.markdown.escape import unlinked, words
from gradient.mirror.markdown.note import Note, make_note
from gradient.mirror.markdown.topic_note import Target, wiki_link
from gradient.store.mirrors import IndexedTopic, IndexItem


def index_id(course: str) -> str:
    """What the index of a course is found by."""
    return f"index:{course}"


def index_note(item: IndexItem, target: Target, review: str) -> Note:
    """The index of a course; `review` is where its review queue lies, without the ending."""
    topics = in_learning_order(item)
    lines = [f"# {words(item.name)}", _counts(item, review)]
    if topics:
        lines += [
            "## Topics in learning order",
            "\n".join(_topic(number, one, target) for number, one in enumerate(topics, 1)),
        ]
    if item.edges:
        lines += [
            "## What is needed for what",
            "Edges that follow from others are not drawn.",
            _graph(item, topics),
        ]
    front = [
        ("gradient_title", unlinked(item.name)),
        ("gradient_course", item.course),
        ("tags", ["gradient"]),
    ]
    return make_note(index_id(item.course), front, "\n\n".join(lines))


def in_learning_order(item: IndexItem) -> list[IndexedTopic]:
    """The topics, each after those that it needs; of those that are free the one taught first."""
    by_slug = {one.topic.slug: one for one in item.topics}
    order = learning_order(
        by_slug, item.edges, lambda slug: (by_slug[slug].taught, by_slug[slug].topic.title, slug)
    )
    return [by_slug[slug] for slug in order]


def _counts(item: IndexItem, review: str) -> str:
    asked = f"[[{review}|{_number(item.open, 'open question')}]]"
    return f"{_number(len(item.topics), 'topic')}, {_number(len(item.edges), 'prerequisite')}, {asked}."


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _topic(number: int, one: IndexedTopic, target: Target) -> str:
    note = "" if one.state == "fresh" else ", no page"
    return f"{number}. {wiki_link(one.topic, target)} ({_number(one.contents, 'passage')}{note})"


def _graph(item: IndexItem, topics: list[IndexedTopic]) -> str:
    edges = transitive_reduction(item.edges)
    joined = {slug for edge in edges for slug in edge}
    drawn = [DrawnTopic(one.topic.slug, one.topic.title) for one in topics if one.topic.slug in joined]
    drawing = mermaid(drawn, [DrawnEdge(first, then, None) for first, then in sorted(edges)])
    return f"```mermaid\n{drawing.rstrip()}\n```"
