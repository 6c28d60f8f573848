"""What the figures of confidences mean, in a line each."""

from collections.abc import Iterable

from gradient.cli.output import paragraph

OF_CONFIDENCES = (
    ("Brier", "the mean squared distance of confidence and answer; 0 is best, 0.25 is what 0.5 for all gets"),
    (
        "skill",
        "the part of Brier that is spared beside one share for all, the base rate; 0 or less is no use",
    ),
    (
        "ECE, calibration error",
        "the mean gap between confidence and share right; it has no interval, but a floor",
    ),
    ("its floor", "what chance alone shows of perfect confidences: an ECE at or below it is no fault"),
    ("AUROC", "how often a right one has the higher confidence than a wrong one; 0.5 is chance, 1 is best"),
)
"""What `gradient calibrate report` and `gradient eval` both print."""

LEGEND = (
    ("n, accepted", "answers, and how many of them say yes; right: the share of yes, by weight"),
    ("groups", "sources of tags, pairs of topics of prerequisites: what is alike, and held out together"),
    *OF_CONFIDENCES,
    ("draws", "questions drawn by lot, which alone can tell how right the rest is"),
    (
        "certified from",
        "the confidence from which on draws that fitted no map certify the precision, – where none",
    ),
)


def show_legend(lines: Iterable[tuple[str, str]]) -> None:
    """A paragraph for each figure."""
    for name, words in lines:
        paragraph(f"{name}: {words}.", first="  ", others="    ")
