"""Code pages are told by the letters of each language; where that leaves a doubt, the reading says so."""

import pytest

from gradient.reading.encoding import decode, decoded
from gradient.reading.registry import reader_for

PROSE = {
    "cs": "Pravděpodobnost jevu říká, jak často můžeme čekat, že při opakování pokusu příznivý"
    " případ nastane.",
    "pl": "Prawdopodobieństwo zdarzenia mówi, jak często możemy się spodziewać, że próba zakończy się"
    " sukcesem.",
    "hu": "A valószínűség azt mutatja meg, hogy milyen gyakran számíthatunk egy esemény bekövetkezésére, ha a"
    " kísérletet többször megismételjük, és a gyűjtött értékekből középértéket számítunk.",
    "sk": "Pravdepodobnosť javu hovorí, ako často môžeme čakať, že pri opakovaní pokusu priaznivý prípad"
    " nastane, aj keď každý výsledok závisí od náhody.",
    "hr": "Vjerojatnost događaja kaže koliko često možemo očekivati da će se pokus završiti uspješno, čak i"
    " kad rješenje nije poznato.",
    "tr": "Bir olayın olasılığı, deney yinelendiğinde o sonucun ne sıklıkla görüleceğini gösterir.",
    "el": "Η πιθανότητα ενός γεγονότος λέει πόσο συχνά περιμένουμε να συμβεί. Άρα έχει όρια.",
    "ru": "Вероятность события говорит, как часто оно происходит при повторении опыта.",
    "uk": "Імовірність події показує, як часто вона відбувається під час повторення досліду.",
    "fr": "La probabilité d’un événement dit à quelle fréquence il se réalise : c’est là où tout commence.",
    "de": "Die Wahrscheinlichkeit sagt, wie häufig das Ereignis in längeren Versuchsreihen auftritt, nämlich"
    " regelmäßig.",
}
PAGES = [
    *((page, language) for language in ("cs", "pl", "hu", "sk", "hr") for page in ("cp1250", "iso8859_2")),
    *(("cp852", language) for language in ("cs", "pl", "hu")),
    *((page, "tr") for page in ("cp1254", "iso8859_9")),
    *((page, "el") for page in ("cp1253", "iso8859_7", "cp737")),
    *((page, "ru") for page in ("cp1251", "koi8_r", "cp866", "iso8859_5")),
    *((page, "uk") for page in ("cp1251", "koi8_u")),
    *((page, "fr") for page in ("cp1252", "mac_roman")),
    *((page, "de") for page in ("cp1252", "cp437", "cp850", "mac_roman")),
]


@pytest.mark.parametrize(("page", "language"), PAGES)
def test_one_sentence_tells_the_letters_that_its_language_has(page: str, language: str) -> None:
    assert decode(PROSE[language].encode(page), "a.txt")[0] == PROSE[language]


@pytest.mark.parametrize(
    ("page", "text"),
    [("cp437", "Die Größe"), ("cp437", "El niño pequeño"), ("cp437", "déjà vu"), ("cp1253", "Το διάνυσμα")],
)
def test_few_words_are_read_as_most_people_write_or_the_doubt_is_said(page: str, text: str) -> None:
    found = decoded(text.encode(page), "a.txt")
    assert found.text == text or found.notes


@pytest.mark.parametrize(("page", "language"), PAGES)
def test_no_letter_is_wrong_without_a_word_of_doubt(page: str, language: str) -> None:
    words = PROSE[language].split()
    for first in range(len(words) - 2):
        text = " ".join(words[first : first + 3])
        found = decoded(text.encode(page), "a.txt")
        assert found.text == text or any("in doubt" in note for note in found.notes), text


def test_drawn_tables_of_old_screens_stay_drawn() -> None:
    text = "┌────┬────┐\n│ ja │ nö │\n├────┼────┤\n│ für│ äh │\n└────┴────┘\n"
    assert decode(text.encode("cp437"), "a.txt")[0] == text


@pytest.mark.parametrize("suffix", [".txt", ".md", ".csv", ".html", ".srt", ".py"])
def test_a_reading_of_doubtful_letters_says_so_in_its_notes(suffix: str) -> None:
    doubtful, clear = "Straße".encode("cp437"), "street"
    frame = {".srt": "1\n00:00:01,000 --> 00:00:02,000\n%s\n", ".py": "# %s\n", ".html": "<p>%s</p>"}
    before, _, after = frame.get(suffix, "%s").partition("%s")
    reader = reader_for(suffix)
    assert reader is not None
    sure = reader.read(f"{before}{clear}{after}".encode(), f"a{suffix}")
    unsure = reader.read(before.encode() + doubtful + after.encode(), f"a{suffix}")
    assert sure.notes == ()
    assert len(unsure.notes) == 1
    assert "in doubt" in unsure.notes[0]


ENGLISH = (
    "It’s state—of—the—art, and you’ll hear “only” what the first player’s pattern played—without ‘chopping’"
    " its notes – at 8 frames – or the naïve café next door."
)


@pytest.mark.parametrize("page", ["cp1252", "mac_roman"])
def test_english_with_typeset_marks_is_read_without_doubt(page: str) -> None:
    assert decoded(ENGLISH.encode(page), "a.txt") == (ENGLISH, page, ())


@pytest.mark.parametrize(
    "text", ["It is held at 20 °C and cut into slices of 5 µm.", "°C and µm", "5 µs × 3"]
)
def test_units_are_signs_and_no_letters_of_a_language(text: str) -> None:
    assert decode(text.encode("cp1252"), "a.txt") == (text, "cp1252")


def test_chinese_letters_between_marks_of_ascii_are_told_and_the_doubt_is_said() -> None:
    text = "A graph: 图是顶点和边的集合。\nA tree: 树没有环。\n"
    found = decoded(text.encode("hz"), "a.txt")
    assert (found.text, found.encoding, len(found.notes)) == (text, "hz", 1)
    loop = '(format t "~{~a~}" list) ; ~{A, b~}\n'
    assert decoded(loop.encode(), "a.lisp") == (loop, "utf-8", ())


@pytest.mark.parametrize("text", ["The set =~{abcd~} and ~~ are marks.", "It is ~{xyzw~}."])
def test_the_marks_of_hz_around_other_signs_are_no_chinese(text: str) -> None:
    assert decoded(text.encode(), "a.txt") == (text, "utf-8", ())


def test_what_looks_like_utf_7_is_said() -> None:
    found = decoded("Größe und Höhe".encode("utf-7"), "a.txt")
    assert [note for note in found.notes if "UTF-7" in note]
    assert not decoded(b"Add a+bcd-e and x+yz12- to it, then c+abc-.", "a.txt").notes
