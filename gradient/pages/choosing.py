"""Which statements a page shows: the most telling ones, none twice, none that hangs in the air."""

from collections.abc import Container, Sequence

from gradient.pages.statement import Statement

MOST_STATEMENTS = 30
"""More than these are not shown: a page is read in one sitting."""

MOST_QUESTIONS = 5
"""More questions than these are not shown."""

ALIKE = 0.75
"""From this share of common words (of the words of both, Jaccard) on, two statements say the same."""

ENOUGH = 5
"""With so many other statements, those that speak of the course or of a picture are not shown."""

CONTAINED = 0.9
"""From this share of its words on, a statement is contained in a longer one."""

FEWEST_WORDS = 4
"""What has fewer words is a label, no statement."""

PRIMARY_BONUS = 0.3
NAMING_BONUS = 0.3
LEANING_MALUS = 0.2


def chosen_facts(
    statements: Sequence[Statement], definition: Statement | None, broken: Container[int] = ()
) -> list[Statement]:
    """The facts to show below the definition, in teaching order; at most MOST_STATEMENTS.

    `broken` are the orders of those that announce what the page cannot show; they give way like those that
    speak of the course. A statement that is about another topic in the first place is shown only if it
    names this one; one that points back, only behind what it points at, unless there is nothing else.
    """
    facts = [one for one in statements if one.kind == "fact" and len(one.words) >= FEWEST_WORDS]
    about = [one for one in facts if one.primary or one.names_topic]
    plain = [one for one in about if not one.aside and one.order not in broken]
    ranked = sorted(plain if len(plain) >= ENOUGH else about, key=lambda one: (-worth(one), one.order))
    shown: list[Statement] = [] if definition is None else [definition]
    room = MOST_STATEMENTS + len(shown)
    for one in ranked:
        if len(shown) < room and not any(says_the_same(one, other) for other in shown):
            shown.append(one)
    facts = sorted((one for one in shown if one is not definition), key=lambda one: one.order)
    anchored = _anchored(facts)
    return anchored if anchored or definition is not None else facts


def chosen_questions(statements: Sequence[Statement]) -> list[Statement]:
    """The questions to show, in teaching order; at most MOST_QUESTIONS, none twice."""
    shown: list[Statement] = []
    for one in sorted(statements, key=lambda one: (-worth(one), one.order)):
        if one.kind == "question" and not any(says_the_same(one, other) for other in shown):
            shown.append(one)
    return sorted(shown[:MOST_QUESTIONS], key=lambda one: one.order)


def worth(statement: Statement) -> float:
    """How telling a statement is for its topic: its confidence (0 to 1), more if it is about it."""
    return (
        statement.confidence
        + PRIMARY_BONUS * statement.primary
        + NAMING_BONUS * statement.names_topic
        - LEANING_MALUS * statement.leans
    )


def says_the_same(one: Statement, other: Statement) -> bool:
    """Whether two statements are so alike that a reader would take the second for a repetition."""
    common = len(one.words & other.words)
    fewer = min(len(one.words), len(other.words))
    if common >= ALIKE * len(one.words | other.words):
        return True
    return fewer >= 2 * FEWEST_WORDS and common >= CONTAINED * fewer


def follows(text: str, earlier: Statement, later: Statement) -> bool:
    """Whether in the chunk `text` nothing but marks and blanks stands between two statements."""
    between = text[earlier.place.end : later.place.start]
    return earlier.place.end <= later.place.start and not any(char.isalnum() for char in between)


def _anchored(statements: Sequence[Statement]) -> list[Statement]:
    """The statements without those that point back at a sentence that is not shown."""
    kept: list[Statement] = []
    for one in statements:
        if not one.leans or (kept and _right_before(kept[-1], one)):
            kept.append(one)
    return kept


def _right_before(earlier: Statement, later: Statement) -> bool:
    return earlier.place.chunk_id == later.place.chunk_id and 0 <= later.place.start - earlier.place.end <= 12
