import pytest

from gradient.outline.phrases import noun_phrases


def phrases(text: str) -> list[str]:
    return [" ".join(word.lower for word in phrase) for phrase in noun_phrases(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The fully connected layer computes class scores.", ["fully connected layer", "class scores"]),
        ("Aerobic respiration needs oxygen.", ["aerobic respiration", "oxygen"]),
        ("RNA polymerase copies a gene.", ["rna polymerase", "gene"]),
        ("The Assembly abolished feudalism in August.", ["assembly", "abolished feudalism", "august"]),
        ("the Third Estate paid almost all taxes", ["third estate", "taxes"]),
        ("We train networks with cloud computing.", ["networks", "cloud computing"]),
        ("Using load_dataset() and np.array is easy", []),
        ("plants turn light energy into sugar", ["plants", "light energy", "sugar"]),
        ("with Bayes' rule it follows", ["bayes rule"]),
        ("simul-\ntaneous optimization", ["simul-taneous optimization"]),
        ("In 1789 the 3 orders met", ["orders"]),
        ("Norms such as ISO 9001 and Stanford's CS 229, and teachers", ["norms", "teachers"]),
    ],
)  # fmt: skip
def test_phrases_end_at_function_words_verbs_code_and_numbers(text: str, expected: list[str]) -> None:
    assert phrases(text) == expected


def test_words_lie_where_they_say() -> None:
    text = "The Calvin cycle builds glucose from carbon dioxide."
    assert [text[p[0].start : p[-1].end] for p in noun_phrases(text)] == [
        "Calvin cycle",
        "glucose",
        "carbon dioxide",
    ]
