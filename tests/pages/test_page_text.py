from gradient.pages.text import render_text

PAGE = {
    "topic": "hinge-loss",
    "title": "Hinge loss",
    "state": "stale",
    "reason": None,
    "learn_first": [{"slug": "score", "title": "Score", "confidence": 0.8}],
    "leads_to": [],
    "missing": [{"source": "b.pdf", "missing": "Page 2 was not read."}],
    "blocks": [
        {"type": "heading", "content": "Hinge loss", "supports": []},
        {
            "type": "callout",
            "content": "It is a loss.",
            "supports": [{"source": "a.md", "page": 3, "place": "page 3", "quote": "It"}],
        },
        {
            "type": "list",
            "content": "One costs \\$5.\nTwo",
            "supports": [{"source": "a.md", "page": 4, "place": "page 4", "quote": "One"}],
        },
        {
            "type": "code",
            "content": "if x:\n    y",
            "supports": [{"source": "b.md", "page": None, "place": None, "quote": "x"}],
        },
    ],
}


def test_a_page_is_plain_text_with_its_sources() -> None:
    assert render_text(PAGE) == (
        "Hinge loss\n==========\n(out of date: what it stands on has changed)\n\n"
        "Learn first: Score\n\n| It is a loss.\n\n- One costs $5.\n- Two\n\n    if x:\n        y\n\n"
        "Sources: a.md (page 3, page 4); b.md\nNot all of b.pdf was read: Page 2 was not read.\n"
    )


def test_a_topic_without_a_page_says_so() -> None:
    assert "There is no page yet." in render_text({**PAGE, "state": None, "blocks": [], "learn_first": []})


def test_the_rows_of_a_table_stay_lines() -> None:
    table = {"type": "table", "content": "| One | Two |\n|---|---|\n| 1 | 2 |", "supports": []}
    shown = render_text(PAGE | {"blocks": [table]})
    assert "\n    | One | Two |\n    |---|---|\n    | 1 | 2 |\n" in shown
