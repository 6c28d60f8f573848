import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.mirror.markdown.names import legal_name, note_name

ILLEGAL = set('\\/:*?"<>|#^[]%')


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("A/B testing: why?", "A B testing why"),
        ("k-means [hard]", "k-means hard"),
        ("...dots. ", "dots"),
        ("CON", "CON_"),
        ("nul.txt", "nul.txt_"),
        ("C#", "C"),
        ("../../etc/passwd", "etc passwd"),
        ("Schrödinger’s 猫", "Schrödinger’s 猫"),
        ("???", ""),
        ("zero\u200bwidth\u202e", "zerowidth"),
    ],
)
def test_names_are_legal_everywhere(title: str, name: str) -> None:
    assert legal_name(title) == name


def test_a_title_of_which_nothing_is_legal_is_named_by_its_slug() -> None:
    assert note_name("???", "what", twin=False) == "what"


def test_two_titles_that_differ_only_in_what_is_illegal_have_two_names() -> None:
    assert note_name("C", "c", twin=True) != note_name("C#", "c-sharp", twin=True)


@given(st.text(max_size=400))
def test_any_title_gives_a_name_that_every_system_takes(title: str) -> None:
    name = note_name(title, "slug", twin=False)
    assert name
    assert not ILLEGAL & set(name)
    assert name.isprintable()
    assert name == name.strip() == name.rstrip(".").lstrip(".")
    assert len(name.encode()) <= 110
