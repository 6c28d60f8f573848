"""The values that settle reads and writes: a question as it stands, and what follows from it."""

import math
from dataclasses import dataclass
from typing import Literal

Task = Literal["tag", "prerequisite", "proposal", "merge"]
Answer = Literal["accept", "reject", "change", "later", "undo"]
Status = Literal["accepted", "review", "rejected"]

QuestionKey = tuple[str, str, str]

# The log-odds that stand for certainty, as no side of a judgement falls below e^-20.
_CERTAIN = 20.0


@dataclass(frozen=True)
class Question:
    """What is known of one question when its course is settled.

    `subject` and `object` are natural keys: content and topic of a tag; for a prerequisite the topic
    to learn first and the one that needs it. `answer` is that of the newest decision that holds.
    `confidence` (0 to 1) is that of the newest judgement after the map, None where there is none;
    `refused` says why the scorer gave none. `logit` is L_yes − L_no of that judgement, before the map.
    `imported` marks what an imported outline states.
    """

    task: Task
    subject: str
    object: str
    answer: Answer | None = None
    confidence: float | None = None
    refused: str | None = None
    logit: float | None = None
    imported: bool = False

    def __post_init__(self) -> None:
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise ValueError(
                f"the confidence of {self.key} is {self.confidence}, which is not within 0 and 1"
            )

    @property
    def key(self) -> QuestionKey:
        """The natural key: task, subject, object."""
        return (self.task, self.subject, self.object)

    @property
    def decided(self) -> Literal["accepted", "rejected"] | None:
        """What a person made of it: change rejects the question asked, later and undo leave it open."""
        if self.answer == "accept":
            return "accepted"
        return "rejected" if self.answer in ("reject", "change") else None

    @property
    def gold(self) -> bool:
        """Whether it is accepted by a person, or by an outline that no person contradicts."""
        return self.decided == "accepted" or (self.decided is None and self.imported)

    @property
    def log_odds(self) -> float | None:
        """The logit; where only a confidence is stored, that of the confidence."""
        if self.logit is not None or self.confidence is None:
            return self.logit
        if self.confidence in (0, 1):
            return _CERTAIN if self.confidence else -_CERTAIN
        return math.log(self.confidence) - math.log1p(-self.confidence)


@dataclass(frozen=True)
class Settled:
    """The status of a question and the sentence that gives its reason.

    `gold` marks what stands accepted by a person or an outline, not on the model's word. `primary` marks
    the tag that names the primary topic of its content. `circle` holds the topics of the circle that
    the prerequisite would close, its own ends first. `asked` says whether an item of the review queue
    puts this question; in review and not asked is the weaker direction of a pair that is asked once.
    """

    question: Question
    status: Status
    reason: str
    gold: bool = False
    primary: bool = False
    circle: tuple[str, ...] = ()
    asked: bool = False
