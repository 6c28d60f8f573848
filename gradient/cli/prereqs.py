"""`gradient prereqs` and `gradient path` as typer commands; what they print is in `learning`."""

from typing import Annotated, Any

import typer

from gradient.cli.groups import DefaultGroup
from gradient.cli.learning import Format, show_path, show_prerequisites
from gradient.cli.options import AsJson, Course, Note, TopicSlug, known_topics
from gradient.cli.output import write
from gradient.errors import UsageError
from gradient.work.crossing import again_if_crossed

FormatOption = Annotated[
    Format | None, typer.Option("--format", "-f", help="As a table, as JSON, or as a drawing.")
]
First = Annotated[
    str, typer.Argument(metavar="A", help="The topic that is learnt first.", autocompletion=known_topics)
]
Then = Annotated[
    str, typer.Argument(metavar="B", help="The topic that needs it.", autocompletion=known_topics)
]

app = typer.Typer(
    add_completion=False,
    cls=DefaultGroup,
    help="What has to be learnt before a topic.",
    subcommand_metavar="TOPIC | COMMAND [ARGS]...",
    rich_markup_mode=None,
)


@app.command("show")
def show(
    topic: TopicSlug,
    course: Course = None,
    direct: Annotated[bool, typer.Option("--direct", help="Only what comes right before the topic.")] = False,
    format: FormatOption = None,
    as_json: AsJson = False,
) -> None:
    """What comes before a topic, in learning order.

    This is meant where no command is named: gradient prereqs TOPIC.
    """
    if as_json and format is not None and format is not Format.json:
        raise UsageError(f"--json and --format {format.value} contradict each other; give one of them.")
    shown = Format.json if as_json else format or Format.text
    show_prerequisites(topic, course, direct=direct, format=shown, as_json=as_json)


@app.command("add")
def add(
    first: First,
    then: Then,
    course: Course = None,
    any_of: Annotated[
        int | None,
        typer.Option(
            "--any-of", metavar="N", min=1, help="One of those of B that share this number (1, 2, …) will do."
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
        str,
        typer.Option("--known", metavar="A,B", help="Topics that are known already, with commas between."),
    ] = "",
    course: Course = None,
    as_json: AsJson = False,
) -> None:
    """What to learn, in order, to know a topic."""
    slugs = [slug.strip() for slug in known.split(",") if slug.strip()]
    show_path(topic, slugs, course, as_json=as_json)


def _decide(
    first: str, then: str, course: str | None, answer: str, note: str | None, any_of: int | None
) -> None:
    from gradient.cli.opened import completed

    for sentence in completed(_decided(first, then, course, answer, note, any_of)):
        write(sentence)


@again_if_crossed
async def _decided(
    first: str, then: str, course: str | None, answer: Any, note: str | None, any_of: int | None
) -> list[str]:
    from gradient.cli.deciding import one_act
    from gradient.cli.fallout import fallout, standing
    from gradient.cli.naming import topic_of
    from gradient.review.decisions import put_prerequisite
    from gradient.store.decisions import decided_prerequisite, prerequisite_between

    async with one_act() as act:
        object_ = await topic_of(act.connection, then, course)
        subject = await topic_of(act.connection, first, object_["course"])
        before = await act.before(object_["course_id"])
        ends = (subject["id"], object_["id"])
        held = await decided_prerequisite(act.connection, *ends)
        if held is not None and held["act"] == answer and any_of is None and note is None:
            await act.settle(object_["course_id"])
            return [f"{_said(subject, object_, answer)}: that was decided already (decision {held['id']})."]
        new = answer == "reject" and await prerequisite_between(act.connection, *ends) is None
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
        after = await standing(act.connection, object_["course_id"])
    more = "; nothing had put that forward, and now nothing can" if new else ""
    told = f"{_said(subject, object_, answer)}{more} (decision {decision})."
    return [told, *fallout(before, after, ends)]


def _said(subject: dict[str, Any], object_: dict[str, Any], answer: str) -> str:
    said = "has to be learnt before" if answer == "accept" else "need not be learnt before"
    return f"{subject['title']} {said} {object_['title']}"
