"""One file in two courses is read and extracted once, and is each course's own in all that follows."""

from pathlib import Path
from typing import Any

from tests.daemon.lectures import PATHS
from tests.daemon.runs import ask, make_home, put, run

HERE, THERE = "graphs/lectures/1-paths.md", "walks/readings/paths.md"
OF_A_COURSE = """
SELECT contents.id, contents.sentence, contents.retired_at IS NULL,
       ARRAY(SELECT topics.slug || ' ' || tags.status || ' ' || tags.by
               FROM tags JOIN topics ON topics.id = tags.topic_id AND topics.course_id = courses.id
              WHERE tags.content_id = contents.id ORDER BY topics.slug)
  FROM contents JOIN courses ON courses.id = contents.course_id
 WHERE courses.slug = %(course)s ORDER BY contents.sentence
"""
TAG = """
SELECT review_items.id FROM review_items
  JOIN questions ON questions.id = review_items.question_id AND questions.task = 'tag'
  JOIN courses ON courses.id = review_items.course_id
 WHERE courses.slug = 'graphs' AND review_items.state = 'open' ORDER BY review_items.id LIMIT 1
"""
SHARED = "SELECT (SELECT count(*) FROM readings), (SELECT count(*) FROM extractions)"


def of(course: str, url: str) -> list[Any]:
    return ask(url, OF_A_COURSE, course=course)


def test_a_file_of_two_courses_is_read_once_and_decided_in_each(database_url: str, tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", database_url)
    settings = home / "gradient.toml"
    settings.write_text(settings.read_text("utf-8") + "\n[review]\naudit_share = 1.0\n", "utf-8")
    put(home, HERE, PATHS)
    run(home, "run", "--until-idle")
    alone = ask(database_url, SHARED)
    put(home, THERE, PATHS)
    run(home, "run", "--until-idle")
    assert ask(database_url, SHARED) == alone
    there = of("walks", database_url)
    assert [row[1:] for row in there] == [row[1:] for row in of("graphs", database_url)]
    assert not {row[0] for row in there} & {row[0] for row in of("graphs", database_url)}

    run(home, "review", "decide", str(ask(database_url, TAG)[0]), "reject")
    run(home, "run", "--until-idle")
    assert "rejected person" in str(of("graphs", database_url))
    assert of("walks", database_url) == there

    (home / "inbox" / HERE).unlink()
    run(home, "run", "--until-idle")
    assert ask(database_url, SHARED) == alone
    run(home, "forget", HERE, "--yes")
    run(home, "run", "--until-idle")
    assert of("graphs", database_url) == []
    assert of("walks", database_url) == there
