"""The answers that people have given in mirrors, ready to be decided on."""

import logging
from collections.abc import Sequence

from gradient.mirror.port import Answer, Mirror
from gradient.store import mirrors
from gradient.store.sessions import Connection

logger = logging.getLogger(__name__)


async def answers(connection: Connection, given_in: Sequence[Mirror]) -> list[Answer]:
    """The answers to review items that are open and still ask what was answered, each once.

    Answers to items that are closed or ask something else by now are left out with a notice, and so are
    answers of two mirrors that contradict each other.
    """
    given = [answer for mirror in given_in for answer in await mirror.answers()]
    open_now = await mirrors.open_items(connection, [answer.item_id for answer in given])
    valid = [answer for answer in dict.fromkeys(given) if open_now.get(answer.item_id) == answer.key]
    for answer in given:
        if open_now.get(answer.item_id) != answer.key:
            logger.info(
                "The answer %s to question %d comes too late; it is closed.", answer.answer, answer.item_id
            )
    once = [
        one
        for one in valid
        if all(one.answer == other.answer for other in valid if other.item_id == one.item_id)
    ]
    for item_id in {one.item_id for one in valid} - {one.item_id for one in once}:
        logger.warning("Question %d has contradicting answers; none of them is taken.", item_id)
    return once
