"""`gradient prereqs` and `gradient path`: what has to be learnt first.

Asking is what scripts do over and over, so nothing heavy is imported for it.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gradient.cli.groups import DefaultGroup
from gradient.cli.options import AsJson, Course, Note, TopicSlug, known_topics
from gradient.cli.output import confidence, plural, say, write, write_json, write_raw

if TYPE_CHECKING:
    from gradient.client import Graph


class Format(StrEnum):
    """How prerequisites are printed."""

    text = "text"
    json = "json"
    dot = "dot"
    mermaid = "mermaid"


FormatOption = Annotated[Format, typer.Option("--format", "-f", help="How to print them.")]
First = Annotated[str, typer.Argument(metavar="A", help="Is learnt first.", autocompletion=known_topics)]
Then = Annotated[str, typer.Argument(metavar="B", help="Needs it.", autocompletion=known_topics)]

app = typer.Typer(
    cls=DefaultGroup,
    help="What has to be learnt before a topic.",
    subcommand_metavar="TOPIC | COMMAND [ARGS]...",
    rich_markup_mode=None,
)


@app.command("show")
def show(
    topic: TopicSlug,
    course: Course = None,
    direct: Annotated[bool, typer.Option("--direct", help="Only what comes right before it.")] = False,
    format: FormatOption = Format.text,
    as_json: AsJson = False,
) -> None:
    """What has to be learnt before a topic, near and far, in learning order (the default)."""
    from gradient.cli.naming import topic_in
    from gradient.client import connect

    with connect() as graph:
        named = topic_in(graph, topic, course)
        found = graph.prerequisites(named["slug"], named["course"])
        if direct:
            found = _direct(found)
        scale = graph.scale("prerequisite")
        edges = _among(graph.edges(named["slug"], named["course"]), found) if not as_json else []
    if as_json or format is Format.json:
        write_json({**found, "confidences": scale})
    elif format is Format.text:
        _show_text(named, found, edges, scale)
    else:
        write_raw(_drawn(named, found, edges, format))


@app.command("add")
def add(
    first: First,
    then: Then,
    course: Course = None,
    any_of: Annotated[
        int | None,
        typer.Option(
            "--any-of", metavar="N", min=1, help="One of those of B that share this number will do."
        ),
    ] = None,
    note: Note = None,
) -> None:
    """Say that A has to be learnt before B."""
    _decide(first, then, course, "accept", note, any_of)


@app.command("remove")
def remove(first: First, then: Then, course: Course = None, note: Note = None) -> None:
    """Say that A need not be learnt before B."""
    _decide(first, then, course, "reject", note, None)


def path(
    topic: TopicSlug,
    known: Annotated[
        str, typer.Option("--known", metavar="A,B", help="Topics that are known already, by slug.")
    ] = "",
    course: Course = None,
    as_json: AsJson = False,
) -> None:
    """What to learn, in order, to know a topic."""
    from gradient.cli.naming import topic_in
    from gradient.client import connect

    with connect() as graph:
        named = topic_in(graph, topic, course)
        mastered = [
            topic_in(graph, slug.strip(), named["course"])["slug"]
            for slug in known.split(",")
            if slug.strip()
        ]
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
        {**by_slug[slug], "confidence": confidence(by_slug[slug]["confidence"])} for slug in found["order"]
    ]
    columns = [
        Column("learn first", "title", yields=True),
        Column("slug", "slug", yields=True),
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


def _decide(
    first: str, then: str, course: str | None, answer: str, note: str | None, any_of: int | None
) -> None:
    from gradient.cli.opened import completed

    write(completed(_decided(first, then, course, answer, note, any_of)))


async def _decided(
    first: str, then: str, course: str | None, answer: Any, note: str | None, any_of: int | None
) -> str:
    from gradient.cli.deciding import one_act
    from gradient.cli.naming import topic_of
    from gradient.review.decisions import put_prerequisite

    async with one_act() as act:
        object_ = await topic_of(act.connection, then, course)
        subject = await topic_of(act.connection, first, object_["course"])
        decision = await put_prerequisite(
            act.connection,
            object_["course_id"],
            subject,
            object_,
            answer,
            person=act.person,
            now=act.now,
            note=note,
            alternative_group=any_of,
        )
        await act.settle(object_["course_id"])
    said = "has to be learnt before" if answer == "accept" else "need not be learnt before"
    return f"{subject['title']} {said} {object_['title']} (decision {decision})."
