from hypothesis import given
from hypothesis import strategies as st

from gradient.mirror.notion.batches import batches
from gradient.mirror.notion.content import topic_nodes
from gradient.mirror.notion.limits import (
    BLOCKS,
    CHILDREN,
    OPTION,
    REQUEST_BYTES,
    RUNS,
    TEXT,
    option_name,
    pieces,
    units,
)
from gradient.mirror.notion.node import Node, Run, portions
from tests.mirror.notion.made import block, page

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NAMES = [
    "Physics - Data Analysis, Statistics and Probability",
    "Physics - Data Analysis， Statistics and Probability",
    "A" * 118,
    "A" * 117 + "B",
    "vision",
    "😀" * 60,
    "C #1a2b3c4d",
]


@given(TEXTS, st.integers(2, 9))
def test_pieces_are_short_enough_and_together_the_text(text: str, limit: int) -> None:
    found = pieces(text, limit)
    assert "".join(found) == text
    assert all(0 < units(piece) <= limit for piece in found)


def test_an_emoji_at_the_limit_is_cut_before_and_not_within() -> None:
    text = "a" * (TEXT - 1) + "😀" + "b" * 4000
    first, second, *_ = pieces(text)
    assert first == "a" * (TEXT - 1)
    assert second.startswith("😀b")


@given(st.lists(st.tuples(TEXTS, st.sampled_from(["plain", "code", "formula"])), max_size=250))
def test_many_runs_become_several_blocks_that_say_the_same(runs: list[tuple[str, str]]) -> None:
    given_runs = [Run(text, style) for text, style in runs if text]  # type: ignore[arg-type]
    found = portions(given_runs)
    assert all(len(one) <= RUNS for one in found)
    assert "".join(run.text for one in found for run in one) == "".join(run.text for run in given_runs)


@given(st.lists(st.integers(0, 130), max_size=320))
def test_requests_keep_all_limits_and_leave_nothing_out(children: list[int]) -> None:
    nodes = [
        Node(
            "toggle",
            (Run(str(at)),),
            children=tuple(Node("paragraph", (Run(f"{at} {one}"),)) for one in range(n)),
        )
        for at, n in enumerate(children)
    ]
    found = batches(nodes)
    assert all(len(batch) <= CHILDREN for batch in found)
    assert all(sum(1 + len(part.children) for part in batch) <= BLOCKS for batch in found)
    assert all(len(part.children) <= CHILDREN for batch in found for part in batch)
    assert [(*part.children, *part.rest) for batch in found for part in batch] == [
        one.children for one in nodes
    ]


def test_requests_are_small_enough_in_bytes() -> None:
    long = tuple(Run("漢" * TEXT) for _ in range(20))
    found = batches([Node("paragraph", long)] * 9)
    sizes = [sum(len(run.text.encode()) for part in batch for run in part.node.runs) for batch in found]
    assert max(sizes) <= REQUEST_BYTES
    assert len(found) == 3


def test_names_of_options_are_legal_and_each_has_its_own() -> None:
    options = [option_name(name) for name in NAMES]
    assert len(set(options)) == len(NAMES)
    assert all("," not in option and units(option) <= OPTION for option in options)
    assert option_name("vision") == "vision"


def test_a_long_paragraph_a_long_table_and_a_long_formula_stay_whole() -> None:
    rows = "\n".join(["| a | b |", "| --- | --- |", *(f"| {n} | n{n} |" for n in range(120))])
    formula = "x + " * 400
    nodes = topic_nodes(page("Score", block("é" * 6000), block(rows, "table"), block(formula, "math")))
    paragraph, table, code, _ = nodes
    assert "".join(run.text for run in paragraph.runs) == "é" * 6000
    assert [row.words for row in table.children[1:3]] == ["0\x1fn0", "1\x1fn1"]
    assert len(table.children) == 121
    assert code.type == "code"
    assert "".join(run.text for run in code.runs) == formula


def test_what_is_no_table_of_one_width_is_shown_as_it_stands() -> None:
    (shown, _) = topic_nodes(page("Score", block("| a | b |\n| c |", "table")))
    assert shown.type == "code"
    assert shown.words == "plain text\n| a | b |\n| c |"
