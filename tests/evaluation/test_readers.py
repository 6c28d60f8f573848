"""Pairs that two readers labelled."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from gradient.evaluation.readers import PREREQUISITES, TAGS, Answers, agreement, read_pairs
from gradient.evaluation.tables import MalformedGold

TAG = {
    "course": "knots",
    "file": "ab",
    "start": "4",
    "end": "20",
    "digest": "00ff",
    "topic": "Bowline",
    "stratum": "picked",
    "probability": "0.5",
    "first_label": "1",
    "first_sure": "1",
    "second_label": "1",
    "second_sure": "0",
}
PREREQUISITE = {
    "course": "knots",
    "first": "Loop",
    "second": "Bowline",
    "stratum": "likely",
    "probability": "1",
    "first_label": "1",
    "first_sure": "1",
    "second_label": "0",
    "second_sure": "1",
}


def folder(place: Path, tags: list[Mapping[str, str]], prerequisites: list[Mapping[str, str]]) -> Path:
    for name, header, lines in ((TAGS, TAG, tags), (PREREQUISITES, PREREQUISITE, prerequisites)):
        table = ["\t".join(header), *("\t".join(line.values()) for line in lines)]
        (place / name).write_text("\n".join(table) + "\n", encoding="utf-8")
    return place


def answers(first: bool, second: bool) -> Answers:
    return Answers(first, second, True, True)


def test_what_both_say_is_the_label_and_what_they_dispute_has_none(tmp_path: Path) -> None:
    pairs = read_pairs(folder(tmp_path, [TAG], [PREREQUISITE]))
    assert pairs.tags[0].answers.label is True
    assert pairs.prerequisites[0].answers.label is None
    assert (pairs.tags[0].start, pairs.tags[0].end, pairs.tags[0].probability) == (4, 20, 0.5)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"first_label": "yes"}, "line 2, column first_label: “yes” is neither 0 nor 1"),
        ({"start": "-1"}, "line 2, column start: “-1” is no whole number"),
        ({"end": "4"}, "line 2, column end: it is not behind the start 4"),
        ({"probability": "0"}, "line 2, column probability: “0” is not above 0"),
        ({"probability": "nan"}, "line 2, column probability: “nan” is not above 0"),
        ({"digest": ""}, "line 2, column digest: it is empty"),
    ],
)
def test_a_wrong_value_is_named_with_its_line(tmp_path: Path, wrong: dict[str, str], said: str) -> None:
    with pytest.raises(MalformedGold, match=said):
        read_pairs(folder(tmp_path, [TAG | wrong], []))


def test_a_pair_that_stands_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedGold, match="line 3, column topic: the same pair stands in line 2"):
        read_pairs(folder(tmp_path, [TAG, TAG], []))


def test_a_topic_paired_with_itself_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedGold, match="line 2, column second: “Loop” is paired with itself"):
        read_pairs(folder(tmp_path, [TAG], [PREREQUISITE | {"second": "Loop"}]))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(MalformedGold, match="There is no folder"):
        read_pairs(tmp_path / "nowhere")


def test_kappa_is_the_agreement_beyond_chance() -> None:
    # Cohen's own kind of table: 20 both yes, 15 both no, 5 and 10 apart. Chance agrees on half of them.
    given = [answers(True, True)] * 20 + [answers(True, False)] * 5
    given += [answers(False, True)] * 10 + [answers(False, False)] * 15
    found = agreement(given)
    assert (found.pairs, found.alike) == (50, 35)
    assert found.kappa == pytest.approx(0.4)


def test_two_who_say_one_thing_of_all_have_no_kappa() -> None:
    assert agreement([answers(True, True)] * 3).kappa is None
    assert agreement([]).kappa is None
