"""Text without its marks: what a reader of the page would see."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.text.markup import plain


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (
            "**Linear classifier.** In this *module* we `fit` it",
            "Linear classifier. In this module we fit it",
        ),
        ("### Attention layers[[attention-layers]]", "Attention layers"),
        ("Setting up {#setup .class}", "Setting up"),
        (
            "See [the paper (2017)](https://a.b/c_(d)) and <https://x.y>",
            "See the paper (2017) and https://x.y",
        ),
        ("![a cat](cat.png) A cat", "A cat"),
        ("a &amp; b &lt; c", "a & b < c"),
        ("<b>Left:</b> a neuron<br>Right: a model", "Left: a neuron Right: a model"),
        ('<Youtube id="x" options={{a: "}>"}} /> Watch', "Watch"),
        ("text <!-- hidden --> goes on", "text goes on"),
        ("> [!TIP]\n> Try it", "Try it"),
        ("- item\n- other", "item other"),
        ("where \\\\(x_i * y_i\\\\) and $a_b$ hold", "where x_i * y_i and a_b hold"),
        ("if x < 0 and y > 1 then 2*3*4", "if x < 0 and y > 1 then 2*3*4"),
        ("a List<String> of snake_case_names", "a List<String> of snake_case_names"),
        ('<Tip>Short</Tip> and <Card title="x">long</Card>', "Short and long"),
        ("\\*not emphasis\\*", "*not emphasis*"),
        ("Kernel\x00 trick\x07", "Kernel trick"),
        ("a half **bold", "a half bold"),
        ("```py\nx = 1\n```", "x = 1"),
    ],
)
def test_marks_go_and_words_stay(source: str, shown: str) -> None:
    assert plain(source) == shown


@given(st.text(alphabet="ab*_`<>[](){}!#$\\ \n&;=\"'/-", max_size=120))
def test_any_text_gives_one_line(source: str) -> None:
    shown = plain(source)
    assert "\n" not in shown
    assert shown == shown.strip()


@pytest.mark.timeout(30)
@pytest.mark.parametrize("mark", ["<a ", "<A {", "**", "[", "`", "$", "![", "<!--", "\\(", "*a", "[a]("])
def test_long_runs_of_marks_take_no_time(mark: str) -> None:
    assert isinstance(plain(mark * 4000), str)
