"""What follows for a question from its own decision and confidence, before its neighbours have a say."""

from dataclasses import dataclass

from gradient.acceptance.question import Question, Settled

OUTLINE_DOUBTS = {
    "merge": "Their names are alike, and only a person can say whether they mean one thing.",
    "proposal": "Passages name it, and the outline of the course does not.",
}
"""Why a question about the outline itself is put."""


@dataclass(frozen=True)
class Band:
    """Accepted at or above `accept`, rejected below `floor`, both 0 to 1.

    `basis` is what `accept` stands on, as the end of a sentence.
    """

    accept: float
    floor: float
    basis: str = ""


def verdict(question: Question, band: Band | None) -> Settled:
    """The status of the question alone; without a band nothing is accepted on the model's word."""
    if question.decided is not None:
        word = "Accepted" if question.decided == "accepted" else "Rejected"
        return Settled(question, question.decided, f"{word} by a person.", gold=question.gold)
    if question.imported:
        return Settled(question, "accepted", "Stated by the imported outline.", gold=True)
    if band is None:
        return in_review(question, OUTLINE_DOUBTS.get(question.task, "Only a person can say."))
    if question.confidence is None:
        return in_review(question, f"No confidence: {question.refused or 'it was not judged yet'}.")
    return _by_confidence(question, question.confidence, band)


def in_review(question: Question, reason: str, circle: tuple[str, ...] = ()) -> Settled:
    """The question as one to put to a person."""
    return Settled(question, "review", reason, circle=circle, asked=True)


def _by_confidence(question: Question, confidence: float, band: Band) -> Settled:
    if confidence >= band.accept:
        reason = f"Confidence {confidence:.3f} reaches the threshold {band.accept:.3f}{band.basis}."
        return Settled(question, "accepted", reason)
    if confidence < band.floor:
        reason = f"Confidence {confidence:.3f} is below the floor {band.floor:.3f}."
        return Settled(question, "rejected", reason)
    between = f"between the floor {band.floor:.3f} and the threshold {band.accept:.3f}{band.basis}"
    return in_review(question, f"Confidence {confidence:.3f} is {between}.")
