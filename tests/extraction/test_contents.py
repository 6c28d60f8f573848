import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.extraction.offline import ChunkText, extract


def facts(text: str) -> list[str]:
    return [each.sentence for each in extract(ChunkText(text)).contents if each.kind == "fact"]


def questions(text: str) -> list[str]:
    return [each.sentence for each in extract(ChunkText(text)).contents if each.kind == "question"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Osmosis is the diffusion of water.", "Osmosis is the diffusion of water."),
        ("The **loss** is that of the [softmax](http://x.org).", "The loss is that of the softmax."),
        ("- **Ribosome**: builds proteins from amino acids.", "Ribosome: builds proteins from amino acids."),
        ("**Occlusion**. Things of interest can be hidden.", "Occlusion. Things of interest can be hidden."),
        ("3. Water boils at a hundred degrees here.", "Water boils at a hundred degrees here."),
        ("❒ Kernel – The kernel is an inner product.", "Kernel – The kernel is an inner product."),
        ("A class score is \\\\(s_j = w_j x\\\\) for a class.", "A class score is s_j = w_j x for a class."),
        ("Note that osmosis needs no energy at all.", "Note that osmosis needs no energy at all."),
        ("As we saw above, osmosis needs no energy at all.", "Osmosis needs no energy at all."),
        ("❒ k-means – The k-means algorithm is a loop.", "k-means – The k-means algorithm is a loop."),
        ("❒ Covariance – We define the covariance by\n\nσ", "Covariance – We define the covariance by […]"),
        ("❒ Hinge – We define the loss as follows:\n\n$$x$$", "Hinge – We define the loss as follows […]"),
        ("Jensen – Let f be a convex function. Then f(EX) is at most Ef(X).",
         "Jensen – Let f be a convex function. Then f(EX) is at most Ef(X)."),
        ("❒ AUC – The area below the ROC is the AUC, as shown in the following figure:",
         "AUC – The area below the ROC is the AUC."),
        ("A step is \\\\(\\frac{1}{2} \\lambda x_{i}\\\\) a round.", "A step is 1/2 λ x_i a round."),
        ("渗透是水分子通过半透膜的扩散过程。", "渗透是水分子通过半透膜的扩散过程。"),
    ],
)  # fmt: skip
def test_facts_are_readable_without_markup(text: str, sentence: str) -> None:
    assert facts(text) == [sentence]


@pytest.mark.parametrize(
    "talk",
    [
        "In this section we will introduce the problem.",
        "Let's look at how this is done in practice.",
        "We will see later how the gradient is computed.",
        "As we will see.",
        "Click the button to open the layer panel.",
        "See the figure below for an illustration of it.",
        "This chapter is about the parts of the cell.",
        "🚀 We'll dive into the details of it later.",
        "This lab is licensed under Creative Commons.",
        "Smith, J. A paper about it. https://example.org/paper is it.",
        "```python\nthe_loss = compute(the, network, is, good)\n```",
        "| the | table | is | full |",
        "Just a fragment without any",
        "What do you think will happen to it?",
        "It is done after the layer in most cases.",
        "This allows for a faster preprocessing of data.",
        "They have the advantage to be very fast.",
        "The code below is how the loss is computed.",
        "We'll explain all of it later in detail.",
        "Lets now start to consider what is more complicated.",
        "As explained, we will look at it in the next chapter.",
        "The end.",
    ],
)  # fmt: skip
def test_talk_code_and_fragments_are_no_facts(talk: str) -> None:
    assert facts(f"Osmosis is the diffusion of water.\n\n{talk}\n") == ["Osmosis is the diffusion of water."]


def test_a_passage_whose_statements_lean_on_others_yields_the_best_of_them() -> None:
    assert len(facts("which is the diffusion of water across a membrane")) == 1


def test_a_statement_before_code_is_kept() -> None:
    text = "A list is the Python form of an array, but can hold things of many types:\n\n```\nx = []\n```\n"
    assert facts(text) == ["A list is the Python form of an array, but can hold things of many types […]"]


def test_questions_of_an_exercise_are_contents() -> None:
    text = "1. What happens to the rate when the light doubles?\n2. Why does a muscle turn to fermentation?\n"
    assert questions(text) == [
        "What happens to the rate when the light doubles?",
        "Why does a muscle turn to fermentation?",
    ]


def test_questions_that_only_lead_on_are_none() -> None:
    assert questions("How might we go about writing such an algorithm?\n\nWater is wet in most cases.") == []


def test_quotes_stand_where_they_say() -> None:
    text = (
        "Intro.\n\n- *Osmosis* is the\n  diffusion of **water**.\n\nMitosis is the division of a nucleus.\n"
    )
    found = extract(ChunkText(text)).contents
    assert [text[each.start : each.end] for each in found] == [each.quote for each in found]
    assert [each.sentence for each in found] == [
        "Osmosis is the diffusion of water.",
        "Mitosis is the division of a nucleus.",
    ]


def test_hidden_ranges_yield_nothing() -> None:
    text = "Osmosis is the diffusion of water. The listing is not to be read as prose."
    start = text.index("The listing")
    found = extract(ChunkText(text, hidden=((start, len(text)),)))
    assert [each.sentence for each in found.contents] == ["Osmosis is the diffusion of water."]
    assert all(each.start is None or each.start < start for each in found.mentions)


_PIECES = st.sampled_from(
    ["Osmosis is the diffusion of water. ", "**Kernel** – a thing that is defined", "\n\n", "- ", "```\n",
     "`x`", "$a_1$", "# A heading\n", "| a | b |\n", "[link](http://x.org) ",
     "The SVM (support vector machine) is good. ",
     "*", "_", "<b>", "</b>", "❒ ", "What is it? ", "é", "ﬁ", "\u00ad", "{", "]]", "\\("]
)  # fmt: skip


@given(st.lists(_PIECES | st.text(max_size=8), max_size=25).map("".join))
def test_whatever_the_text_quotes_and_mentions_lie_in_it(text: str) -> None:
    found = extract(ChunkText(text, ("A heading", text[:30])))
    for content in found.contents:
        assert content.quote == text[content.start : content.end] != ""
        assert content.sentence.strip()
    for mention in found.mentions:
        assert mention.key
        assert mention.start is None or 0 <= mention.start < (mention.end or 0) <= len(text)


@given(st.lists(_PIECES, max_size=15).map("".join))
def test_extraction_is_a_function_of_the_text(text: str) -> None:
    assert extract(ChunkText(text)) == extract(ChunkText(text))
