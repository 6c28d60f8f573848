from gradient.pages.choosing import MOST_STATEMENTS
from tests.pages.materials import composed, passage, shown

DEFINES = "Dropout is a way of regularising networks by silencing neurons."
TELLS = "During training dropout silences each neuron with a given probability."
OTHER = "At test time dropout changes nothing about the forward pass."


def test_the_sentence_that_defines_the_topic_comes_first_in_a_callout() -> None:
    text = f"{TELLS} {DEFINES}"
    page = composed("Dropout", [passage(text, TELLS), passage(text, DEFINES)])
    assert shown(page) == [("callout", DEFINES), ("paragraph", TELLS)]


def test_a_sentence_that_defines_nothing_is_not_called_a_definition() -> None:
    page = composed("Dropout", [passage(TELLS, TELLS)], summary=TELLS)
    assert shown(page) == [("paragraph", TELLS)]


def test_a_name_given_by_the_sentence_defines_too() -> None:
    names = "Setting neurons to zero at random is called dropout."
    assert shown(composed("Dropout", [passage(names, names)])) == [("callout", names)]


def test_what_defines_a_prerequisite_does_not_define_the_topic() -> None:
    text = "A neuron is a unit whose random silencing is called dropout."
    assert shown(composed("Dropout", [passage(text, text)], prerequisites=["Neuron"]))[0][0] == "paragraph"
    assert shown(composed("Dropout", [passage(text, text)]))[0][0] == "callout"


def test_sentences_that_follow_one_another_share_a_paragraph_and_others_do_not() -> None:
    text = f"{TELLS} {OTHER} Something that nobody tagged stands here. {DEFINES}"
    page = composed("Section", [passage(text, each) for each in (TELLS, OTHER, DEFINES)])
    assert shown(page) == [("paragraph", f"{TELLS} {OTHER}"), ("paragraph", DEFINES)]


def test_headings_stand_over_what_the_course_says_under_them() -> None:
    page = composed(
        "Silencing",
        [
            passage(f"{TELLS} {OTHER}", TELLS, section="3.2 Regularization:"),
            passage(f"{TELLS} {OTHER}", OTHER, section="3.2 Regularization:"),
        ],
    )
    assert shown(page) == [("heading", "Regularization"), ("paragraph", f"{TELLS} {OTHER}")]


def test_the_section_of_the_topic_comes_first_without_a_heading_and_single_sentences_end_in_a_list() -> None:
    page = composed(
        "Silencing",
        [
            passage(DEFINES, DEFINES, chunk=1, section="Networks"),
            passage(TELLS, TELLS, chunk=2, section="Silencing"),
            passage(OTHER, OTHER, chunk=3, section="Testing"),
        ],
    )
    assert shown(page) == [
        ("paragraph", TELLS),
        ("heading", "Elsewhere in the course"),
        ("list", f"{DEFINES}\n{OTHER}"),
    ]


def test_the_items_of_a_list_stay_a_list() -> None:
    text = f"- {TELLS}\n- {OTHER}\n"
    page = composed("Dropout", [passage(text, each, section="Dropout") for each in (TELLS, OTHER)])
    assert shown(page) == [("list", f"{TELLS}\n{OTHER}")]


def test_what_says_the_same_is_shown_once() -> None:
    again = "During training, dropout silences each neuron with a given probability p."
    page = composed("Dropout", [passage(TELLS, TELLS), passage(again, again, chunk=2)])
    assert shown(page) == [("paragraph", TELLS)]


def test_a_sentence_that_points_back_is_shown_only_behind_the_one_it_points_at() -> None:
    leans = "This makes each of the neurons less dependent on its neighbours."
    text = f"{TELLS} {leans}"
    elsewhere = passage(OTHER, OTHER, chunk=2)
    assert shown(composed("Dropout", [passage(text, leans), elsewhere])) == [("paragraph", OTHER)]
    both = composed("Section", [passage(text, TELLS), passage(text, leans)])
    assert shown(both) == [("paragraph", text)]
    assert shown(composed("Dropout", [passage(text, leans)])) == [("paragraph", leans)]


def test_what_speaks_of_the_course_gives_way_where_there_is_enough_else() -> None:
    aside = "In this section we will see how dropout is written in code."
    facts = [
        f"Fact number {word} says how dropout treats {word} layers."
        for word in ["one", "two", "six", "ten", "red"]
    ]
    page = composed("Dropout", [passage(each, each, chunk=n) for n, each in enumerate([aside, *facts])])
    assert aside not in str(shown(page))
    assert aside in str(shown(composed("Dropout", [passage(aside, aside)])))


def test_a_sentence_about_another_topic_is_shown_only_if_it_names_this_one() -> None:
    foreign = "Batch normalization keeps the activations of layers in range."
    page = composed("Dropout", [passage(foreign, foreign, primary=False), passage(TELLS, TELLS, chunk=2)])
    assert shown(page) == [("paragraph", TELLS)]


def test_a_page_stays_short_and_keeps_the_most_telling_in_teaching_order() -> None:
    weak = [f"Weak statement {n} tells {n * 7} things of item {n * 13}." for n in range(60)]
    strong = "Dropout tells most about how networks are regularised here."
    passages = [passage(each, each, chunk=n, confidence=0.6) for n, each in enumerate(weak)]
    page = composed("Dropout", [*passages, passage(strong, strong, chunk=99)])
    lines = [line for _, content in shown(page) for line in content.split("\n")]
    assert strong in lines
    assert len(lines) <= MOST_STATEMENTS + 1


def test_few_statements_make_a_thin_page_and_none_make_no_page() -> None:
    assert composed("Dropout", [passage(TELLS, TELLS)]).thin
    assert composed("Dropout", [passage(TELLS, TELLS)]).coverage == 1 / 8
    assert composed("Dropout", []).pieces == ()


def test_a_page_tells_whether_something_explains_its_topic() -> None:
    named = "Networks with dropout are slow."
    told = "Dropout silences each neuron with a given probability."
    assert composed("Dropout", [passage(told, told)]).explained
    assert not composed("Dropout", [passage(named, named)]).explained


def test_questions_end_the_page() -> None:
    question = "Why does dropout change nothing at test time?"
    page = composed("Dropout", [passage(question, question, kind="question"), passage(TELLS, TELLS, chunk=2)])
    assert shown(page)[1:] == [("heading", "Questions to check yourself"), ("list", question)]


def test_a_label_that_tells_nothing_is_left_out_of_the_quote() -> None:
    text = f"**Motivation**. {TELLS}"
    page = composed("Dropout", [passage(text, text)])
    assert shown(page) == [("paragraph", TELLS)]
    assert page.pieces[1].places[0].quote == TELLS == text[page.pieces[1].places[0].start :]


def test_a_sentence_with_a_formula_stays_even_if_it_points_at_a_picture() -> None:
    formula = r"Dropout keeps a neuron with probability \\(p\\) as shown in the image above on the left."
    facts = [
        f"Fact number {word} says how dropout treats {word} layers." for word in ("a", "b", "c", "d", "e")
    ]
    page = composed("Dropout", [passage(each, each, chunk=n) for n, each in enumerate([formula, *facts])])
    assert "probability $p$" in str(shown(page))


def test_a_definition_whose_formula_cannot_be_shown_has_to_say_enough() -> None:
    broken = "Dropout of a network is defined as follows:"
    assert shown(composed("Dropout", [passage(broken, broken)]))[0][0] != "callout"
    enough = "Dropout of a network is a way of silencing neurons such that:"
    assert shown(composed("Dropout", [passage(enough, enough)]))[0][0] == "callout"


def test_no_page_denies_what_another_place_or_its_next_line_says() -> None:
    assert composed("Dropout", [passage(OTHER, OTHER)], summary=DEFINES).explained
    called = "This silences neurons, which is called dropout."
    assert composed("Dropout", [passage(called, called)]).explained
    assert not composed("Dropout", [passage(OTHER, OTHER)]).explained
