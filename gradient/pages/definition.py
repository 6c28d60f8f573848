"""The sentence that says what a topic is."""

from collections.abc import Container, Iterable, Sequence

from gradient.outline.explaining import Explanations
from gradient.pages.choosing import worth
from gradient.pages.statement import LEFT_OUT, Statement


def defining_statement(
    statements: Sequence[Statement],
    names: Iterable[str],
    prerequisites: Iterable[str],
    broken: Container[int] = (),
) -> Statement | None:
    """The statement that says best what the topic is, or None.

    It says what the topic is, or that what it describes has the topic's name. Of several that do, the one
    comes first that the outline took as the topic's summary, then one whose subject is the topic, then the
    most telling. A sentence that says what a prerequisite is belongs on that one's page. One of the orders
    `broken`, whose formula the page cannot show, has to say enough without it.
    """
    told = Explanations(names, prerequisites)
    shown = {one.order: one.text + LEFT_OUT * (one.order in broken) for one in statements}
    facts = [one for one in statements if one.kind == "fact" and not one.leans]
    defining = [one for one in facts if told.defines(shown[one.order])]

    def rank(one: Statement) -> tuple[bool, bool, bool, float, int]:
        return (
            one.aside,
            not one.summary,
            not told.is_subject_of_definition(one.text),
            -worth(one),
            one.order,
        )

    return min(defining, key=rank, default=None)
