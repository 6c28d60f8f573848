"""What a model is asked about passages, and what its answer means."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from gradient.checked import Checked
from gradient.providers.answers import Asked
from gradient.providers.fence import fenced
from gradient.providers.prompts import Prompt, load

PROMPT: Final[Prompt] = load("gradient.distillation", "distil")

Reason = Literal["organisation", "navigation", "references", "boilerplate"]


@dataclass(frozen=True)
class Passage:
    """A passage with the titles of the headings above it, broadest first."""

    section_path: tuple[str, ...]
    text: str


class Nothing(Checked):
    """One passage that teaches nothing."""

    passage: int
    reason: Reason


class Verdict(Checked):
    """The passages that teach nothing; all others do."""

    nothing_to_learn: list[Nothing]


def question(passages: Sequence[Passage], secret: bytes) -> Asked[Verdict]:
    """Which of these passages teach nothing; `secret` is that of the fences."""
    shown = "\n\n".join(
        fenced(f"passage-{number}", _shown(passage), secret) for number, passage in enumerate(passages, 1)
    )
    violations = partial(_violations, len(passages))
    return Asked(PROMPT.text, shown, Verdict, violations, pieces=len(passages))


def reasons(verdict: Verdict, count: int) -> list[Reason | None]:
    """For each passage why it teaches nothing, or None."""
    by_number = {one.passage: one.reason for one in verdict.nothing_to_learn}
    return [by_number.get(number) for number in range(1, count + 1)]


def _shown(passage: Passage) -> str:
    return "\n\n".join(
        [" > ".join(passage.section_path), passage.text] if passage.section_path else [passage.text]
    )


def _violations(count: int, verdict: Verdict) -> list[str]:
    times = Counter(one.passage for one in verdict.nothing_to_learn)
    return [
        f"passage {number} was not shown; there are passages 1 to {count}."
        if not 1 <= number <= count
        else f"passage {number} is named {often} times."
        for number, often in sorted(times.items())
        if often > 1 or not 1 <= number <= count
    ]
