from tests.pages.materials import composed, passage, shown

TELLS = "The hinge loss compares the score of the right class with all others."


def test_a_formula_right_below_a_sentence_is_shown_with_it() -> None:
    page = composed("Hinge loss", [passage(f"{TELLS}\n\n$$\nL = \\max(0, s)\n$$\n\nMore.", TELLS)])
    assert shown(page) == [("paragraph", TELLS), ("math", "L = \\max(0, s)")]
    assert page.pieces[2].places[0].quote == "$$\nL = \\max(0, s)\n$$"


def test_the_sentence_that_leads_to_code_comes_along() -> None:
    page = composed("Hinge loss", [passage(f"{TELLS} In code:\n\n```python\nmax(0, s)\n```\n", TELLS)])
    assert shown(page) == [("paragraph", f"{TELLS} In code:"), ("code", "max(0, s)")]
    assert [place.quote for place in page.pieces[1].places] == [TELLS, "In code:"]


def test_nothing_is_taken_from_behind_another_sentence_or_from_within_one() -> None:
    assert shown(composed("Hinge loss", [passage(f"{TELLS} Other words.\n\n$$x$$\n", TELLS)])) == [
        ("paragraph", TELLS)
    ]
    assert shown(composed("Hinge loss", [passage(f"{TELLS} $$x$$ is one.\n", TELLS)])) == [
        ("paragraph", TELLS)
    ]


def test_long_code_is_left_where_it_is() -> None:
    code = "\n".join(f"x = {n}" for n in range(60))
    page = composed("Hinge loss", [passage(f"{TELLS}\n\n```\n{code}\n```\n", TELLS)])
    assert shown(page) == [("paragraph", TELLS)]


def test_a_line_that_reads_as_a_formula_is_shown_behind_its_colon() -> None:
    update = "The weights are moved against the gradient as follows:"
    page = composed("Descent", [passage(f"{update}\n\nθ ← θ − α∇J(θ)\n\nMore words.", update)])
    assert shown(page) == [("paragraph", update), ("code", "θ ← θ − α∇J(θ)")]


def test_a_formula_that_a_text_layer_spreads_over_lines_is_shown_as_they_stand() -> None:
    update = "The weights are moved against the gradient as follows:"
    page = composed("Descent", [passage(f"{update}\n\nm\nθ ← X θ\ni=1\n\n· · ·\n\nMore words.", update)])
    assert shown(page) == [("paragraph", update), ("code", "m\nθ ← X θ\ni=1\n\n· · ·")]


def test_what_is_left_out_behind_a_colon_is_marked() -> None:
    update = "The weights are moved against the gradient as follows:"
    page = composed("Descent", [passage(f"{update}\n\nFirst one looks where it is steep.", update)])
    assert shown(page) == [("paragraph", f"{update} […]")]
