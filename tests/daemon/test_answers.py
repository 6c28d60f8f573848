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


def test_a_ticked_box_is_a_decision(worked_url: str, worked_home: Path) -> None:
    item, _, content, topic = ask(worked_url, OPEN)[0]
    with running(worked_home, "run") as daemon:
        daemon.until(lambda: scans(worked_url) > 1, "a scan")
        tick(review_of(worked_home), item, "reject")
        daemon.until(
            lambda: ask(worked_url, STATUS, content=content, topic=topic) == [("rejected", "person")],
            "the decision",
        )
        daemon.until(lambda: f"^gradient-{item}-" not in review_of(worked_home).read_text(), "its removal")
        assert daemon.stop() == 0
    assert ask(worked_url, "SELECT act, person FROM decisions") == [("reject", "mirror")]
    run(worked_home, "run", "--until-idle")
    assert len(ask(worked_url, "SELECT 1 FROM decisions")) == 1


def test_answers_given_while_the_daemon_is_down_are_taken_by_the_next_run(
    worked_url: str, worked_home: Path
) -> None:
    item, _, content, topic = ask(worked_url, OPEN)[0]
    tick(review_of(worked_home), item, "accept")
    run(worked_home, "run", "--until-idle")
    assert ask(worked_url, STATUS, content=content, topic=topic) == [("accepted", "person")]


def test_bad_answers_harm_nothing(worked_url: str, worked_home: Path) -> None:
    (both, *_), (good, *_), *_ = ask(worked_url, OPEN)
    review = review_of(worked_home)
    tick(review, both, "accept")
    tick(review, both, "reject")
    tick(review, good, "accept")
    text = review.read_text("utf-8")
    unknown = "    - [x] accept ^gradient-999999-0123abcd-accept\n    - [x] accept ^gradient-0-accept\n"
    review.write_bytes(text.encode() + unknown.encode() + b"    - [x] \xff\xfe ^gradient-1-zz-accept\n\0")
    (review.parent / "Odd.md").write_bytes(b"\xff\xfe\0---\ngradient_id: review:graphs\n")
    with running(worked_home, "run") as daemon:
        daemon.until(lambda: ask(worked_url, "SELECT 1 FROM decisions"), "the good answer")
        after_scans(worked_url, daemon, 2)
        assert daemon.stop() == 0
    decided = "SELECT questions.id FROM decisions JOIN questions ON questions.id = decisions.question_id"
    wanted = "SELECT question_id FROM review_items WHERE id = %(item)s"
    assert ask(worked_url, decided) == ask(worked_url, wanted, item=good)
