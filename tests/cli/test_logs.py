import json
import logging

import pytest

from gradient.cli.logs import logging_to

logger = logging.getLogger("gradient.test")


@pytest.mark.parametrize(
    ("level", "said"), [("info", ["told", "warning: warned"]), ("warning", ["warning: warned"])]
)
def test_text_names_the_level_where_it_matters(level: str, said: list[str]) -> None:
    lines: list[str] = []
    with logging_to(lines.append, level, "text"):
        logger.debug("whispered")
        logger.info("told")
        logger.warning("warned")
    assert [line.partition("  ")[2] for line in lines] == said


def test_json_is_one_object_a_line() -> None:
    lines: list[str] = []
    with logging_to(lines.append, "info", "json"):
        logger.warning("two\nlines of %s", "text")
    (line,) = lines
    assert "\n" not in line
    assert (
        json.loads(line).items()
        >= {
            "level": "warning",
            "logger": "gradient.test",
            "message": "two\nlines of text",
        }.items()
    )


def test_libraries_are_quiet_unless_everything_is_asked_for() -> None:
    lines: list[str] = []
    with logging_to(lines.append, "info", "text"):
        logging.getLogger("apscheduler.scheduler").info("Added job")
        logging.getLogger("httpx").info("HTTP Request: POST http://127.0.0.1/v1/embeddings")
    assert lines == []


def test_the_log_is_left_as_it_was() -> None:
    root = logging.getLogger()
    before = (root.level, list(root.handlers))
    with logging_to(print, "debug", "text"):
        pass
    assert (root.level, list(root.handlers)) == before
