"""Gradient from Python: `with gradient.connect() as graph: graph.prerequisites("backpropagation")`.

What is heavy is imported where it is needed, so that a script that asks one question starts fast.
"""

import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from gradient.errors import AmbiguousName, DatabaseUnreachable, UnknownName

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_LAST = float("inf")


def connect(url: str | None = None) -> "Graph":
    """The graph in the database of the working directory, or in the one at `url`.

    Raises DatabaseUnreachable if there is none or it does not answer, and SettingsError if the settings of
    the working directory are wrong. The graph holds a connection
    until it is closed, at the latest at the end of the program.
    """
    from psycopg import connect as open_connection
    from psycopg.rows import dict_row

    with ExitStack() as stack, _explained():
        address = url or stack.enter_context(_found())
        connection: Connection[DictRow] = open_connection(address, autocommit=True, row_factory=dict_row)
        stack.callback(connection.close)
        return Graph(connection, stack.pop_all())


class Graph:
    """The topics and prerequisites of a database, as they are settled now."""

    def __init__(self, connection: "Connection[DictRow]", resources: ExitStack) -> None:
        self._connection = connection
        self._close = weakref.finalize(self, resources.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the connection back; a second time does nothing."""
        self._close()

    def prerequisites(self, topic: str, course: str | None = None) -> dict[str, Any]:
        """What has to be learnt before a topic, near and far, in the shape of `gradient prereqs --json`.

        Only accepted prerequisites are followed. `depth` is the fewest edges to the topic, `confidence`
        the weakest measured edge on the best path (None where people or an outline state all of it), `status`
        that of the edge straight to the topic or None; `order` is a learning order of the prerequisites.
        `topic` is a slug, also one that was absorbed, or a name. Raises UnknownName or AmbiguousName.
        """
        named = self.topic(topic, course)
        edges = self._rows("prerequisites", "edges_before", topic=named["id"])
        return {"topic": named["slug"], "course": named["course"], **_closure(named["slug"], edges)}

    def edges(self, topic: str, course: str | None = None) -> list[dict[str, Any]]:
        """The prerequisites that `prerequisites` follows, and every one straight to the topic.

        Each has subject (learnt first) and object as slugs, the subject's title, status, confidence (None
        where a person or an outline states it), alternative_group (rows of one object that share one are
        any-of) and by (stage, outline, person).
        Raises UnknownName or AmbiguousName.
        """
        keys = ("subject", "object", "title", "status", "confidence", "alternative_group", "by")
        found = self._rows("prerequisites", "edges_before", topic=self.topic(topic, course)["id"])
        return [{key: edge[key] for key in keys} for edge in found]

    def scale(self, task: str) -> str:
        """Whose word the confidences of a task are, such as "offline, raw"; empty before there are any."""
        return "".join(one["words"] for one in self._rows("status", "scales") if one["task"] == task)

    def topics(self, course: str | None = None) -> list[dict[str, Any]]:
        """The topics of a course, or of all, as taught, in the shape of `gradient topics --json`.

        Raises UnknownName if there is no such course.
        """
        keys = (
            "slug",
            "title",
            "aliases",
            "path",
            "course",
            "contents",
            "prerequisites",
            "first_taught",
            "page",
        )
        found = self._rows("topics", "listing", course=course)
        if course is not None and not found and not self._rows("topics", "course_id", slug=course):
            raise self._unknown_course(course)
        return [{key: topic[key] for key in keys} for topic in found]

    def topic(self, slug: str, course: str | None = None) -> dict[str, Any]:
        """The one topic that a slug, a title or another name means: id, slug, title, course.

        Raises UnknownName with the nearest slugs, or AmbiguousName.
        """
        found = self._rows("topics", "find", slug=slug, course=course) or self._called(slug, course)
        courses = sorted({one["course"] for one in found})
        if len(courses) > 1:
            raise AmbiguousName(
                f"{slug!r} is a topic of several courses ({', '.join(courses)}); name one with --course, or"
                " course= in Python."
            )
        if len(found) > 1:
            slugs = ", ".join(one["slug"] for one in found)
            raise AmbiguousName(f"{slug!r} is a name of several topics ({slugs}); say which.")
        return found[0]

    def _unknown_course(self, slug: str) -> UnknownName:
        from gradient.store.courses import Course, unknown

        return unknown(slug, [Course(**one) for one in self._rows("courses", "all", retired=False)])

    def _called(self, name: str, course: str | None) -> list[dict[str, Any]]:
        """The topics of a name that is no slug. Raises UnknownName if there are none."""
        from gradient.outline.named import called, gone_sentence, slug_form, unknown_sentence

        found = self._rows("topics", "find", slug=slug_form(name), course=course)
        if found:
            return found
        topics = self.topics(course)
        for one in called(name, topics):
            found += self._rows("topics", "find", slug=one["slug"], course=one["course"])
        if not found:
            for gone in self._rows("topics", "gone", slug=slug_form(name), course=course):
                raise UnknownName(gone_sentence(gone))
            raise UnknownName(unknown_sentence(name, [one["slug"] for one in topics], course))
        return found

    def _rows(self, file: str, query: str, **parameters: Any) -> list[dict[str, Any]]:
        from gradient.store.queries import load

        with _explained():
            return self._connection.execute(getattr(load(file), query).encode(), parameters).fetchall()


def _closure(topic: str, edges: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    from gradient.graph.closure import transitive_prerequisites
    from gradient.graph.order import learning_order

    accepted = {
        (edge["subject"], edge["object"]): edge["confidence"]
        for edge in edges
        if edge["status"] == "accepted"
    }
    direct = {edge["subject"]: edge["status"] for edge in edges if edge["object"] == topic}
    known = {edge["subject"]: edge for edge in edges}
    found = transitive_prerequisites(accepted, topic)
    return {
        "prerequisites": [
            {
                "slug": slug,
                "title": known[slug]["title"],
                "depth": one.depth,
                "confidence": one.confidence,
                "status": direct.get(slug),
            }
            for slug, one in found.items()
        ],
        "order": learning_order(found, accepted, key=lambda slug: _taught(known[slug])),
    }


def _taught(edge: Mapping[str, Any]) -> tuple[float, float, str]:
    order, position = edge["source_order"], edge["position"]
    if order is None or position is None:
        return (_LAST, _LAST, edge["subject"])
    return (order, position, edge["subject"])


@contextmanager
def _found() -> Iterator[str]:
    """The address of the database of the working directory, which stays up meanwhile."""
    from gradient.home import locate
    from gradient.store.embedded import database
    from gradient.vouched import require_settings

    home = locate()
    if home.database_url is None and not home.directory.is_dir():
        raise DatabaseUnreachable(
            f"There is no Gradient in {Path.cwd()}; go to where its gradient.toml is, or set GRADIENT_HOME"
            " or GRADIENT_DATABASE_URL."
        )
    require_settings(home)
    with database(home) as url:
        yield url


@contextmanager
def _explained() -> Iterator[None]:
    """Errors of the database as sentences for people."""
    from psycopg import OperationalError
    from psycopg.errors import UndefinedTable

    from gradient.store.reasons import reason_of

    try:
        yield
    except UndefinedTable as error:
        raise DatabaseUnreachable("The database is not set up yet; run `gradient db upgrade`.") from error
    except OperationalError as error:
        raise DatabaseUnreachable(
            f"The database does not answer ({reason_of(error)}); start it, or set GRADIENT_DATABASE_URL."
        ) from error
