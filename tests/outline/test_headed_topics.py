"""What a course heads, sets off and defines is a topic, whatever its words and however short the course."""

import re

import pytest

from gradient.outline.formation import FormedTopic, form
from gradient.outline.names import good_name
from tests.outline.written import course

SCALES = """# Scales and keys

Music is built from tones, and most pieces use only a few of them.

## Interval

An **interval** is the distance between two pitches. The smallest interval of the piano is the semitone.

## Major scale

A **major scale** is a row of seven pitches in which the semitones stand between the third and the fourth
and between the seventh and the eighth step. Most songs for children use it.

## Minor scale

A **minor scale** is a row of seven pitches whose third lies a semitone lower than that of the major scale.

## Key signature

A **key signature** is a group of sharps or flats at the beginning of a staff. It tells the player which
pitches are raised or lowered throughout.
"""

CHORDS = """# Chords

When several pitches sound at once the ear hears a chord.

## Triad

A **triad** is a chord of three pitches that are stacked in thirds. Its lowest pitch is the root.

## Inversion

An **inversion** of a triad is a chord with the same pitches of which another one than the root lies lowest.

## Seventh chord

A **seventh chord** is a chord of four pitches that are stacked in thirds. It sounds less restful than a
triad.

## Dominant

The **dominant** of a key is the triad on its fifth step. The dominant leads back to the tonic.
"""

VOICES = """# Harmony and voices

## Harmonic function

The **harmonic function** of a diatonic chord is its role in the key. The dominant wants to resolve.

## Cadence

A **cadence** is a progression of two or more chords that ends a phrase.

## Voice leading

**Voice leading** is the art of moving each voice to the next chord by small steps. A voice that leaps draws
attention to itself. A good voice can be sung.

## Suspension

A **suspension** is a pitch that is held over from one chord into the next, where it is dissonant.

## Passing tone

A **passing tone** is a pitch between two chord pitches that a voice reaches and leaves by step.

## Pedal point

A **pedal point** is a long pitch in the bass above which the harmony changes.
"""

MUSIC = (("01-scales.md", SCALES), ("02-chords.md", CHORDS), ("03-harmony.md", VOICES))
HEADS = re.findall(r"^## (.+)$", SCALES + CHORDS + VOICES, re.MULTILINE)


def named(topics: tuple[FormedTopic, ...]) -> dict[str, set[str]]:
    return {each.title: {each.title.casefold(), *map(str.casefold, each.aliases)} for each in topics}


@pytest.fixture(scope="module")
def music() -> tuple[FormedTopic, ...]:
    return form(course(MUSIC)).topics


@pytest.mark.parametrize("head", HEADS)
def test_each_headed_definition_of_a_short_course_is_a_topic(
    music: tuple[FormedTopic, ...], head: str
) -> None:
    assert head in named(music)


def test_a_headed_definition_comes_before_what_is_only_common() -> None:
    talk = "A voice sings. Each voice of the choir is a voice among voices. Voices need voices. "
    crowded = [(f"{at:02}-talk.md", talk.replace("voice", f"voice{at}")) for at in range(40)]
    titles = [each.title for each in form(course([*MUSIC, *crowded])).topics]
    assert [head for head in HEADS if head not in titles] == []


def test_an_ordinal_begins_the_name_of_a_kind_and_no_row() -> None:
    assert good_name("Seventh chord") is None
    assert good_name("First step") is not None


def test_a_finding_called_after_a_person_is_a_topic_though_never_marked() -> None:
    about = (
        "Euler's theorem holds for every map. When Euler's theorem is applied, the map gets smaller. "
        "The only question in Euler's theorem is how the faces are counted."
    )
    modes = ("Ionian", "Dorian", "Phrygian", "Lydian", "Mixolydian", "Aeolian", "Locrian", "Church")
    more = "".join(f"## {one} mode\n\nThe **{one} mode** is a row of pitches.\n\n" for one in modes)
    others = [(f"{at}.md", text) for at, (_, text) in enumerate([*MUSIC, ("", more)])]
    assert "Euler's theorem" in named(form(course([*others, ("9.txt", about)])).topics)


def test_what_a_short_form_stands_for_is_its_name_even_if_it_stands_there_alone() -> None:
    text = "**LWR** – Locally weighted regression, also known as LWR, is a variant of regression.\n"
    titles = named(form(course([*MUSIC, ("04.md", "## Fits\n\n" + text)])).topics)
    assert [title for title, names in titles.items() if "lwr" in names] == ["Locally weighted regression"]


def test_the_credit_of_a_theorem_is_no_topic() -> None:
    text = "**Theorem (Vapnik)** – Let a class be given. Then the risk is bounded by its dimension.\n"
    assert "Vapnik" not in named(form(course([*MUSIC, ("04.md", "## Bounds\n\n" + text)])).topics)


def test_a_heading_that_takes_up_a_word_names_nothing() -> None:
    text = "## A long chord?\n\nA long chord sounds. You hear a long chord often.\n"
    assert "Long chord" not in named(form(course([*MUSIC, ("04.md", text)])).topics)
