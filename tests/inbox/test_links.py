"""Links that lead in circles."""

from pathlib import Path

from gradient.inbox.walk import walk


def test_a_link_to_the_inbox_reads_no_other_course(tmp_path: Path) -> None:
    for course in ("other", "sym"):
        (tmp_path / course).mkdir()
        (tmp_path / course / "1.md").write_text("One.")
    (tmp_path / "sym/loop").symlink_to("..")
    assert [file.path for file in walk(tmp_path).files] == ["other/1.md", "sym/1.md"]


def test_a_link_to_itself_is_told_and_hinders_nothing(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    (tmp_path / "c/round.md").symlink_to("round.md")
    walked = walk(tmp_path)
    assert walked.complete
    assert walked.notices == ["c/round.md is a link that leads to itself, so it is not read; remove it."]
