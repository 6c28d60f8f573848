"""Prerequisites become a graph without circles.

Those that their verdict accepts enter it one after the other: persons first, then outlines, then by
falling confidence, equal ones by natural key. One that would close a circle goes to review instead.
"""

from collections.abc import Iterable

from gradient.acceptance.directions import with_directions
from gradient.acceptance.question import Question, QuestionKey, Settled
from gradient.acceptance.verdict import Band, in_review
from gradient.graph.cycles import circle_text
from gradient.graph.reachability import Reachability


def settle_prerequisites(questions: Iterable[Question], band: Band, margin: float) -> list[Settled]:
    """The status of every prerequisite of a course, by natural key; the accepted ones hold no circle.

    `margin` is how far the logits of two directions have to lie apart for one of them to hold.
    """
    settled = {each.question.key: each for each in with_directions(questions, band, margin)}
    accepted = [each for each in settled.values() if each.status == "accepted"]
    ends = [end for each in accepted for end in (each.question.subject, each.question.object)]
    reachability = Reachability(ends)
    for candidate in sorted(accepted, key=_entrance):
        question = candidate.question
        if reachability.leads(question.object, question.subject):
            settled[question.key] = _circular(candidate, reachability)
        else:
            reachability.add(question.subject, question.object)
    return list(settled.values())


def _entrance(candidate: Settled) -> tuple[int, float, QuestionKey]:
    question = candidate.question
    if question.decided == "accepted":
        return (0, 0.0, question.key)
    if question.imported:
        return (1, 0.0, question.key)
    return (2, -(question.confidence or 0.0), question.key)


def _circular(candidate: Settled, reachability: Reachability[str]) -> Settled:
    question = candidate.question
    way_back = reachability.shortest_path(question.object, question.subject)
    circle = (question.subject, *way_back[:-1])
    return in_review(question, f"It would close the circle {circle_text(circle)}.", circle)
