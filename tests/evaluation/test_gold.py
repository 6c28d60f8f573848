"""Gold sets: what is read, and what is said of one that cannot be measured on."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from gradient.evaluation.gold import CONTENTS, PREREQUISITES, GoldContent, GoldTopic, read_gold
from gradient.evaluation.tables import MalformedGold
from tests.evaluation.gold_sets import FIVE_TOPICS, TAUGHT, TESTED, write_gold


def refusal(folder: Path, needed: str = CONTENTS) -> str:
    with pytest.raises(MalformedGold) as raised:
        read_gold(folder, needed)
    return str(raised.value)


def test_topics_and_contents_are_read(tmp_path: Path) -> None:
    gold = read_gold(write_gold(tmp_path / "flowers"), CONTENTS)
    assert gold.name == "flowers"
    assert gold.topics[4] == GoldTopic("t5", "t4", "Glaciers")
    assert gold.contents[0] == GoldContent("c1", "How tulips open", ("t3",), "g1", "train")
    assert (len(gold.taught()), len(gold.tested())) == (4, 6)


def test_quotes_are_signs_like_others_and_windows_may_have_written_it(tmp_path: Path) -> None:
    line = 'c1\t"How" tulips "open\tt3, t1,t3\tg1\ttrain'
    folder = write_gold(tmp_path, contents=[line, "", *TESTED])
    file = folder / "contents.tsv"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    first = read_gold(folder, CONTENTS).contents[0]
    assert first == GoldContent("c1", '"How" tulips "open', ("t3", "t1"), "g1", "train")


def test_pairs_and_documents_are_read_where_they_are(tmp_path: Path) -> None:
    folder = write_gold(tmp_path, contents=None, prerequisites=["t1\tt2\t1\ttrain", "t2\tt1\t\ttest"])
    (folder / "documents.tsv").write_text("document_id\ttext\nd1\tAll about orchids.\n", "utf-8")
    gold = read_gold(folder, PREREQUISITES)
    assert [(one.prerequisite_id, one.label) for one in gold.prerequisites] == [("t1", True), ("t2", None)]
    assert gold.documents[0].text == "All about orchids."


def test_a_missing_folder_or_file_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path / "no") == f"There is no folder {tmp_path}/no; name the folder of a gold set."
    folder = write_gold(tmp_path, contents=None)
    assert refusal(folder) == f"{folder}/contents.tsv is missing; a gold set of this kind needs it."


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    folder = write_gold(tmp_path)
    (folder / "contents.tsv").write_text("content_id\ttext\ttopic_ids\tsplit\n", "utf-8")
    assert refusal(folder) == (
        f"{folder}/contents.tsv, line 1: the column fold_group is missing; the header has to name"
        " content_id, text, topic_ids, fold_group, split, with tabs between them."
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("e9\tRoots\tt1,t9\tg9\ttest", "column topic_ids: there is no topic “t9” in topics.tsv; correct"),
        ("e9\tRoots\t\tg9\ttest", "column topic_ids: it is empty; fill it in."),
        ("e9\t \tt1\tg9\ttest", "column text: it is empty; fill it in."),
        ("e9\tRoots\tt1\t\ttest", "column fold_group: it is empty; fill it in."),
        ("\tRoots\tt1\tg9\ttest", "column content_id: it is empty; fill it in."),
        ("e9\tRoots\tt1\tg9\tdev", "column split: it has to be train or test, not “dev”."),
        ("c1\tRoots\tt1\tg9\ttest", "column content_id: “c1” stands in line 2 already; make it another one."),
        ("e9\tRoots\tt1\ttest", "it has 4 columns where the header has 5; put one tab between two columns"),
        ("e9\tRo\0ots\tt1\tg9\ttest", "a NUL character stands there; remove it."),
    ],
)
def test_a_wrong_row_is_named_by_file_line_and_column(tmp_path: Path, line: str, said: str) -> None:
    folder = write_gold(tmp_path, contents=[*TAUGHT, line, *TESTED])
    sentence = refusal(folder)
    assert sentence.startswith(f"{folder}/contents.tsv, line 6")
    assert said in sentence


@pytest.mark.parametrize(
    ("topics", "said"),
    [
        ((*FIVE_TOPICS, "t6\tt9\tRoots"), "line 7, column parent_id: there is no topic “t9” in topics.tsv"),
        ((*FIVE_TOPICS, "t1\t\tRoots"), "line 7, column topic_id: “t1” stands in line 2 already"),
        (
            (*FIVE_TOPICS, "t6\tt6\tRoots"),
            "line 7, column parent_id: the topics t6 → t6 are above each other",
        ),
        (("a\tc\tA", "b\ta\tB", "c\tb\tC"), "line 2, column parent_id: the topics a → b → c → a are above"),
        ((), "topics.tsv holds no topic; write one a line."),
    ],
)
def test_an_outline_that_cannot_be_is_refused(tmp_path: Path, topics: Sequence[str], said: str) -> None:
    assert said in refusal(write_gold(tmp_path, topics=topics))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("t1\tt9\t1\ttrain", "column topic_id: there is no topic “t9”"),
        ("t1\tt2\tyes\ttrain", "column label: it has to be 0, 1 or empty, not “yes”."),
        ("t4\tt4\t0\ttest", "line 3, column topic_id: “t4” is paired with itself; name two topics"),
        ("t2\tt3\t0\ttest", "column topic_id: the pair stands in line 2 already; keep one of them."),
    ],
)
def test_a_wrong_pair_is_named(tmp_path: Path, line: str, said: str) -> None:
    folder = write_gold(tmp_path, contents=None, prerequisites=["t2\tt3\t1\ttrain", line])
    assert said in refusal(folder, PREREQUISITES)


def doubts(folder: Path, *pairs: str) -> tuple[str, ...]:
    return read_gold(write_gold(folder, contents=None, prerequisites=pairs), PREREQUISITES).doubts


def test_labels_that_say_both_directions_are_named_by_file_and_line(tmp_path: Path) -> None:
    pairs = ("t1\tt2\t1\ttrain", "t2\tt1\t1\ttest", "t3\tt2\t1\ttest", "t2\tt3\t1\ttest")
    (said,) = doubts(tmp_path, *pairs)
    assert said == (
        f"{tmp_path}/prerequisites.tsv, line 3: by its label “t2” has to be learnt before “t1”,"
        " and by that of line 2 after it; accepted prerequisites hold no circle, so that f1_closed falls"
        " short where they are scored. Correct one of the two. 1 more pair is labelled so."
    )


def test_labels_that_go_round_in_a_circle_are_named(tmp_path: Path) -> None:
    pairs = ("t2\tt3\t1\ttrain", "t3\tt1\t1\ttest", "t1\tt2\t1\ttrain", "t1\tt4\t1\ttest")
    (said,) = doubts(tmp_path, *pairs)
    assert said.startswith(
        f"{tmp_path}/prerequisites.tsv, line 4: its label closes the circle t1 → t2 → t3 → t1; accepted"
    )


def test_reversals_that_are_not_right_or_not_labelled_are_in_no_doubt(tmp_path: Path) -> None:
    pairs = ("t1\tt2\t1\ttrain", "t2\tt1\t0\ttest", "t3\tt2\t1\ttest", "t2\tt3\t\ttest", "t1\tt3\t0\ttest",
             "t3\tt1\t0\ttest")  # fmt: skip
    assert doubts(tmp_path, *pairs) == ()


def test_text_in_another_encoding_is_refused(tmp_path: Path) -> None:
    folder = write_gold(tmp_path)
    (folder / "topics.tsv").write_bytes("topic_id\tparent_id\tname\nt1\t\tGödel\n".encode("latin-1"))
    assert "topics.tsv is not UTF-8 text" in refusal(folder)


def test_without_rows_to_score_or_to_tag_nothing_is_measured(tmp_path: Path) -> None:
    untested = read_gold(write_gold(tmp_path / "one", contents=TAUGHT), CONTENTS)
    with pytest.raises(MalformedGold, match="no row has the split test, so nothing can be scored"):
        untested.tested()
    untaught = read_gold(write_gold(tmp_path / "two", contents=TESTED), CONTENTS)
    with pytest.raises(MalformedGold, match=r"no row has the split train, .* measure with --cold"):
        untaught.taught()


def test_train_rows_of_a_fold_group_with_a_test_row_are_no_gold(tmp_path: Path) -> None:
    shared = "c9\tOrchids\tt1\tg3\ttrain"
    gold = read_gold(write_gold(tmp_path / "one", contents=[*TAUGHT, shared, *TESTED]), CONTENTS)
    assert [row.content_id for row in gold.taught()] == ["c1", "c2", "c3", "c4"]
    alone = read_gold(write_gold(tmp_path / "two", contents=[shared, *TESTED]), CONTENTS)
    with pytest.raises(MalformedGold, match="every fold group with a train row has a test row too"):
        alone.taught()
