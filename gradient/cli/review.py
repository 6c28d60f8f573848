"""`gradient review`: the queue of questions, and answering them."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gradient.cli.opened import completed, course_id_of, transaction
from gradient.cli.options import AsJson, Course, Note, known_topics
from gradient.cli.output import BOLD, Styled, is_conversation, say, write, write_json
from gradient.cli.tables import Column, table
from gradient.errors import UnknownName, UsageError

if TYPE_CHECKING:
    from gradient.cli.questions import Evidence

LOG_LENGTH = 20


class Answer(StrEnum):
    """What a person may say to a question."""

    accept = "accept"
    reject = "reject"
    change = "change"
    later = "later"


ItemId = Annotated[int, typer.Argument(metavar="ID", help="Its number in gradient review list.")]

app = typer.Typer(
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,
)


@app.callback()
def review(context: typer.Context, course: Course = None) -> None:
    """The questions for you, one after the other.

    Without a command they are put on this terminal, and answered with a key each.
    """
    context.obj = course
    if context.invoked_subcommand is not None:
        return
    if not is_conversation():
        raise UsageError(
            "Questions are answered on a terminal; elsewhere use gradient review list and decide."
        )
    from gradient.cli.keyboard import converse

    completed(converse(course))


@app.command("list")
def list_(
    context: typer.Context,
    course: Course = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also the questions that wait for a place.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """The questions, the most valuable first."""
    from gradient.cli.questions import shape
    from gradient.cli.queue import show_list

    states = ("open", "waiting") if everything else ("open",)
    found, scales = completed(_list(course or context.obj, states))
    if as_json:
        write_json([shape(item) for item in found])
    elif found:
        show_list(found, scales)
    else:
        say("No question is open.")


async def _list(course: str | None, states: tuple[str, ...]) -> tuple[list[dict[str, Any]], dict[str, str]]:
    from gradient.store import reviews, status

    async with transaction() as connection:
        course_id = await course_id_of(connection, course)
        found = await reviews.listing(connection, course_id, states=states)
        return found, await status.scales(connection)


@app.command("show")
def show(item_id: ItemId, as_json: AsJson = False) -> None:
    """A question with all that speaks for and against."""
    from gradient.cli import questions

    item, evidence = completed(_show(item_id))
    if as_json:
        write_json({**questions.shape(item), **_evidence_shape(evidence)})
        return
    write(Styled(f"Question {item['id']} ({item['task']}, {item['course']}, {item['state']})", BOLD))
    write()
    questions.show(item, evidence)
    if item["task"] in ("tag", "prerequisite", "circle"):
        task = "tag" if item["task"] == "tag" else "prerequisite"
        say(f"\nThe whole way: gradient explain {task} {item['question_id']}.")


async def _show(item_id: int) -> "tuple[dict[str, Any], Evidence]":
    from gradient.cli.questions import evidence_of
    from gradient.store import reviews

    async with transaction() as connection:
        item = await reviews.one(connection, item_id)
        if item is None:
            raise UnknownName(f"There is no question {item_id}; gradient review list shows those there are.")
        return item, await evidence_of(connection, item)


def _evidence_shape(evidence: "Evidence") -> dict[str, Any]:
    return {
        "quotes": [dict(quote) for quote in evidence.quotes],
        "definitions": dict(evidence.definitions),
        "elsewhere": {title: list(narrower) for title, narrower in evidence.elsewhere.items()},
        "others": [dict(one) for one in evidence.others],
        "confidences": evidence.scale,
    }


@app.command("decide")
def decide(
    item_id: ItemId,
    answer: Annotated[
        Answer, typer.Argument(metavar="ANSWER", help="One of accept, reject, change and later.")
    ],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="TOPIC",
            help="With change: the topic that is right instead.",
            autocompletion=known_topics,
        ),
    ] = None,
    note: Note = None,
) -> None:
    """Answer a question; what follows from it is seen at once."""
    write(completed(_decide(item_id, answer, to, note)))


async def _decide(item_id: int, answer: Answer, to: str | None, note: str | None) -> str:
    from gradient.cli.answering import answered
    from gradient.cli.deciding import desk

    async with desk() as opened:
        return await answered(opened, item_id, answer.value, to, note)


@app.command("undo")
def undo(
    context: typer.Context,
    item_id: Annotated[
        int | None,
        typer.Argument(metavar="ID", help="The question whose answer is taken back; else the newest answer."),
    ] = None,
    decision: Annotated[
        int | None, typer.Option("--decision", metavar="N", help="A decision of gradient review log instead.")
    ] = None,
    course: Course = None,
    note: Note = None,
) -> None:
    """Take an answer back.

    The newest one, that to a question, or any decision by its number.
    """
    if item_id is not None and decision is not None:
        raise UsageError(
            "Say either which question's answer to take back, or which decision with --decision."
        )
    write(completed(_undo(item_id, decision, course or context.obj, note)))


async def _undo(item_id: int | None, decision: int | None, course: str | None, note: str | None) -> str:
    from gradient.cli.answering import taken_back, taken_back_decision, taken_back_newest
    from gradient.cli.deciding import desk

    async with desk() as opened:
        if item_id is not None:
            return await taken_back(opened, item_id, note)
        if decision is None:
            return await taken_back_newest(opened, course, note)
        return await taken_back_decision(opened, decision, note)


@app.command("log")
def log(
    context: typer.Context,
    course: Course = None,
    most: Annotated[int, typer.Option("--last", metavar="N", min=1, help="How many decisions.")] = LOG_LENGTH,
    as_json: AsJson = False,
) -> None:
    """The decisions that people made, the newest first."""
    found = completed(_log(course or context.obj, most))
    if as_json:
        write_json(found)
    elif found:
        rows = [
            {**one, "about": _about(one), "when": f"{one['at'].astimezone():%Y-%m-%d %H:%M}"} for one in found
        ]
        table(
            [
                Column("decision", "id", "right"),
                Column("when", "when"),
                Column("who", "person"),
                Column("act", "act"),
                Column("about", "about", yields="end"),
            ],
            rows,
        )
    else:
        say("Nobody has decided anything yet.")


async def _log(course: str | None, most: int) -> list[dict[str, Any]]:
    from gradient.store import explain

    async with transaction() as connection:
        return await explain.log(connection, await course_id_of(connection, course), most)


def _about(one: dict[str, Any]) -> str:
    match one["task"] or one["kind"]:
        case "tag":
            about = f"{one['object']}: “{one['sentence']}”"
        case "prerequisite":
            about = f"{one['subject']} before {one['object']}"
        case "merge":
            about = f"{one['subject']} and {one['object']}"
        case "proposal":
            about = one["subject"] or one["natural_key"]
        case "thin":
            about = f"{one['topic']} as a topic"
        case "homonym":
            about = f"whether {one['topic']} means one thing"
        case "unread":
            about = f"what was read of {one['source']}"
        case _:
            about = one["topic"] or ""
    if one["undoes"] is not None:
        about = f"decision {one['undoes']}: {about}" if about else f"decision {one['undoes']}"
    return f"{about} (taken back)" if one["undone"] else about
