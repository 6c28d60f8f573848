"""Sentences: where they end, and where they only seem to."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.text.sentences import sentences


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Use a small step, e.g. a learning rate of 0.01, at first.",
        "The result (cf. Fig. 3 and Eq. 2) is due to Krizhevsky et al. (2012) and others.",
        "It was shown by J. R. Smith and Dr. Lee, i.e. the authors.",
        "The loss $L = 0. Then$ is a formula, and so is \\\\(x. Y\\\\) here.",
        "Call `model.fit(x). Then` as a code span.",
        "Version 3.14 of Python runs at 5 p.m. on node no. 7.",
        "Is it Yahoo! or not?",
        "The classes (cats, dogs, etc.) are disjoint.",
        "We get\n$$\na. B\n$$\nwhere a is small.",
    ],
)
def test_one_sentence_stays_whole(sentence: str) -> None:
    assert split(sentence) == [sentence]


@pytest.mark.parametrize(
    "parts",
    [
        ["First it is read.", "Then it is cut."],
        ["**Motivation.**", "In this section we start."],
        ["It has two parts etc.", "The first is large."],
        ["We multiply by W.", "The result is a vector."],
        ["“So it goes.”", "She said."],
        ["Does it learn?", "It does!", "Well."],
        ["The threshold is 0.5.", "Above it, the answer is yes."],
        ["<b>Left:</b> It is 0.", "<b>Right:</b> It is 1."],
        ["感知机是线性模型。", "它有两类输出。"],
        ["The step is $\\alpha$.", "$\\beta$ decays."],
    ],
)
def test_sentences_are_told_apart(parts: list[str]) -> None:
    text = ("" if "。" in parts[0] else " ").join(parts)
    assert split(text) == parts


def test_headings_list_items_and_table_rows_stand_alone() -> None:
    text = "# Title\nIntro without stop\n- one item\n- another\n  goes on\n1. first\n\n| a | b |\n| 1 | 2 |\n"
    assert split(text) == [
        "# Title",
        "Intro without stop",
        "- one item",
        "- another\n  goes on",
        "1. first",
        "| a | b |",
        "| 1 | 2 |",
    ]


def test_code_blocks_are_never_cut() -> None:
    code = "```python\nx = 1. \n\n# A comment. Another\n- no item\n```"
    assert split(f"Before.\n\n{code}\n\nAfter.") == ["Before.", code, "After."]


@given(st.text(alphabet="ab .!?\n$`\\()[]#*-1A。", max_size=200))
def test_ranges_are_in_order_and_hold_every_visible_character(text: str) -> None:
    spans = sentences(text)
    assert all(start < end for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    covered = "".join(text[start:end] for start, end in spans)
    assert "".join(covered.split()) == "".join(text.split())
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)
