"""Prerequisites that are asked both ways: which direction holds, if one does."""

from collections.abc import Iterable
from dataclasses import replace

from gradient.acceptance.question import Question, QuestionKey, Settled
from gradient.acceptance.verdict import Band, in_review, verdict


def with_directions(questions: Iterable[Question], band: Band, margin: float) -> list[Settled]:
    """The verdict of each prerequisite beside that of its other direction, by natural key.

    A decision or an outline settles a pair. Else the stronger direction is judged by its confidence and
    the weaker one rejected, if their logits lie `margin` or more apart; if not, the stronger one is asked.
    What is below the floor is rejected in any case: most pairs are no prerequisite in either direction.
    """
    by_ends = {(question.subject, question.object): question for question in questions}
    return [_beside(by_ends[ends], by_ends.get((ends[1], ends[0])), band, margin) for ends in sorted(by_ends)]


def _beside(question: Question, other: Question | None, band: Band, margin: float) -> Settled:
    alone = verdict(question, band)
    if question.subject == question.object:
        return Settled(question, "rejected", "A topic is no prerequisite of itself.")
    if question.decided is not None or question.imported or alone.status == "rejected":
        return alone
    if other is None:
        return alone
    if other.gold:
        by = "decided by a person" if other.decided else "stated by the imported outline"
        return Settled(question, "rejected", f"The other direction is {by}.")
    if other.decided == "rejected":
        return alone
    compared = _by_strength(question, other, alone, margin)
    if compared.status != "review":
        return compared
    rival = verdict(other, band).status != "rejected"
    return replace(compared, asked=not rival or _strength(question) < _strength(other))


def _by_strength(question: Question, other: Question, alone: Settled, margin: float) -> Settled:
    """Both directions are undecided, and this one is not below its floor."""
    own, against = question.log_odds, other.log_odds
    if own is None:
        return alone
    if against is None:
        return in_review(question, "The other direction has no confidence.")
    apart = own - against
    if abs(apart) < margin or apart == 0:
        return in_review(question, f"No direction is clear: the log-odds differ by {abs(apart):.2f}.")
    if apart < 0:
        return Settled(question, "rejected", f"The other direction is clearer by {-apart:.2f} in log-odds.")
    return alone


def _strength(question: Question) -> tuple[bool, float, QuestionKey]:
    """Sorts the stronger direction first, one without confidence last, equal ones by natural key."""
    odds = question.log_odds
    return (odds is None, -(odds or 0.0), question.key)
