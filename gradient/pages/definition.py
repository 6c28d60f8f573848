"""The sentence that says what a topic is."""

from collections.abc import Iterable, Sequence

from gradient.outline.explaining import Explanations
from gradient.pages.choosing import worth
from gradient.pages.statement import Statement


def defining_statement(
    statements: Sequence[Statement], names: Iterable[str], prerequisites: Iterable[str]
) -> Statement | None:
    """The statement that says best what the topic is, or None.

    It says what the topic is, or that what it describes has the topic's name. Of several that do, the one
    comes first that the outline took as the topic's summary, then one whose subject is the topic, then the
    most telling. A sentence that says what a prerequisite is belongs on that one's page.
    """
    told = Explanations(names, prerequisites)
    defining = [one for one in statements if one.kind == "fact" and not one.leans and told.defines(one.text)]

    def rank(one: Statement) -> tuple[bool, bool, bool, float, int]:
        return (
            one.aside,
            not one.summary,
            not told.is_subject_of_definition(one.text),
            -worth(one),
            one.order,
        )

    return min(defining, key=rank, default=None)
