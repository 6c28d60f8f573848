"""Answers ticked in the vault are taken by the daemon as it goes, and bad ones harm nothing."""

from pathlib import Path

from tests.daemon.runs import Running, ask, run, running

OPEN = """
SELECT review_items.id, questions.task, questions.subject_id, questions.object_id
  FROM review_items JOIN questions ON questions.id = review_items.question_id
 WHERE review_items.state = 'open' AND questions.task = 'tag' ORDER BY review_items.id
"""
STATUS = "SELECT status, by FROM tags WHERE content_id = %(content)s AND topic_id = %(topic)s"


def review_of(home: Path) -> Path:
    return home / ".gradient" / "vault" / "graphs" / "Review.md"


def tick(file: Path, item: int, word: str) -> None:
    lines = file.read_text("utf-8").split("\n")
    at = next(n for n, line in enumerate(lines) if f"^gradient-{item}-" in line and line.endswith(f"-{word}"))
    lines[at] = lines[at].replace("[ ]", "[x]")
    file.write_text("\n".join(lines), "utf-8")


def scans(url: str) -> int:
    return int(ask(url, "SELECT count(*) FROM scans")[0])


def after_scans(url: str, daemon: Running, number: int) -> None:
    seen = scans(url)
    daemon.until(lambda: scans(url) >= seen + number, "more scans")


def test_a_ticked_box_is_a_decision(database_url: str, little_home: Path) -> None:
    run(little_home, "run", "--until-idle")
    item, _, content, topic = ask(database_url, OPEN)[0]
    with running(little_home, "run") as daemon:
        daemon.until(lambda: scans(database_url) > 1, "a scan")
        tick(review_of(little_home), item, "reject")
        daemon.until(
            lambda: ask(database_url, STATUS, content=content, topic=topic) == [("rejected", "person")],
            "the decision",
        )
        daemon.until(lambda: f"^gradient-{item}-" not in review_of(little_home).read_text(), "its removal")
        assert daemon.stop() == 0
    assert ask(database_url, "SELECT act, person FROM decisions") == [("reject", "mirror")]
    run(little_home, "run", "--until-idle")
    assert len(ask(database_url, "SELECT 1 FROM decisions")) == 1


def test_answers_given_while_the_daemon_is_down_are_taken_by_the_next_run(
    database_url: str, little_home: Path
) -> None:
    run(little_home, "run", "--until-idle")
    item, _, content, topic = ask(database_url, OPEN)[0]
    tick(review_of(little_home), item, "accept")
    run(little_home, "run", "--until-idle")
    assert ask(database_url, STATUS, content=content, topic=topic) == [("accepted", "person")]


def test_bad_answers_harm_nothing(database_url: str, little_home: Path) -> None:
    run(little_home, "run", "--until-idle")
    (both, *_), (good, *_), *_ = ask(database_url, OPEN)
    review = review_of(little_home)
    tick(review, both, "accept")
    tick(review, both, "reject")
    tick(review, good, "accept")
    text = review.read_text("utf-8")
    unknown = "    - [x] accept ^gradient-999999-0123abcd-accept\n    - [x] accept ^gradient-0-accept\n"
    review.write_bytes(text.encode() + unknown.encode() + b"    - [x] \xff\xfe ^gradient-1-zz-accept\n\0")
    (review.parent / "Odd.md").write_bytes(b"\xff\xfe\0---\ngradient_id: review:graphs\n")
    with running(little_home, "run") as daemon:
        daemon.until(lambda: ask(database_url, "SELECT 1 FROM decisions"), "the good answer")
        after_scans(database_url, daemon, 2)
        assert daemon.stop() == 0
    decided = "SELECT questions.id FROM decisions JOIN questions ON questions.id = decisions.question_id"
    wanted = "SELECT question_id FROM review_items WHERE id = %(item)s"
    assert ask(database_url, decided) == ask(database_url, wanted, item=good)
