"""Tagged contents of other courses vote where the settings say so, for the topics that both courses have."""

from datetime import UTC, datetime

import pytest

from gradient.errors import Outage, SettingsError
from gradient.home import Home
from gradient.pipeline import recall_limits
from gradient.recall.fusion import C2C2T
from gradient.recall.reading import Asked, RecallLimits, read
from gradient.recall.stage import RecallStage
from gradient.settings import RecallSettings, Settings, load
from gradient.store import vector_indexes
from gradient.store.courses import Voters
from gradient.store.sessions import Database
from tests.recall.small_course import SmallCourse
from tests.recall.test_path_queries import SPACE, give

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
NEAR, ASKED = (1.0, 0.0), (0.8, 0.6)


class Courses:
    """Two courses that share a topic by a name in another case, and one topic that the other has alone."""

    def __init__(self, url: str) -> None:
        self.own, self.other = SmallCourse(url), SmallCourse(url, "statistics")
        self.shared = self.own.topic("Regression")
        twin = self.other.topic("Curve fitting")
        self.other.one(
            "INSERT INTO topic_names (topic_id, key, name, origin)"
            " VALUES (%s, 'regression', 'REGRESSION', 'mention')",
            twin,
        )
        alone = self.other.topic("Sampling")
        self.asked = self._content(self.own, "Who?", ASKED)
        self.voter = self._tagged(self.other, "A line is fitted.", twin)
        self.dropped = self._tagged(self.other, "A sample is drawn.", alone)

    def _content(self, course: SmallCourse, sentence: str, vector: tuple[float, float]) -> int:
        content = course.content(sentence, course.chunk(course.source(f"{sentence}.md"), sentence))
        give(course, "content", content, vector)
        return content

    def _tagged(self, course: SmallCourse, sentence: str, topic: int) -> int:
        content = self._content(course, sentence, NEAR)
        course.vote(content, topic, 1.0)
        return content

    async def found(self, database: Database, voters: Voters, neighbours: int = 10) -> dict[int, float]:
        limits = RecallLimits(neighbours=neighbours, voters=voters)
        asked = Asked(SPACE, self.own.id, [self.asked], limits, frozenset({C2C2T}))
        async with database.transaction() as connection:
            ((_, paths),) = (await read(connection, asked)).found()
        return dict(paths[C2C2T])


@pytest.fixture
def courses(database_url: str) -> Courses:
    return Courses(database_url)


async def test_by_default_a_course_votes_alone(database: Database, courses: Courses) -> None:
    assert RecallLimits().voters == RecallSettings().voters == "own"
    assert await courses.found(database, "own") == {}


@pytest.mark.parametrize("voters", ["all", ("statistics",), ("vision", "statistics")])
async def test_a_tag_elsewhere_counts_for_the_topic_of_the_same_name(
    database: Database, courses: Courses, voters: Voters
) -> None:
    assert await courses.found(database, voters) == {courses.shared: pytest.approx(0.8)}


async def test_who_votes_for_no_topic_of_the_course_takes_no_place(
    database: Database, courses: Courses
) -> None:
    give(courses.other, "content", courses.dropped, ASKED)
    assert await courses.found(database, "all", neighbours=1) == {courses.shared: pytest.approx(0.8)}


async def test_only_the_courses_that_are_named_vote(database: Database, courses: Courses) -> None:
    SmallCourse(database.url, "logic")
    assert await courses.found(database, ("logic",)) == {}


async def test_topics_that_are_not_active_count_on_neither_side(database: Database, courses: Courses) -> None:
    courses.own.one("UPDATE topics SET state = 'retired' WHERE title = 'Curve fitting'")
    assert await courses.found(database, "all") == {}


async def test_an_index_finds_voters_elsewhere_too(
    database: Database, courses: Courses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_indexes, "LEAST", 1)
    assert await vector_indexes.ensure(database, SPACE, NOW) is not None
    monkeypatch.setattr(vector_indexes, "LEAST", 0)
    async with database.transaction() as connection:
        near = await vector_indexes.search(
            connection,
            SPACE,
            [courses.asked],
            most=10,
            filters=[vector_indexes.TAGGED_ANYWHERE],
            course=courses.own.id,
            others=[courses.other.id],
            least_trust=0.0,
        )
    assert near == {courses.asked: [courses.voter]}
    assert await courses.found(database, "all") == {courses.shared: pytest.approx(0.8)}


async def test_a_course_that_is_not_there_is_an_error_that_names_it(
    database: Database, courses: Courses
) -> None:
    with pytest.raises(Outage) as refused:
        await courses.found(database, ("statistcs",))
    assert str(refused.value) == (
        "recall.voters names the course 'statistcs', which is not there; the courses are: statistics, vision."
        " Correct the setting, or add the course."
    )


def test_other_voters_make_recall_due_again() -> None:
    tools = {
        RecallStage(SPACE, RecallLimits(voters=voters)).units().tool for voters in ("own", "all", ("logic",))
    }
    assert len(tools) == 3


@pytest.mark.parametrize(
    ("text", "voters"), [('"own"', "own"), ('"all"', "all"), ('["logic", "vision"]', ("logic", "vision"))]
)
def test_the_setting_says_whose_tags_vote(home: Home, text: str, voters: Voters) -> None:
    file = home.base / "gradient.toml"
    file.write_text(f"[recall]\nvoters = {text}\n", "utf-8")
    settings = load(Home(home.directory, home.base, file, home.database_url))
    assert recall_limits(settings).voters == voters


@pytest.mark.parametrize(("variable", "voters"), [("all", "all"), ('["logic"]', ("logic",))])
def test_a_variable_says_so_too(monkeypatch: pytest.MonkeyPatch, variable: str, voters: Voters) -> None:
    monkeypatch.setenv("GRADIENT_RECALL_VOTERS", variable)
    assert recall_limits(Settings()).voters == voters


def test_another_word_is_refused(home: Home) -> None:
    file = home.base / "gradient.toml"
    file.write_text('[recall]\nvoters = "some"\n', "utf-8")
    with pytest.raises(
        SettingsError, match=r"'recall.voters' is 'some', but it has to be \"own\", \"all\" or a list"
    ):
        load(Home(home.directory, home.base, file, home.database_url))
