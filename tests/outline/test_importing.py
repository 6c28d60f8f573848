import json

import pytest

from gradient.outline.importing import MalformedOutline, OutlineNode, read_outline

MARKDOWN = """---
author: someone
---
# A course

## Calculus
- Derivative
  - aliases: slope, rate of change
  - Chain rule (requires: Derivative)

## Learning
1. **Backpropagation** (BP)
   requires: Chain rule, Gradient or Jacobian
   - Vanishing gradient
"""

YAML = """
course: a course
topics:
  - title: Calculus
    topics:
      - title: Derivative
        aliases: [slope, rate of change]
        topics: [{title: Chain rule, requires: [Derivative]}]
  - Learning:
      - title: Backpropagation
        aliases: BP
        requires: [Chain rule, [Gradient, Jacobian]]
        topics: [Vanishing gradient]
"""

OPML = """<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0"><head><title>A course</title></head><body>
<outline text="Calculus"><outline text="Derivative" aliases="slope, rate of change">
<outline text="Chain rule" requires="Derivative"/></outline></outline>
<outline text="Learning"><outline text="Backpropagation" aliases="BP"
requires="Chain rule, Gradient or Jacobian"><outline title="Vanishing gradient"/></outline></outline>
</body></opml>
"""

CSV = """path,aliases,requires
Calculus,,
Calculus >> Derivative,"slope, rate of change",
Calculus >> Derivative >> Chain rule,,Derivative
Learning,,
Learning >> Backpropagation,BP,"Chain rule, Gradient or Jacobian"
Learning >> Backpropagation >> Vanishing gradient,,
"""

CSV_WITH_PARENTS = """title;parent;aliases;requires
Calculus;;;
Derivative;Calculus;slope, rate of change;
Chain rule;Derivative;;Derivative
Learning;;;
Backpropagation;Learning;BP;Chain rule, Gradient or Jacobian
Vanishing gradient;Backpropagation;;
"""

JSON = json.dumps(
    {
        "course": "a course",
        "nodes": [
            {"path": "", "kind": "course", "name": "A course"},
            {"path": "Learning", "kind": "topic", "name": "Learning", "position": 2},
            {"path": "Calculus", "kind": "topic", "name": "Calculus", "position": 1},
            {"path": "Calculus >> Derivative", "name": "Derivative", "aliases": ["slope", "rate of change"]},
            {"path": ["Calculus", "Derivative"], "name": "Chain rule", "requires": ["Derivative"]},
            {
                "path": "Learning >> Backpropagation",
                "name": "Backpropagation",
                "aliases": "BP",
                "requires": ["Chain rule", ["Gradient", "Jacobian"]],
            },
            {"path": "Learning >> Backpropagation >> Vanishing gradient"},
        ],
    }
)

EXPECTED = (
    OutlineNode(("Calculus",), 1),
    OutlineNode(("Calculus", "Derivative"), 1, ("slope", "rate of change")),
    OutlineNode(("Calculus", "Derivative", "Chain rule"), 1, (), (("Derivative",),)),
    OutlineNode(("Learning",), 2),
    OutlineNode(("Learning", "Backpropagation"), 1, ("BP",), (("Chain rule",), ("Gradient", "Jacobian"))),
    OutlineNode(("Learning", "Backpropagation", "Vanishing gradient"), 1),
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("outline.md", MARKDOWN),
        ("outline.yaml", YAML),
        ("outline.YML", YAML),
        ("outline.opml", OPML),
        ("outline.csv", CSV),
        ("outline.csv", "\ufeff" + CSV_WITH_PARENTS),
        ("outline.json", JSON),
    ],
)
def test_every_format_says_the_same(name: str, text: str) -> None:
    assert read_outline(name, text) == EXPECTED


def test_a_parent_without_a_row_of_its_own_is_made() -> None:
    assert [node.path for node in read_outline("o.csv", "path\nA >> B\n")] == [("A",), ("A", "B")]


def test_a_summary_is_kept() -> None:
    nodes = read_outline("o.md", "- Entropy\n  - summary: how uncertain a source is\n")
    assert nodes == (OutlineNode(("Entropy",), 1, summary="how uncertain a source is"),)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("o.md", "- Entropy\n  - summary: how uncertain a source is\n  - not: heat\n"),
        ("o.yaml", "- Entropy:\n    definition: how uncertain a source is\n    excludes: heat\n"),
        ("o.csv", "path,summary,not\nEntropy,how uncertain a source is,heat\n"),
        ("o.json", '{"nodes": [{"path": "Entropy", "summary": "how uncertain a source is", "not": "heat"}]}'),
    ],
)
def test_what_does_not_belong_to_a_topic_is_kept_beside_what_does(name: str, text: str) -> None:
    (node,) = read_outline(name, text)
    assert (node.summary, node.excluded) == ("how uncertain a source is", "heat")


def test_several_top_headings_are_all_topics() -> None:
    assert [node.title for node in read_outline("o.md", "# A\n- B\n# C\n- D\n")] == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("o.txt", "x", "outlines are read from"),
        ("o.md", "nothing here", "no topic was found"),
        ("o.md", "- A\n- A\n", "o.md, line 2: the topic “A” stands there twice"),
        ("o.md", "- A\n- \n", "no topic|has no title"),
        ("o.md", "".join(" " * (2 * depth) + f"- {depth}\n" for depth in range(40)), "more than 20 levels"),
        ("o.opml", "<opml><outline>", "o.opml, line 1: this is no well-formed OPML"),
        ("o.opml", "<opml><body><outline/></body></opml>", "has no title"),
        ("o.csv", "foo,bar\n1,2\n", "o.csv, line 1: its first line names neither"),
        ("o.csv", "title,parent\nA,Z\n", "o.csv, line 2: the parent “Z”"),
        ("o.csv", "title,position\nA,first\n", "position “first”"),
        ("o.csv", 'title\n"A\n', "no valid CSV"),
        ("o.json", "{", "o.json, line 1: this is no valid JSON"),
        ("o.json", "[]", "no list of nodes"),
        ("o.json", '{"nodes": [1]}', "node 1 is no object"),
        ("o.json", '{"nodes": [{"path": 5}]}', "path of node 1"),
        ("o.json", '{"nodes": [{"kind": "topic"}]}', "node 1 has neither path nor name"),
        ("o.json", '{"nodes": [{"path": "A"}, {"path": "A"}]}', "“A” stands there twice"),
        ("o.json", "[" * 200_000, "nested too deeply|no valid JSON"),
        ("o.yaml", "a: [1", "o.yaml, line 1: this is no valid YAML"),
        ("o.yaml", "a: &x [1]\nb: *x\n", "YAML references"),
        ("o.csv", 'title,"parent\nA\n', "o.csv, line 1: this is no valid CSV"),
        ("o.csv", "title,position\nA,-1\n", "o.csv, line 2: the position of “A” is not between"),
        ("o.json", '{"nodes": [{"path": "A", "position": ' + "9" * 5000 + "}]}", "too many digits"),
        ("o.json", '{"nodes": [{"path": "A", "position": 99999999999999999999}]}', "position of “A”"),
        ("o.json", '{"nodes": [{"path": "A\\u0000B"}]}', "a control character stands in “A\ufffdB”"),
        ("o.json", '{"nodes": [{"path": "A\\ud800B"}]}', "a control character stands in “A\ufffdB”"),
        ("o.json", '{"nodes": [{"path": "A", "aliases": ["B\\u0007"]}]}', "a control character"),
        ("o.json", '{"nodes": [{"path": "A", "summary": "B\\u0000"}]}', "a control character"),
        ("o.md", f"- A\n- {'x' * 201}\n", "o.md, line 2: the name “x{40}…” has more than 200 characters"),
        ("o.md", f"- A (requires: {'x' * 201})\n", "o.md, line 1: the name “x{40}…” has more than 200"),
        ("o.yaml", '- "A\\0B"\n', "a control character stands in “A\ufffdB”"),
        ("o.yaml", '- "\\UFFFFFFFF"\n', "no valid YAML"),
        ("o.yaml", "- A\n- !!bool abc\n", "o.yaml, line 2: it uses YAML tags"),
        ("o.yaml", '- !!int ""\n', "o.yaml, line 1: it uses YAML tags"),
        ("o.yaml", "- !!timestamp abc\n", "o.yaml, line 1: it uses YAML tags"),
    ],
)  # fmt: skip
def test_a_malformed_file_gets_one_sentence_that_names_the_place(name: str, text: str, sentence: str) -> None:
    with pytest.raises(MalformedOutline, match=sentence):
        read_outline(name, text)


def test_a_refusal_can_be_kept_whatever_the_file_says() -> None:
    twice = '{"nodes": [{"path": "A\\u0000\\ud800"}, {"path": "A\\u0000\\ud800"}]}'
    with pytest.raises(MalformedOutline, match="“A\ufffd\ufffd” stands there twice"):
        read_outline("o.json", twice)


def test_what_looks_like_a_date_or_a_number_in_yaml_is_the_title_as_written() -> None:
    nodes = read_outline("o.yaml", "- 2024-01-31\n- 2020-99-99\n- 1.10\n- Yes\n- 0x1F:\n  - 1_000\n")
    assert [node.title for node in nodes] == ["2024-01-31", "2020-99-99", "1.10", "Yes", "0x1F", "1_000"]


def test_entities_are_never_expanded() -> None:
    entities = '<!DOCTYPE o [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;">]>'
    bomb = f'{entities}<opml><body><outline text="&b;"/></body></opml>'
    with pytest.raises(MalformedOutline, match="declares a document type"):
        read_outline("o.opml", bomb)
