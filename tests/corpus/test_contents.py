"""The contents of real courses: they cover what was read, and each stands where it says."""

import json
import subprocess
import sys

import pytest

from tests.corpus.conftest import COURSES, RealCourses
from tests.daemon.runs import CHECKOUT

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(600), pytest.mark.xdist_group("corpus")]

CHUNKS = """
SELECT live_chunks.id, length(regexp_replace(live_chunks.text, '\\s', '', 'g')) AS characters,
       live_chunks.furniture,
       EXISTS (SELECT FROM supports JOIN contents ON contents.id = supports.content_id
                 JOIN tags ON tags.content_id = contents.id
                WHERE supports.chunk_id = live_chunks.id AND tags.status IN ('accepted', 'review')) AS tagged
  FROM live_chunks JOIN courses ON courses.id = live_chunks.course_id
 WHERE courses.slug = %(course)s
"""

FRESH_PARSE = """
import json, sys
from pathlib import Path
from gradient.reading.registry import reader_for
wanted = json.load(sys.stdin)
missing = []
for path, quotes in wanted.items():
    file = Path(path)
    text = reader_for(file.suffix.lower()).read(file.read_bytes(), file.name).text
    missing += [[path, start, quote] for start, quote in quotes if text[start:start + len(quote)] != quote]
json.dump(missing, sys.stdout)
"""


@pytest.mark.parametrize("course", COURSES)
def test_nine_tenths_of_the_kept_characters_have_a_tag(real_courses: RealCourses, course: str) -> None:
    kept = [chunk for chunk in real_courses.rows(CHUNKS, course=course) if chunk["furniture"] is None]
    tagged = sum(chunk["characters"] for chunk in kept if chunk["tagged"])
    assert tagged >= 0.9 * sum(chunk["characters"] for chunk in kept)


@pytest.mark.parametrize("course", COURSES)
def test_little_is_skipped_as_furniture(real_courses: RealCourses, course: str) -> None:
    chunks = real_courses.rows(CHUNKS, course=course)
    skipped = sum(chunk["characters"] for chunk in chunks if chunk["furniture"] is not None)
    assert skipped <= 0.15 * sum(chunk["characters"] for chunk in chunks)


def test_every_quote_is_found_by_a_second_process(real_courses: RealCourses) -> None:
    wanted: dict[str, list[tuple[int, str]]] = {}
    for row in real_courses.rows(
        """
        SELECT live_chunks.path, live_chunks.start_at + supports.start_at AS start, supports.quote
          FROM supports JOIN live_chunks ON live_chunks.id = supports.chunk_id
        UNION
        SELECT live_chunks.path, live_chunks.start_at + block_supports.start_at, block_supports.quote
          FROM block_supports JOIN live_chunks ON live_chunks.id = block_supports.chunk_id
        """
    ):
        file = str(real_courses.home / "inbox" / row["path"])
        wanted.setdefault(file, []).append((row["start"], row["quote"]))
    assert sum(map(len, wanted.values())) > 1000
    parsed = subprocess.run(
        [sys.executable, "-c", FRESH_PARSE],
        input=json.dumps(wanted),
        capture_output=True,
        text=True,
        cwd=CHECKOUT,
        check=True,
    )
    assert json.loads(parsed.stdout) == []
