"""Components, modules and expressions of MDX are not taken for prose, however many lines they fill."""

import pytest

from gradient.reading.markdown import MarkdownReader
from gradient.text.markup import plain


def prose(source: str) -> list[str]:
    """What a reader of the page sees, block by block."""
    text = f"Before it.\n\n{source}\n\nAfter it.\n"
    document = MarkdownReader().read(text.encode(), "a.mdx")
    assert document.text == text
    seen = [plain(text[one.start : one.end]) for one in document.blocks if one.kind != "furniture"]
    assert (seen[0], seen[-1]) == ("Before it.", "After it.")
    return seen[1:-1]


@pytest.mark.parametrize(
    "source",
    [
        '<Banner\n  chapter={1}\n  classNames="absolute"\n/>',
        '<Chart\n  title="Loss"\n  data={[\n    { epoch: 1 },\n\n    { epoch: 2 },\n  ]}\n/>',
        "<Plot {...settings} />",
        '<Box className="absolute top right flex" title="One two three" />',
        "<Player autoPlay muted />",
        "export const data = [\n  { a: 1 },\n\n  { a: 2 },\n];",
        'import {\n  Tabs,\n\n  Tab,\n} from "./tabs"',
        "{items.map((x) => (\n  <Item key={x.id}>{x.name}</Item>\n))}",
        "{shown && (\n  <Note>\n\n    inside\n\n  </Note>\n)}",
        "{/* a remark\n\nof two paragraphs */}",
    ],
)
def test_what_is_no_prose_is_furniture_as_a_whole(source: str) -> None:
    assert prose(source) == []


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ('<Foo\n  bar="x">\nShown words.\n</Foo>', ["Shown words."]),
        ("<Foo\n  render={() => (\n    <b>code</b>\n\n  )}\n>\n  Shown words.\n</Foo>", ["Shown words."]),
        ('A <Tip text="of\nall">gradient</Tip> descends.', ["A gradient descends."]),
        ("There are {props.count > 3 ? 'many' : 'few'} of them.", ["There are … of them."]),
        ('One{" "}\ntwo {user.name} three.', ["One two … three."]),
        (
            "The set {a, b, c} and $\\{x.y\\}$ and `{a.b}` stay.",
            ["The set {a, b, c} and \\{x.y\\} and {a.b} stay."],
        ),
        ('<Definition term="graph" text="A graph is a set of edges." />', ["A graph is a set of edges."]),
        (
            '<Card title="Tree" about="A tree has no cycle.">\n  Shown.\n</Card>',
            ["A tree has no cycle.", "Shown."],
        ),
        ("<Foo>\n\nA paragraph inside.\n\n</Foo>", ["A paragraph inside."]),
    ],
)
def test_words_around_and_inside_stay(source: str, shown: list[str]) -> None:
    assert prose(source) == shown


def test_an_unclosed_piece_swallows_nothing() -> None:
    assert prose("export const open = {\n  a: 1,\n\nNo bracket closes.") == ["No bracket closes."]
    assert prose("a < b\n\n<Open title={\n\nWords stay.")[-1] == "Words stay."


def test_a_sample_of_code_stays_one() -> None:
    text = "Words.\n\n```jsx\n<Chart\n  data={[\n\n  ]}\n/>\n```\n\nMore words.\n"
    document = MarkdownReader().read(text.encode(), "a.mdx")
    assert [one.kind for one in document.blocks] == ["paragraph", "code", "paragraph"]


def test_a_quiz_teaches_what_it_explains_and_none_of_its_answers() -> None:
    quiz = (
        '<Question\n\tchoices={[\n\t\t{\n\t\t\ttext: "A tree has a cycle.",\n'
        '\t\t\texplain: "No, a tree has no cycle by its definition."\n\t\t},\n'
        '\t\t{\n\t\t\ttext: "A tree has one edge less than it has vertices.",\n'
        '\t\t\texplain: "Correct! Each edge joins one more vertex to it.",\n\t\t\tcorrect: true\n\t\t},\n'
        '\t\t{\n\t\t\ttext: "A tree has as many edges.",\n\t\t\texplain: "Incorrect."\n\t\t}\n\t]}\n/>'
    )
    assert prose(quiz) == ["a tree has no cycle by its definition.", "Each edge joins one more vertex to it."]
