from pathlib import Path

import yaml

from gradient.store.sessions import Database
from tests.mirror.mirror_runs import LOSS, files, mirror, stats, two_topics
from tests.pages.course_rows import CourseRows


async def test_a_course_is_a_folder_with_a_note_a_topic_an_index_and_the_queue(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    await mirror(database, course.id, tmp_path)
    assert set(files(tmp_path)) == {
        "vision/Index.md",
        "vision/Review.md",
        "vision/Score.md",
        "vision/Softmax loss.md",
    }


async def test_a_note_links_both_ways_and_shows_its_page_and_sources(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    await mirror(database, course.id, tmp_path)
    loss, score = (files(tmp_path)[f"vision/{name}.md"] for name in ("Softmax loss", "Score"))
    assert "**Learn first**\n\n- [[vision/Score|Score]] (0.80)" in loss
    assert "**Leads to**\n\n- [[vision/Softmax loss|Softmax loss]] (0.80)" in score
    assert f"> [!abstract] Definition\n> {LOSS}" in loss
    assert f"> [!quote]- Sources\n>\n> lectures/01 intro.md\n> - page 3: “{LOSS}”" in loss


async def test_the_front_matter_is_valid_and_has_lists_and_quoted_links(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    await mirror(database, course.id, tmp_path)
    text = files(tmp_path)["vision/Softmax loss.md"]
    front = yaml.safe_load(text.split("---\n")[1])
    assert front["gradient_id"] == "topic:vision/softmax-loss"
    assert front["gradient_learn_first"] == ["[[vision/Score|Score]]"]
    assert isinstance(front["tags"], list)
    assert yaml.safe_load(files(tmp_path)["vision/Score.md"].split("---\n")[1])["aliases"] == ["Class score"]
    assert all(key in ("aliases", "tags") or key.startswith("gradient_") for key in front)


async def test_the_groups_of_a_topic_are_tags_of_its_note(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    _, loss = two_topics(course)
    await mirror(database, course.id, tmp_path)
    course.one(
        "WITH made AS (INSERT INTO groups (slug, name) VALUES ('machine-learning', 'Machine learning'),"
        " ('2024', '2024') RETURNING id) INSERT INTO topic_groups SELECT %s, id FROM made",
        loss,
    )
    assert await mirror(database, course.id, tmp_path) == 1
    tags = {
        name: yaml.safe_load(files(tmp_path)[f"vision/{name}.md"].split("---\n")[1])["tags"]
        for name in ("Softmax loss", "Score")
    }
    assert tags["Softmax loss"] == ["gradient", "course/vision", "group/2024", "group/machine-learning"]
    assert tags["Score"] == ["gradient", "course/vision"]


async def test_the_index_lists_topics_in_learning_order_with_a_graph(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    await mirror(database, course.id, tmp_path)
    index = files(tmp_path)["vision/Index.md"]
    assert (
        "1. [[vision/Score|Score]] (1 passage)\n2. [[vision/Softmax loss|Softmax loss]] (1 passage)" in index
    )
    assert '```mermaid\nflowchart LR\n  t0["Score"]\n  t1["Softmax loss"]\n  t0 --> t1\n```' in index
    assert "2 topics, 1 prerequisite, [[vision/Review|0 open questions]]." in index


async def test_a_second_run_is_due_nowhere_and_touches_no_file(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    assert await mirror(database, course.id, tmp_path) == 4
    before = stats(tmp_path)
    assert await mirror(database, course.id, tmp_path) == 0
    assert stats(tmp_path) == before


async def test_one_changed_topic_rewrites_its_note_its_neighbours_and_the_index_alone(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    score, _ = two_topics(course)
    course.topic("Aside")
    await mirror(database, course.id, tmp_path)
    course.one("UPDATE topics SET title = 'Class score' WHERE id = %s", score)
    assert await mirror(database, course.id, tmp_path) == 3
    assert "[[vision/Class score|Class score]]" in files(tmp_path)["vision/Softmax loss.md"]
    assert "vision/Score.md" not in files(tmp_path)


async def test_topics_of_like_titles_and_titles_of_our_own_files_get_their_slug(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    course.topic("Kernel", "kernel")
    course.topic("kernel", "kernel-2")
    course.topic("Review", "review")
    await mirror(database, course.id, tmp_path)
    assert {"vision/Kernel (kernel).md", "vision/kernel (kernel-2).md", "vision/Review (review).md"} < set(
        files(tmp_path)
    )


async def test_the_settings_of_obsidian_are_left_alone(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    settings = tmp_path / ".obsidian" / "app.md"
    settings.parent.mkdir()
    settings.write_text('---\ngradient_id: "topic:vision/score"\n---\n')
    await mirror(database, course.id, tmp_path)
    assert settings.read_text() == '---\ngradient_id: "topic:vision/score"\n---\n'
    assert "vision/Score.md" in files(tmp_path)


async def test_a_course_whose_folder_went_is_written_anew(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    await mirror(database, course.id, tmp_path)
    before = files(tmp_path)
    (tmp_path / "vision").rename(tmp_path / "gone")
    for path in (tmp_path / "gone").iterdir():
        path.unlink()
    await mirror(database, course.id, tmp_path)
    assert files(tmp_path) == before
    assert await mirror(database, course.id, tmp_path) == 0
