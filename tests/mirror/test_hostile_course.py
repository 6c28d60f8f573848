from pathlib import Path

import yaml
from markdown_it import MarkdownIt

from gradient.store.sessions import Database
from tests.mirror.mirror_runs import files, mirror
from tests.pages.course_rows import CourseRows

TITLE = 'Loss"\n---\naliases: [x]\n[[Evil]] <script>alert(1)</script> | ../../x'
SENTENCE = "A loss is [[Evil]] <img src=x onerror=alert(1)> and ![a](http://x.y) and #tag %%x%%."


async def test_text_from_outside_makes_neither_links_nor_html_nor_keys(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    topic = course.topic(TITLE, "loss", 'Alias "quoted": - x')
    other = course.topic("Other")
    course.tag(topic, course.chunk(course.source("a [b](c).md", 0), SENTENCE, TITLE), SENTENCE)
    course.prerequisite(topic, other)
    await mirror(database, course.id, tmp_path)
    notes = files(tmp_path)
    assert len(notes) == 4
    for name, text in notes.items():
        assert len(Path(name).parts) == 2
        _, head, body = text.split("---\n", 2)
        assert set(yaml.safe_load(head)) <= {"aliases", "tags"} | {
            f"gradient_{key}"
            for key in (
                "id",
                "hash",
                "title",
                "course",
                "topic",
                "state",
                "learn_first",
                "leads_to",
                "parent",
            )
        }
        html = MarkdownIt("commonmark", {"html": True}).render(body)
        assert "<script" not in html
        assert "<img" not in html
        assert "<a " not in html
        assert "[[Evil" not in text.replace("\\[\\[Evil", "")


async def test_a_circle_in_the_data_is_mirrored_like_any_other_course(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    one, two = course.topic("One"), course.topic("Two")
    course.prerequisite(one, two)
    course.prerequisite(two, one)
    await mirror(database, course.id, tmp_path)
    assert "1. [[vision/One|One]]" in files(tmp_path)["vision/Index.md"]
