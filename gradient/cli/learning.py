"""What has to be learnt first, as `gradient prereqs` and `gradient path` print it.

Scripts ask this over and over, so nothing is imported that is not needed for it, typer least of all.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from gradient.cli.output import confidence, plural, say, write, write_json, write_raw

if TYPE_CHECKING:
    from gradient.client import Graph


class Format(StrEnum):
    """How prerequisites are printed."""

    text = "text"
    json = "json"
    dot = "dot"
    mermaid = "mermaid"


def show_prerequisites(
    topic: str, course: str | None, *, direct: bool, format: Format, as_json: bool
) -> None:
    """Print what has to be learnt before a topic. Raises UnknownName or AmbiguousName."""
    from gradient.client import connect

    with connect() as graph:
        named = graph.topic(topic, course)
        found = graph.prerequisites(named["slug"], named["course"])
        if direct:
            found = _direct(found)
        scale = graph.scale("prerequisite")
        as_json = as_json or format is Format.json
        edges = [] if as_json else _among(graph.edges(named["slug"], named["course"]), found)
    if as_json:
        write_json({**found, "confidences": scale})
    elif format is Format.text:
        _show_text(named, found, edges, scale)
    else:
        write_raw(_drawn(named, found, edges, format))


def show_path(topic: str, known: Sequence[str], course: str | None, *, as_json: bool) -> None:
    """Print what to learn, in order, to know a topic. Raises UnknownName or AmbiguousName."""
    from gradient.client import connect

    with connect() as graph:
        named = graph.topic(topic, course)
        mastered = [graph.topic(slug, named["course"])["slug"] for slug in known]
        steps = _steps(graph, named, mastered)
    if as_json:
        write_json({"topic": named["slug"], "course": named["course"], "known": mastered, "path": steps})
    elif not steps:
        say(f"{named['title']} is known already.")
    else:
        from gradient.cli.tables import Column, table

        rows = [{"number": number, **step} for number, step in enumerate(steps, 1)]
        table([Column("", "number", "right"), Column("topic", "title"), Column("slug", "slug")], rows)


def _steps(graph: "Graph", named: dict[str, Any], mastered: Sequence[str]) -> list[dict[str, Any]]:
    from gradient.graph.path import Need, learning_path

    found = graph.prerequisites(named["slug"], named["course"])
    taught = {slug: place for place, slug in enumerate(found["order"])}
    titles = {one["slug"]: one["title"] for one in found["prerequisites"]} | {named["slug"]: named["title"]}
    needs = [
        Need(
            edge["subject"],
            edge["object"],
            1.0 if edge["confidence"] is None else edge["confidence"],
            None if edge["alternative_group"] is None else str(edge["alternative_group"]),
        )
        for edge in graph.edges(named["slug"], named["course"])
        if edge["status"] == "accepted"
    ]
    order = learning_path(
        named["slug"], mastered, needs, key=lambda slug: (taught.get(slug, len(taught)), slug)
    )
    return [{"slug": slug, "title": titles[slug]} for slug in order]


def _direct(found: dict[str, Any]) -> dict[str, Any]:
    near = [one for one in found["prerequisites"] if one["depth"] == 1]
    slugs = {one["slug"] for one in near}
    return {**found, "prerequisites": near, "order": [slug for slug in found["order"] if slug in slugs]}


def _among(edges: Sequence[dict[str, Any]], found: dict[str, Any]) -> list[dict[str, Any]]:
    """The accepted edges between the topic and the prerequisites that are shown."""
    shown = {found["topic"], *found["order"]}
    return [
        edge
        for edge in edges
        if edge["status"] == "accepted" and edge["subject"] in shown and edge["object"] in shown
    ]


def _show_text(
    named: dict[str, Any], found: dict[str, Any], edges: Sequence[dict[str, Any]], scale: str
) -> None:
    if not found["order"]:
        say(f"{named['title']} needs nothing that is known of.")
        return
    from gradient.cli.tables import Column, table

    by_slug = {one["slug"]: one for one in found["prerequisites"]}
    rows = [
        {**one, "confidence": "stated" if one["confidence"] is None else confidence(one["confidence"])}
        for one in map(by_slug.__getitem__, found["order"])
    ]
    columns = [
        Column("learn first", "title", yields="end"),
        Column("slug", "slug", yields="end"),
        Column("steps before", "depth", "right"),
        Column(f"confidence ({scale})" if scale else "confidence", "confidence", "right"),
    ]
    table(columns, rows)
    titles = {one["slug"]: one["title"] for one in found["prerequisites"]} | {named["slug"]: named["title"]}
    for sentence in _alternatives(edges, titles):
        write(sentence)
    say(f"Then {named['title']}. ({plural(len(rows), 'topic')} before it, in learning order.)")


def _alternatives(edges: Sequence[dict[str, Any]], titles: dict[str, str]) -> list[str]:
    groups: dict[tuple[str, int], list[str]] = {}
    for edge in edges:
        if edge["alternative_group"] is not None:
            groups.setdefault((edge["object"], edge["alternative_group"]), []).append(titles[edge["subject"]])
    return [
        f"For {titles[needs]} one of these will do: {', '.join(members)}."
        for (needs, _), members in sorted(groups.items())
        if len(members) > 1
    ]


def _drawn(
    named: dict[str, Any], found: dict[str, Any], edges: Sequence[dict[str, Any]], format: Format
) -> str:
    from gradient.graph.drawing import DrawnEdge, DrawnTopic, dot, mermaid

    titles = {one["slug"]: one["title"] for one in found["prerequisites"]} | {named["slug"]: named["title"]}
    topics = [DrawnTopic(slug, titles[slug]) for slug in [*found["order"], named["slug"]]]
    drawn = [DrawnEdge(edge["subject"], edge["object"], edge["confidence"]) for edge in edges]
    return dot(topics, drawn) if format is Format.dot else mermaid(topics, drawn)
