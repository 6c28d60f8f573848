"""Subtitles become running text, and every word keeps its time."""

import pytest

from gradient.reading.cues import clock, cues
from gradient.reading.port import Damaged, NothingToRead
from gradient.reading.transcript import TranscriptReader
from gradient.text.document import Document


def stamp(seconds: float) -> str:
    return f"00:{int(seconds) // 60:02}:{seconds % 60:06.3f}".replace(".", ",")


def srt(*said: str, gap: float = 0.0) -> str:
    parts = []
    for number, text in enumerate(said):
        start = number * (2 + gap)
        parts.append(f"{number + 1}\n{stamp(start)} --> {stamp(start + 2)}\n{text}\n")
    return "\n".join(parts)


def read(text: str, name: str = "a.srt") -> Document:
    return TranscriptReader().read(text.encode(), name)


def shown(document: Document) -> list[tuple[str, str]]:
    return [(one.kind, document.text[one.start : one.end]) for one in document.blocks]


def test_sentences_go_on_across_cues() -> None:
    document = read(srt("A vector is\nan arrow", "with a length.", "It has <i>no</i> place."))
    assert shown(document) == [("paragraph", "A vector is an arrow with a length. It has no place.")]
    assert document.layout == "transcript"


def test_each_cue_is_a_page_with_its_time() -> None:
    document = read(srt("One.", "Two.", "Three."))
    assert [page.label for page in document.pages] == ["0:00", "0:02", "0:04"]
    assert [document.text[page.start : page.end] for page in document.pages] == ["One.", "Two.", "Three."]


def test_times_are_shown_as_players_show_them() -> None:
    assert [clock(62.9), clock(3723), clock(0)] == ["1:02", "1:02:03", "0:00"]


def test_sounds_are_furniture_between_sentences_and_left_out_within() -> None:
    document = read(srt("(music plays)", "- A vector is", "[laughs]", "(coughs) an arrow (of a kind)."))
    assert shown(document) == [
        ("furniture", "(music plays)"),
        ("paragraph", "A vector is an arrow (of a kind)."),
    ]
    assert document.notes == ("Sounds within sentences that are left out: 2 ([laughs], (coughs)).",)


MATTER = [
    "If a<b and c>d hold, then include <stdio.h> first.",
    "The set {1, 2, 3} has three members.",
    "The interval [a, b] is closed.",
    r"We write \frac{a}{b} or {\bf x} for it.",
    "A vector<int> or a List<i> holds numbers.",
    "We call [graph] a set.",
    "(laplace) is a transform.",
    "Write <b> before what is bold.",
    "The pair (x, y) lies on it.",
    "(Noise) is defined as what is no signal.",
    "(Static) methods have no object.",
    "We write [foreign] for it.",
    "A [bell] curve is normal.",
    "An answer that comes late is an\n(Echo)",
    "<T> is a type and {y: y > 0} a set.",
]


@pytest.mark.parametrize("said", MATTER)
def test_what_only_looks_like_a_mark_or_a_sound_stays(said: str) -> None:
    document = read(srt(said, "Then it ends."))
    assert document.text == f"{' '.join(said.split())} Then it ends."
    assert not document.notes


@pytest.mark.parametrize(
    "said", ["[1, 2, 3]", "(important)", "[MASK]", "[foreign key]", "[a sound argument]"]
)
def test_a_cue_in_brackets_that_names_no_sound_is_said(said: str) -> None:
    assert shown(read(srt("One.", said))) == [("paragraph", f"One. {said}")]


@pytest.mark.parametrize(
    "marked",
    [
        r"{\an8}A vector",
        r"{\pos(10,20)\c&H00FF00&}A vector",
        '<font color="#fff">A vector</font>',
        "<v Roger Bingham>A <b.loud>vector</b>",
        "<i>A <b>vector</b></i>",
        "<i>A vector",
        "A vector</i>",
        "{y:i}A vector",
        "<lang en-GB>A vector</lang>",
        "[door slams] A vector",
    ],
)
def test_marks_of_subtitles_are_not_said(marked: str) -> None:
    assert read(srt(marked)).text == "A vector"


def test_a_silence_after_a_sentence_begins_a_paragraph() -> None:
    assert len(read(srt("One.", "Two.", gap=3)).blocks) == 2
    assert len(read(srt("One", "goes on.", gap=3)).blocks) == 1


ROLLING = """WEBVTT
Kind: captions

STYLE
::cue { color: red }

NOTE a remark

00:00:00.000 --> 00:00:02.000 align:start position:0%
so<00:00:00.500><c> today</c><00:00:01.000><c> we</c>

00:00:02.000 --> 00:00:02.010
so today we

00:00:02.010 --> 00:00:04.000
so today we
look<00:00:03.000><c> at</c> vectors &amp; spaces

00:00:04.000 --> 00:00:04.010
look at vectors &amp; spaces

00:00:04.010 --> 00:00:06.000
look at vectors &amp; spaces
and at maps
"""


def test_captions_that_roll_say_each_word_once() -> None:
    document = read(ROLLING, "a.vtt")
    assert document.text == "so today we look at vectors & spaces and at maps"
    assert [page.label for page in document.pages] == ["0:00", "0:02", "0:04"]


def test_a_speaker_who_says_it_twice_means_it() -> None:
    assert read(srt("Again.", "Again.", "Now the proof.", "It is short.")).text.startswith("Again. Again.")


def test_names_of_cues_and_numbers_are_no_words() -> None:
    text = "WEBVTT\n\nintro\n00:01.000 --> 00:02.000\nHello there.\n\nmiddle\n00:02.000 --> 00:03.000\n42\n"
    assert [cue.text for cue in cues(text)] == ["Hello there.", "42"]


def test_a_file_without_times_is_damaged_and_one_without_words_empty() -> None:
    with pytest.raises(Damaged, match="tells a time"):
        read("Only text.\n")
    with pytest.raises(NothingToRead, match="no cue"):
        read("WEBVTT\n\n", "a.vtt")


@pytest.mark.parametrize("word", ["NOTE", "STYLE", "REGION"])
def test_a_cue_may_begin_with_a_word_of_the_format(word: str) -> None:
    text = f"00:00.000 --> 00:02.000\n{word} that a tree has no cycle.\n"
    assert read(f"WEBVTT\n\n{text}", "a.vtt").text == f"{word} that a tree has no cycle."
    beside = f"WEBVTT\n\n{text}\n{word}\nfor those who edit\n\n00:02.000 --> 00:04.000\nSo it is.\n"
    assert read(beside, "a.vtt").text == f"{word} that a tree has no cycle. So it is."


@pytest.mark.parametrize("head", ["WEBVTT\n\n", ""])
@pytest.mark.parametrize("between", ["\n\n", "\n"])
def test_a_number_that_ends_a_cue_stays_where_cues_have_none(head: str, between: str) -> None:
    first = f"{head}00:00:00.000 --> 00:00:02.000\nIt was published in\n2012{between}"
    assert read(f"{first}00:00:02.000 --> 00:00:04.000\nby one.\n").text == "It was published in 2012 by one."


def test_a_cue_within_a_sentence_that_may_be_a_word_of_it_stays() -> None:
    document = read(srt("What comes back late is an", "(Echo)", "of the sound."))
    assert (document.text, document.notes) == ("What comes back late is an (Echo) of the sound.", ())


def test_a_cue_of_marks_alone_is_no_sound() -> None:
    document = read(srt("A vector is", "<i></i>", "an arrow."))
    assert (document.text, document.notes) == ("A vector is an arrow.", ())


@pytest.mark.parametrize("blank", ["", "\n", "\n\n", " \n"])
def test_an_empty_cue_takes_no_number_of_the_next(blank: str) -> None:
    first = "1\n00:00:00,000 --> 00:00:02,000\nFirst words\n\n"
    empty = f"2\n00:00:02,000 --> 00:00:04,000\n{blank}"
    third = "3\n00:00:04,000 --> 00:00:06,000\nthird words\n"
    assert read(first + empty + third).text == "First words third words"


def test_a_number_that_is_said_is_no_number_of_a_cue() -> None:
    text = "WEBVTT\n\n00:00.000 --> 00:02.000\n3\n\n00:02.000 --> 00:04.000\nvectors\n"
    assert read(text, "a.vtt").text == "3 vectors"
