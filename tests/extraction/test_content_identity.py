"""Which content a sentence is, when its passages are extracted anew or elsewhere."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from gradient.extraction import extractor as extraction
from gradient.extraction.found import Extraction, FoundContent
from gradient.store import contents
from gradient.store.sessions import Database
from gradient.text.normalise import text_hash
from gradient.work.failures import Refused
from tests.outline.outlined_course import OutlinedCourse

TEXT = "A loss function says how far off the scores are. It is made small by gradient descent."
LOSS = "A loss function says how far off the scores are."
DESCENT = "It is made small by gradient descent."


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url) as database:
        yield database


@pytest.fixture
def course(database_url: str) -> OutlinedCourse:
    return OutlinedCourse(database_url)


def found(quote: str, sentence: str | None = None, kind: str = "fact") -> dict[str, Any]:
    start = TEXT.index(quote)
    words = sentence or quote
    ends = {"start": start, "end": start + len(quote), "quote": quote}
    return {"kind": kind, "sentence": words, "sentence_key": text_hash(words), **ends}


async def extracted(
    database: Database, course: OutlinedCourse, chunk: int, *ones: Mapping[str, Any]
) -> dict[str, int]:
    """The contents that stand on the chunk after it was extracted as these."""
    async with database.transaction() as connection:
        await contents.replace(connection, course.id, {chunk: contents.Found(ones, [])})
    return dict(
        course.all(
            "SELECT sentence, contents.id FROM contents JOIN supports ON supports.content_id = contents.id"
            " WHERE chunk_id = %s",
            chunk,
        )
    )


async def test_equal_sentences_are_one_content_with_several_supports(
    database: Database, course: OutlinedCourse
) -> None:
    first, second = (course.chunk(course.source(path), TEXT) for path in ("a.md", "b.md"))
    one = await extracted(database, course, first, found(LOSS))
    other = await extracted(database, course, second, found(LOSS, LOSS.replace(" ", "  ")))
    assert list(one.values()) == list(other.values())
    assert course.one("SELECT count(*) FROM supports") == 2


async def test_a_sentence_of_another_kind_or_course_is_another_content(
    database: Database, course: OutlinedCourse
) -> None:
    chunk = course.chunk(course.source("a.md"), TEXT)
    fact = await extracted(database, course, chunk, found(LOSS))
    question = await extracted(database, course, chunk, found(LOSS, kind="question"))
    other = OutlinedCourse(course.url, "other")
    elsewhere = await extracted(database, other, other.chunk(other.source("a.md"), TEXT), found(LOSS))
    assert len({fact[LOSS], question[LOSS], elsewhere[LOSS]}) == 3


async def test_a_reworded_sentence_of_nearly_the_same_quote_is_the_same_content(
    database: Database, course: OutlinedCourse
) -> None:
    chunk = course.chunk(course.source("a.md"), TEXT)
    before = await extracted(database, course, chunk, found(LOSS))
    shorter = LOSS[len("A ") :]
    after = await extracted(database, course, chunk, found(shorter))
    assert list(after) == [shorter]
    assert list(after.values()) == list(before.values())


@pytest.mark.parametrize(("share", "same"), [(0.5, False), (0.78, False), (0.82, True)])
async def test_a_sentence_that_shares_less_than_four_fifths_of_the_quote_is_another(
    database: Database, course: OutlinedCourse, share: float, same: bool
) -> None:
    chunk = course.chunk(course.source("a.md"), TEXT)
    before = await extracted(database, course, chunk, found(LOSS))
    after = await extracted(database, course, chunk, found(LOSS[: round(share * len(LOSS))]))
    assert (set(after.values()) == set(before.values())) is same


async def test_a_content_that_stands_elsewhere_too_is_not_reworded(
    database: Database, course: OutlinedCourse
) -> None:
    first, second = (course.chunk(course.source(path), TEXT) for path in ("a.md", "b.md"))
    await extracted(database, course, first, found(LOSS))
    kept = await extracted(database, course, second, found(LOSS))
    after = await extracted(database, course, first, found(LOSS[len("A ") :]))
    assert not set(after.values()) & set(kept.values())
    assert course.one("SELECT sentence FROM contents WHERE id = %s", kept[LOSS]) == LOSS


async def test_the_same_passage_is_extracted_once_in_whatever_course(
    database: Database, course: OutlinedCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = extraction.extract

    def counted(chunk: Any) -> Extraction:
        asked.append(chunk.text)
        return real(chunk)

    monkeypatch.setattr(extraction, "extract", counted)
    for one in (course, OutlinedCourse(course.url, "other")):
        one.file("a.md", "Loss", LOSS)
        await one.outline(database)
    assert asked == [LOSS]
    assert course.one("SELECT count(DISTINCT course_id) FROM contents") == 2


async def test_a_quote_that_is_not_in_the_passage_is_refused_with_all_that_came_with_it(
    database: Database, course: OutlinedCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    false = FoundContent("fact", DESCENT, 0, len(DESCENT), DESCENT)
    monkeypatch.setattr(extraction, "extract", lambda chunk: Extraction((false,), ()))
    course.file("a.md", "Loss", LOSS)
    with pytest.raises(Refused, match="not in the passage"):
        await course.outline(database)
    assert course.one("SELECT count(*) FROM contents") == 0
