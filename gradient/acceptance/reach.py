"""How many topics the answer to a question touches, over the accepted prerequisites of a course."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from gradient.acceptance.question import Question, Settled
from gradient.graph.closure import closure


@dataclass(frozen=True)
class Reach:
    """For each topic how many others need it in the end (`behind`), and how many it needs (`before`)."""

    behind: Counter[str]
    before: Counter[str]

    def of(self, question: Question) -> int:
        """How many topics an answer touches, at least 1: the one asked about and all that need it.

        A prerequisite joins what its first topic needs to what needs its second one: both sides count.
        """
        topic = question.object or question.subject
        joined = self.before[question.subject] if question.task == "prerequisite" else 0
        return 1 + self.behind[topic] + joined


def reach_of(settled: Iterable[Settled]) -> Reach:
    """The reach of a course's questions, from how they were settled."""
    edges = [
        (one.question.subject, one.question.object)
        for one in settled
        if one.question.task == "prerequisite" and one.status == "accepted"
    ]
    pairs = list(closure(edges))
    return Reach(Counter(first for first, _ in pairs), Counter(then for _, then in pairs))
