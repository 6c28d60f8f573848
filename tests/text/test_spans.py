from gradient.text.spans import opaque_spans


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in opaque_spans(text)]


def test_a_name_of_python_is_code_and_bold_words_are_not() -> None:
    assert pieces("The __getitem__ method and __init__.") == ["__getitem__", "__init__"]
    assert pieces("A __tree__, a __spanning tree__ and **path** are prose.") == []


def test_code_and_formulas_hold_no_prose() -> None:
    assert pieces("Call `f(x)` where $x_1 < 2$.") == ["`f(x)`", "$x_1 < 2$"]
