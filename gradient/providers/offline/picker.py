"""Picks without a model: the topics that recall found clearly enough."""

from collections.abc import Sequence

from gradient.providers.ports import NO_ERRAND, Errand, OfferedTopic, Picked, PickRequest

MOST_PICKS = 5

LEAST_SCORE = 0.3
"""Below it a candidate is no pick, however few others there are. Set by hand."""

NEAR_BEST = 0.85
"""A further pick that the sentence does not name scores at least this share of the best. Set by hand."""

NAMED = 0.5
"""How strongly a sentence has to name a further pick, 0 to 1; a name within a longer one is weaker."""


class OfflinePicker:
    """Takes the best candidate if it is clear enough, and those that are named or come close to it."""

    name = "offline"
    version = "rules 2"
    free = True

    async def pick(
        self,
        requests: Sequence[PickRequest],
        outline: Sequence[OfferedTopic] = (),  # noqa: ARG002
        errand: Errand = NO_ERRAND,  # noqa: ARG002
    ) -> list[Picked]:
        """The numbers of the picks of each request, best first; none where nothing is clear."""
        return [Picked(chosen(request.offered, likely=request.likely)) for request in requests]


def chosen(offered: Sequence[OfferedTopic], *, likely: bool = False) -> tuple[int, ...]:
    """The numbers, from 1, of at most five topics, by falling score.

    Where scores are `likely`, fitted shares of 1, the best is a pick however many topics share with it: what
    that is worth was fitted as well, and its confidence says so.
    """
    order = sorted(range(len(offered)), key=lambda at: -offered[at].score)
    if not order or (offered[order[0]].score < LEAST_SCORE and not likely):
        return ()
    best = offered[order[0]].score
    clear = [order[0], *(at for at in order[1:] if _is_clear(offered[at], best))]
    return tuple(at + 1 for at in clear[:MOST_PICKS])


def _is_clear(topic: OfferedTopic, best: float) -> bool:
    if topic.score < LEAST_SCORE:
        return False
    return topic.paths.get("name", 0.0) >= NAMED or topic.score >= NEAR_BEST * best
