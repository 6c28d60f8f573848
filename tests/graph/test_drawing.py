import html
import re

from hypothesis import given
from hypothesis import strategies as st

from gradient.graph.drawing import DrawnEdge, DrawnTopic, dot, mermaid

TOPICS = [DrawnTopic("gradient", "Gradient"), DrawnTopic("end", "Backpropagation")]
EDGES = [DrawnEdge("gradient", "end", 0.834), DrawnEdge("gradient", "loss", None, accepted=False)]
HOSTILE = 'say "x"; [a](b) {c} <b>&amp; \\N\0\n%%{init: 1}%% `style a:#1;`'


def shown_title(title: str) -> str:
    return "".join(char if char.isprintable() else "\ufffd" for char in " ".join(title.split()))


def test_dot_draws_accepted_edges_solid_and_those_in_review_dashed() -> None:
    assert dot(TOPICS, EDGES).splitlines() == [
        "digraph prerequisites {",
        "  rankdir=LR;",
        "  node [shape=box];",
        '  "gradient" [label="Gradient"];',
        '  "end" [label="Backpropagation"];',
        '  "loss" [label="loss"];',
        '  "gradient" -> "end" [label="0.83", style=solid];',
        '  "gradient" -> "loss" [style=dashed];',
        "}",
    ]


def test_mermaid_draws_accepted_edges_solid_and_those_in_review_dashed() -> None:
    assert mermaid(TOPICS, EDGES).splitlines() == [
        "flowchart LR",
        '  t0["Gradient"]',
        '  t1["Backpropagation"]',
        '  t2["loss"]',
        '  t0 -->|"0.83"| t1',
        "  t0 -.-> t2",
    ]


def test_no_title_leaves_its_label_in_dot() -> None:
    node = dot([DrawnTopic('a"\0\n', HOSTILE)], []).splitlines()[3]

    assert node == (
        '  "a\\"\\x00\\x0a" '
        '[label="say \\"x\\"; [a](b) {c} <b>&amp;amp; \\\\N\ufffd %%{init: 1}%% `style a:#1;`"];'
    )


def test_no_title_leaves_its_label_in_mermaid() -> None:
    label = mermaid([DrawnTopic("a", HOSTILE)], []).splitlines()[1]

    assert re.fullmatch(r'  t0\["[\w ,#;-]*"\]', label)
    assert "#34;" in label


@given(st.text())
def test_mermaid_decodes_a_label_to_its_title(title: str) -> None:
    lines = mermaid([DrawnTopic("a", title)], []).split("\n")
    label = re.fullmatch(r'  t0\["(.*)"\]', lines[1])

    assert len(lines) == 3
    assert label is not None
    shown = re.sub(r"#(\d+);", lambda code: chr(int(code[1])), label[1])
    assert shown == shown_title(title)


@given(st.text(), st.text())
def test_dot_is_balanced_and_keeps_slugs_apart(slug: str, other: str) -> None:
    first, second = (dot([DrawnTopic(each, each)], []).split("\n") for each in (slug, other))
    quoted = r'"((?:[^"\\]|\\.)*)"'
    node = re.fullmatch(rf"  {quoted} \[label={quoted}\];", first[3])

    assert len(first) == 6
    assert node is not None
    assert (slug == other) == (first == second)
    shown = re.sub(r"\\(.)", r"\1", html.unescape(node[2]))
    assert shown == shown_title(slug)
