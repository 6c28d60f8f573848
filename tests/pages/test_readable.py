import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.pages.readable import fenced_code, formula, readable


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The **loss** is [here](http://x.y/z_(a)).", "The loss is here."),
        (r"We use \\(max(0,x)\\) or \(a_b\).", "We use $max(0,x)$ or $a_b$."),
        ("A price of $5 and `np.maximum(0, x)`.", r"A price of \$5 and `np.maximum(0, x)`."),
        ("The opti-\nmizer <b>steps</b> on.", "The optimizer steps on."),
        ("See ![figure](a.png) it .", "See it."),
        (r"200\*200 = 40,000", "200*200 = 40,000"),
        ("Then $$ x = 1 $$ holds.", "Then $x = 1$ holds."),
        (f"Then $$ {'x + ' * 20}1 $$ holds.", f"Then $${'x + ' * 20}1$$ holds."),
    ],
)
def test_a_quote_is_shown_without_marks_of_markup(quote: str, text: str) -> None:
    assert readable(quote) == text


@given(st.text(max_size=200))
def test_any_quote_is_one_line_without_control_characters(quote: str) -> None:
    text = readable(quote)
    assert "\n" not in text
    assert "\x00" not in text


def test_formulas_and_code_lose_their_delimiters_alone() -> None:
    assert formula("$$\na \\\\\nb\n$$") == "a \\\\\nb"
    assert fenced_code("```python\nif x:\n    y\n```") == "if x:\n    y"
