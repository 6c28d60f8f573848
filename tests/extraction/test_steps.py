import pytest

from gradient.extraction.offline import ChunkText, extract
from gradient.extraction.steps import is_caption, is_exercise, is_field, is_instruction


@pytest.mark.parametrize(
    "text",
    [
        "Click OK.",
        "Step 1: Normalise the data to a mean of zero.",
        "Task 4 – Drawing the maps of a state",
        "When finished, click OK on the dialog for the layer.",
        "In the Items tab, select the title of the map.",
        "From the menu bar choose Project | New Map.",
        "You can remove a layer by right-clicking on its name.",
    ],
)
def test_steps_at_a_screen_and_of_a_list_are_instructions(text: str) -> None:
    assert is_instruction(text)


@pytest.mark.parametrize(
    "text",
    [
        "Definition 2: A group is a set with an operation.",
        "Theorem 1: Let f be convex.",
        "Compute the gradient of the loss and follow it.",
        "A window function weights the samples at the edges.",
        "We add the term λ | w | to the loss.",
        "In gradient descent, choose a learning rate that is small.",
    ],
)
def test_what_is_to_be_learnt_is_no_instruction(text: str) -> None:
    assert not is_instruction(text)


@pytest.mark.parametrize("text", ["Document Version: 4/10/2015", "Lab Author: Ada Lovelace", "Room: B12"])
def test_a_label_before_names_and_numbers_is_a_field(text: str) -> None:
    assert is_field(text)


@pytest.mark.parametrize(
    "text", ["ATP: adenosine triphosphate", "A Machine has two subtypes: Computer and Workflow."]
)
def test_a_title_before_words_is_no_field(text: str) -> None:
    assert not is_field(text)


def test_captions_are_known_by_their_beginning() -> None:
    assert is_caption("Figure 3: The cell.")
    assert is_caption("Image source: A museum")
    assert not is_caption("Tables hold records.")
    assert not is_caption("Source code is text that is compiled.")


def test_exercises_are_questions_and_no_facts() -> None:
    objectives = ChunkText("- Explain what a primary key is and why it helps.", ("Objectives",))
    assert [one.kind for one in extract(objectives).contents] == ["question"]
    task = ChunkText("Write a query that lists all records of the table.")
    assert [one.kind for one in extract(task).contents] == ["question"]
    assert not is_exercise("Explain this away and the theory falls.", item=False, section="Heat")


def test_furniture_states_and_names_nothing() -> None:
    text = "Lab Author: Kurt Menke\n\nClick the Zoom button of the **Raster Calculator** panel to go on."
    found = extract(ChunkText(text))
    assert (found.contents, found.mentions) == ((), ())


@pytest.mark.parametrize(
    "item",
    ["- **Batch size**: The number of sequences at a time (2 here).", "- **Scale:** billions of parameters"],
)
def test_an_item_that_its_title_explains_is_a_fact(item: str) -> None:
    assert [one.kind for one in extract(ChunkText(item + " in all")).contents] == ["fact"]


def test_a_sentence_that_gives_the_name_belongs_to_the_one_before() -> None:
    text = "Water passes through the membrane into the salt. This is called osmosis."
    assert [one.quote for one in extract(ChunkText(text)).contents] == [text]


def test_attributes_of_a_picture_are_no_text() -> None:
    text = "![](map.png){alt='A map of the city'}\n\nA map shows a place from above it."
    found = extract(ChunkText(text))
    assert [one.sentence for one in found.contents] == ["A map shows a place from above it."]
    assert "alt" not in {one.key for one in found.mentions}
