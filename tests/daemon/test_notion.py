"""The daemon keeps Notion in step, both ways."""

from pathlib import Path

from tests.daemon.runs import ask, run
from tests.mirror.notion.remote import ROOT, remote

WAITING = "SELECT count(*) FROM review_items WHERE state = 'open'"
DECIDED = "SELECT act, person FROM decisions ORDER BY id"


def test_topics_and_questions_stand_in_notion_and_answers_there_are_decisions(
    worked_url: str, worked_home: Path
) -> None:
    with remote() as notion:
        switched_on = {**notion.variables, "GRADIENT_NOTION_ENABLED": "true"}
        run(worked_home, "notion", "setup", "--parent", ROOT, **switched_on)
        run(worked_home, "run", "--until-idle", **switched_on)
        topics = ask(worked_url, "SELECT title FROM topics WHERE state = 'active'")
        assert sorted(notion.pages("Topic")) == sorted(topics)
        questions = notion.pages("Question")
        assert [len(questions)] == ask(worked_url, WAITING)
        row = next(one for title, one in questions.items() if title.startswith("Is this about"))
        notion.answer(row["id"], "reject")
        run(worked_home, "run", "--until-idle", **switched_on)
        assert ask(worked_url, DECIDED)[0] == ("reject", "Ben")
        told = notion.control("state")["objects"][row["id"]]["properties"]["Answer"]["rich_text"]
        assert told[0]["plain_text"].startswith("Rejected by Ben, ")
