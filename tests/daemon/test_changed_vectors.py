"""Another embedding model is noticed at the start, in the log and the status, and its vectors take over."""

from pathlib import Path

from tests.daemon.runs import answer, ask, run

OLDER = (
    "UPDATE vectors SET model = 'older', version = '1:256' RETURNING 1",
    "UPDATE serving_spaces SET model = 'older', version = '1:256' RETURNING 1",
    "UPDATE outcomes SET tool = 'older@1:256' WHERE stage = 'embed' RETURNING 1",
)
"""What there is as if another model had embedded it."""
MODELS = "SELECT DISTINCT model FROM vectors"
TOPICS = "SELECT id FROM topics ORDER BY id"
VOICE = "its texts are embedded anew by wordllama"


def test_another_model_is_noticed_at_the_start_and_its_vectors_take_over(
    database_url: str, little_home: Path
) -> None:
    first = run(little_home, "run", "--until-idle")
    assert VOICE not in first.stderr
    topics, models = ask(database_url, TOPICS), ask(database_url, MODELS)
    for query in OLDER:
        ask(database_url, query)
    assert [VOICE in notice for notice in answer(little_home, "status")["notices"]] == [True]

    second = run(little_home, "run", "--until-idle")
    assert f"graphs: {VOICE}" in second.stderr
    assert ask(database_url, MODELS) == models
    assert ask(database_url, TOPICS) == topics
    assert answer(little_home, "status")["notices"] == []
    assert VOICE not in run(little_home, "run", "--until-idle").stderr
