"""What belongs to a topic and what does not, as pickers, scorers and people are shown it."""

from gradient.outline.scope import MOST_NAMED, Scope, ScopedTopic, scopes

TITLES = ("Gradient", "Gradient descent", "Stochastic gradient descent", "Gradients of a loss", "Gradation")


def course(*parents: int | None) -> list[ScopedTopic]:
    above = dict(enumerate(parents))
    return [ScopedTopic(at, title, f"What {title} is.", above.get(at)) for at, title in enumerate(TITLES)]


def test_what_has_a_narrower_name_does_not_belong_to_the_topic_itself() -> None:
    found = scopes(course())
    assert found[0].narrower == ("Gradient descent", "Gradients of a loss", "Stochastic gradient descent")
    assert found[1].narrower == ("Stochastic gradient descent",)
    assert found[2] == Scope("What Stochastic gradient descent is.")
    assert found[4].narrower == ()


def test_what_stands_below_a_topic_in_the_outline_does_not_belong_to_it_either() -> None:
    assert scopes(course(None, None, None, None, 2))[2].narrower == ("Gradation",)


def test_topics_of_one_name_are_not_narrower_than_one_another() -> None:
    twins = [ScopedTopic(1, "Loss", "", None), ScopedTopic(2, "The losses", "", None)]
    assert [one.narrower for one in scopes(twins).values()] == [(), ()]


def test_both_stand_in_one_text_and_what_is_not_known_stands_nowhere() -> None:
    assert scopes(course())[1].text == (
        "What Gradient descent is.\nNot meant, as it has a topic of its own: Stochastic gradient descent."
    )
    assert Scope("").text == ""


def test_of_many_narrower_topics_the_first_by_name_are_named() -> None:
    many = [ScopedTopic(at, f"Loss {chr(65 + at)}", "", None) for at in range(20)]
    found = scopes([ScopedTopic(99, "Loss", "", None), *many])[99].narrower
    assert found == tuple(one.title for one in many[:MOST_NAMED])
