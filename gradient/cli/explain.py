"""`gradient explain`: the whole way from bytes to a status."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gradient.cli.opened import completed, existing_home, opened_database, settings_of
from gradient.cli.options import AsJson, Course, TopicSlug, known_topics
from gradient.cli.output import write_json
from gradient.errors import UnknownName, UsageError

if TYPE_CHECKING:
    from gradient.settings import ThresholdSettings
    from gradient.store.sessions import Connection

app = typer.Typer(
    add_completion=False,
    help="Why something has its status, from the bytes on.",
    rich_markup_mode=None,
)


@app.command("tag")
def tag(
    tag_id: Annotated[
        int, typer.Argument(metavar="ID", help="Its number, as gradient topics show lists it.")
    ],
    as_json: AsJson = False,
) -> None:
    """Why a content has a topic, or not.

    File, revision, chunk, quote, candidates, pick, judgement, map, threshold, decisions, status.
    """
    from gradient.cli.way import show_tag

    found = completed(_tag(tag_id))
    if as_json:
        write_json(found)
    else:
        show_tag(found)


@app.command("prerequisite")
def prerequisite(
    edge: Annotated[
        str,
        typer.Argument(
            metavar="ID|A:B|A", help="Its number, or the two topics A:B or A B, the one learnt first before."
        ),
    ],
    then: Annotated[
        str | None,
        typer.Argument(metavar="B", help="The topic that needs A.", autocompletion=known_topics),
    ] = None,
    course: Course = None,
    as_json: AsJson = False,
) -> None:
    """Why a topic comes before another, or not.

    Both topics, quotes, judgement, the other direction, map, threshold, decisions, status.
    """
    from gradient.cli.way import show_prerequisite

    found = completed(_prerequisite(edge, then, course))
    if as_json:
        write_json(found)
    else:
        show_prerequisite(found)


@app.command("page")
def page(
    topic: TopicSlug,
    course: Course = None,
    as_json: AsJson = False,
) -> None:
    """What each block of a page stands on."""
    from gradient.cli.way import show_page

    found = completed(_page(topic, course))
    if as_json:
        write_json(found)
    else:
        show_page(found)


async def _tag(tag_id: int) -> dict[str, Any]:
    from gradient.cli.advice import neighbours_of
    from gradient.pipeline import recall_limits
    from gradient.recall.stage import tool_of
    from gradient.store import explain

    home = existing_home()
    settings = settings_of(home)
    async with opened_database(home) as database, database.transaction() as connection:
        found = await explain.tag(connection, tag_id)
        if found is None:
            raise UnknownName(
                f"There is no tag {tag_id}; gradient topics show TOPIC lists those of a topic,"
                " and gradient review show names that of a question."
            )
        places = await explain.places(connection, found["content_id"])
        units = [("tags", "content", found["content_id"]), ("recall", "content", found["content_id"])]
        units += [(stage, "chunk", place["chunk_id"]) for stage in ("distil", "extract") for place in places]
        units += [("calibrate", "question", tag_id), ("settle", "course", found["course_id"])]
        work = await explain.work(connection, units)
        return {
            "tag": found,
            "places": places,
            "candidates": await explain.candidates(connection, found["content_id"]),
            "neighbours": await explain.sentences(connection, neighbours_of(work) or ()),
            **await _judged(connection, "tag", tag_id),
            **await _thresholds(connection, found["course_id"], settings.thresholds, "tag"),
            "work": work,
            "recall_today": tool_of(recall_limits(settings)),
        }


async def _prerequisite(edge: str, then: str | None, course: str | None) -> dict[str, Any]:
    from gradient.store import explain

    home = existing_home()
    thresholds = settings_of(home).thresholds
    async with opened_database(home) as database, database.transaction() as connection:
        if then is None and edge.isdecimal():
            number = int(edge)
        else:
            first, _, second = edge.partition(":") if then is None else (edge, "", then)
            number = await _question_between(connection, first, second, course)
        found = await explain.prerequisite(connection, number)
        if found is None:
            raise UnknownName(
                f"There is no prerequisite {number}; gradient topics show TOPIC lists those of a topic,"
                " and gradient review show names that of a question."
            )
        opposite = await explain.judgements(connection, found["opposite_id"]) if found["opposite_id"] else []
        units = [
            ("prerequisites", "topic", found["object_id"]),
            ("prerequisites", "topic", found["subject_id"]),
        ]
        units += [("calibrate", "question", number), ("settle", "course", found["course_id"])]
        return {
            "prerequisite": found,
            **await _judged(connection, "prerequisite", number),
            "opposite": opposite[0] if opposite else None,
            **await _thresholds(connection, found["course_id"], thresholds, "prerequisite"),
            "work": await explain.work(connection, units),
        }


async def _question_between(connection: "Connection", first: str, then: str, course: str | None) -> int:
    from gradient.cli.naming import ambiguous, topic_of
    from gradient.store import explain

    if not then:
        raise UnknownName(f"{first!r} is no prerequisite; write its number, or two topics as A:B or A B.")
    found = await explain.prerequisite_questions(connection, first, then, course)
    if len(found) > 1:
        raise ambiguous(f"{first}:{then}", [one["course"] for one in found])
    if not found:
        object_ = await topic_of(connection, then, course)
        subject = await topic_of(connection, first, object_["course"])
        slugs = (subject["slug"], object_["slug"])
        if slugs[0] == slugs[1]:
            raise UsageError(f"{object_['title']} cannot come before itself; name two topics.")
        found = await explain.prerequisite_questions(connection, *slugs, object_["course"])
        if not found:
            raise UnknownName(
                f"Nobody asked whether {subject['title']} comes before {object_['title']}: it was not picked;"
                f" gradient prereqs add {' '.join(slugs)} says so."
            )
    return int(found[0]["question_id"])


async def _page(topic: str, course: str | None) -> dict[str, Any]:
    from gradient.cli.naming import topic_of
    from gradient.store import explain, pages

    async with opened_database() as database, database.transaction() as connection:
        named = await topic_of(connection, topic, course)
        return {
            "page": await pages.page_json(connection, named["id"]),
            "contents": await explain.contents(connection, named["id"]),
            "work": await explain.work(connection, [("page", "topic", named["id"])]),
        }


async def _judged(connection: "Connection", task: str, question_id: int) -> dict[str, Any]:
    from gradient.store import explain

    judgements = await explain.judgements(connection, question_id)
    newest = judgements[0] if judgements else None
    return {
        "judgements": judgements,
        "map": newest
        and await explain.map_in_force(connection, task, newest["scorer"], newest["prompt_version"]),
        "decisions": await explain.decisions(connection, question_id),
    }


async def _thresholds(
    connection: "Connection", course_id: int, settings: "ThresholdSettings", task: str
) -> dict[str, Any]:
    """The thresholds in force; `basis` says why the one of acceptance is, where a precision is asked for."""
    from gradient.acceptance.in_force import thresholds_in_force
    from gradient.acceptance.thresholds import Thresholds

    found = await thresholds_in_force(connection, course_id, Thresholds(**dict(settings)))
    return {
        "thresholds": {
            "accept": getattr(found.thresholds, f"{task}_accept"),
            "floor": getattr(found.thresholds, f"{task}_floor"),
            "basis": getattr(found.thresholds, f"{task}_basis"),
            "precision": found.precision,
            "draws": found.draws.get(task, 0),
            **({"direction_margin": settings.direction_margin} if task == "prerequisite" else {}),
        }
    }
