from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradient.outline.evidence import gather
from gradient.outline.formation import Formation, FormedTopic, form, natural
from gradient.outline.mention import Mention, MentioningChunk
from gradient.outline.names import canonical, good_name
from tests.outline.written import BIOLOGY, CELLS, course, mentioning

CHUNKS = course(BIOLOGY)


def topic(formation: Formation, name: str) -> FormedTopic:
    key = canonical(name)
    found = [each for each in formation.topics if key in {each.key, *map(canonical, each.aliases)}]
    assert len(found) == 1, f"{name} is {len(found)} topics of {[each.title for each in formation.topics]}"
    return found[0]


def titles(formation: Formation) -> set[str]:
    return {each.title for each in formation.topics}


@pytest.fixture(scope="module")
def biology() -> Formation:
    return form(CHUNKS)


def test_a_course_has_the_topics_of_its_index(biology: Formation) -> None:
    expected = {"Photosynthesis", "Cellular respiration", "Cell membrane", "Osmosis", "Chloroplast", "Allele"}
    assert expected <= titles(biology)


def test_all_topics_are_names(biology: Formation) -> None:
    assert [each.title for each in biology.topics if good_name(each.title) is not None] == []


def test_definitions_and_recurrence_find_most_topics_without_any_heading(biology: Formation) -> None:
    names = set()
    for each in form(course(BIOLOGY, headings=False)).topics:
        names |= {each.key, *map(canonical, each.aliases)}
    found = [each for each in biology.topics if {each.key, *map(canonical, each.aliases)} & names]
    assert len(found) >= 0.6 * len(biology.topics)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_the_order_of_chunks_and_mentions_makes_no_difference(seed: int) -> None:
    random = Random(seed)
    shuffled = [
        replace(each, mentions=tuple(random.sample(each.mentions, len(each.mentions)))) for each in CHUNKS
    ]
    random.shuffle(shuffled)
    assert form(shuffled) == form(CHUNKS)


def test_number_case_and_acronyms_are_one_topic() -> None:
    text = """A support vector machine (SVM) is a classifier with a margin. Support Vector Machines are fast.

The SVM has a kernel. An SVM is trained on labelled points. SVMs are fast."""
    found = topic(form(mentioning([("a.md", (), text), ("b.md", (), text + " They need few data.")])), "SVM")
    assert found.title == "Support vector machine"
    assert "SVM" in found.aliases


def test_an_acronym_that_is_never_spelled_out_joins_the_name_that_its_letters_fit() -> None:
    long = "The **convolutional neural network** is a net with filters. A convolutional neural network sees."
    short = "The CNN has three layers. A CNN learns filters, and the CNN is fast."
    formation = form(
        mentioning([("a.md", (), long), ("b.md", (), long + " It is deep."), ("c.md", (), short)])
    )
    assert topic(formation, "CNN") == topic(formation, "convolutional neural networks")


def test_two_long_forms_of_one_acronym_stay_apart_and_are_in_doubt() -> None:
    one = "The artificial neural network (ANN) is inspired by the brain. An artificial neural network learns."
    two = "The approximate nearest neighbor (ANN) is found fast. An approximate nearest neighbor will do."
    formation = form(mentioning([("a.md", (), one), ("b.md", (), two)]))
    assert topic(formation, "artificial neural network") != topic(formation, "approximate nearest neighbor")
    assert {each.reason for each in formation.merges} >= {"acronym with two long forms"}


def test_an_abbreviation_inside_a_name_joins_the_full_name() -> None:
    text = "The fully connected layer is a layer that sees all inputs. A fully connected layer is large."
    short = "The FC layer has a bias. Each FC layer is large, and the FC layers come last."
    formation = form(mentioning([("a.md", (), text), ("b.md", (), text + " So be it."), ("c.md", (), short)]))
    assert topic(formation, "FC layer") == topic(formation, "fully connected layer")


def test_a_word_that_is_written_like_an_acronym_of_another_name_keeps_apart() -> None:
    text = "The maximum a posteriori (MAP) is a mode. A feature map is a grid. The map is drawn on a map."
    formation = form(mentioning([("a.md", (), text), ("b.md", (), text + " A map is flat.")]))
    assert all(
        "map" not in map(str.casefold, each.aliases) for each in formation.topics if "posteriori" in each.key
    )


def test_one_name_for_two_things_is_in_doubt_with_both_contexts() -> None:
    support = """The **kernel** is an inner product in a feature space. Margins, slack variables and
multipliers depend on the kernel. The hyperplane separates labelled examples."""
    image = """A **kernel** is a small window of weights that slides over pixels. Strides, padding and colour
channels decide how often the kernel is applied. Edges appear in the picture."""
    formation = form(mentioning([("svm.md", (), support), ("vision.md", (), image)]))
    doubt = next(each for each in formation.homonyms if each.key == "kernel")
    assert {source for source, _ in doubt.contexts} == {"svm.md", "vision.md"}


def test_the_same_thing_in_two_sources_is_no_doubt(biology: Formation) -> None:
    assert biology.homonyms == ()


def test_parents_are_heads_of_names_and_form_a_forest(biology: Formation) -> None:
    text = """A **neural network** is a chain of layers. A neural network learns from data.

A **convolutional neural network** is a neural network with filters. The convolutional neural network sees."""
    formation = form(mentioning([("a.md", (), text), ("b.md", (), text + " It learns.")]))
    assert topic(formation, "convolutional neural network").parent == topic(formation, "neural network").key
    above = {each.key: each.parent for each in biology.topics}
    for key in above:
        seen = set()
        at: str | None = key
        while at is not None:
            assert at not in seen
            seen.add(at)
            at = above[at]


def test_few_topics_rest_on_one_mention(biology: Formation) -> None:
    thin = [each for each in biology.topics if len({(p.chunk, p.start) for p in each.places}) == 1]
    assert len(thin) <= 0.2 * len(biology.topics)


def test_every_topic_is_named_in_the_text_of_a_chunk(biology: Formation) -> None:
    assert all(any(place.start is not None for place in each.places) for each in biology.topics)


def test_the_definition_is_the_place_that_says_what_it_is(biology: Formation) -> None:
    place = topic(biology, "mitosis").definition
    assert (place.chunk, place.kind) == ("10-genetics.md#0001", "definition")


def test_what_every_source_repeats_counts_once() -> None:
    licence = """

The Example Foundation of Springfield supports community colleges. The Example Foundation asks every partner
institution for a donation to its scholarship fund."""
    once = gather(course([("01-cells.md", CELLS + licence), *BIOLOGY[1:]]))
    everywhere = gather(course([(source, text + licence) for source, text in BIOLOGY]))
    assert everywhere["example foundation"] == once["example foundation"]
    assert everywhere["mitosis"] == once["mitosis"]


def test_verbs_comparisons_and_what_is_seen_twice_make_no_topics() -> None:
    text = """A **path** is a sequence of edges. Each edge closes a path. Take the lightest edge; the
lightest edge is cheap. Add the lightest edge. A village of odd degree stays. Nobody sees the settled
village."""
    shown = titles(form(mentioning([("a.md", ("Path",), text), ("b.md", (), text + " An edge joins.")])))
    assert "Path" in shown
    assert not shown & {"Closes", "Lightest edge", "Odd degree", "Settled village", "Village"}


def test_a_wide_noun_is_a_topic_where_a_heading_and_a_definition_make_it_one() -> None:
    text = "The **degree** of a vertex is the number of its edges. A vertex of degree one is a leaf."
    assert "Degree" in titles(form(mentioning([("a.md", ("Degree of a vertex",), text)])))
    assert "Degree" not in titles(form(mentioning([("a.md", (), text.replace("**", ""))])))


def test_a_label_before_an_emphasised_word_is_no_part_of_its_name() -> None:
    text = (
        "The word **vertex** means a point of a graph. Each vertex has a degree, and a vertex may be alone."
    )
    assert "Word vertex" not in titles(form(mentioning([("a.md", (), text), ("b.md", (), text + " So.")])))


def test_late_stress_does_not_move_where_a_topic_is_set_off() -> None:
    plain = [
        ("a.md", (), f"The neuron number {at} sends a signal to a neuron. Each neuron waits.")
        for at in range(8)
    ]
    formed = form(mentioning([*plain, ("b.md", (), "There are many **neurons** in it. So be it.")]))
    assert all(place.kind != "emphasis" for place in topic(formed, "neuron").places)


def test_no_mentions_make_no_topics() -> None:
    assert form([]) == Formation()
    assert form([MentioningChunk("a#0", "a", 0, (), ())]) == Formation()


def test_groups_are_the_themes_of_the_headings(biology: Formation) -> None:
    groups = {group.title: group.keys for group in biology.groups}
    assert "photosynthesis" in groups["Energy"]
    assert all(len(keys) >= 3 for keys in groups.values())


def test_numbers_in_names_of_sources_are_sorted_as_numbers() -> None:
    assert sorted(["10-a.md", "2-a.md", "b.md", "1-a.md"], key=natural) == [
        "1-a.md",
        "2-a.md",
        "10-a.md",
        "b.md",
    ]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["heading", "definition", "emphasis", "acronym", "term"]), st.text(max_size=20)
        ),
        max_size=12,
    )
)
def test_odd_mentions_do_no_harm(found: list[tuple[str, str]]) -> None:
    mentions = tuple(
        Mention(kind, surface, canonical(surface), None if kind == "heading" else at, at + 1)  # type: ignore[arg-type]
        for at, (kind, surface) in enumerate(found)
        if canonical(surface)
    )
    form(
        [
            MentioningChunk("a#0", "a", 0, ("A heading",), mentions),
            MentioningChunk("b#0", "b", 0, (), mentions),
        ]
    )
