"""Without budget, or with a key that is not accepted, the work of a model waits, and all other goes on."""

from pathlib import Path

from tests.daemon.lectures import TREES
from tests.daemon.runs import answer, ask, put, run
from tests.daemon.test_distillation import KEY, access
from tests.providers.servers import running_server, tool


def test_what_waits_ends_a_run_with_one_and_goes_on_once_its_cause_is_gone(
    empty_home: Path, database_url: str
) -> None:
    put(empty_home, "graphs/lectures/1-trees.md", TREES)
    with running_server(tool("anthropic_server.py"), "--key", "sk-another") as strict:
        ended = run(empty_home, "run", "--until-idle", **access(strict), code=1)
        status = answer(empty_home, "status", **access(strict))
    assert [(one["stage"], one["course"]) for one in status["waiting"]] == [("distil", "graphs")]
    assert "the key is not accepted; check anthropic.key" in status["paused"][0]["reason"]
    assert KEY not in f"{status}{ended}"
    assert status["courses"][0]["topics"] > 0

    with running_server(tool("anthropic_server.py")) as server:
        poor = access(server) | {"GRADIENT_BUDGET_DAY_USD": "0"}
        ended = run(empty_home, "run", "--until-idle", **poor, code=1)
        assert "distil of graphs waits: The budget of 0.00 USD" in " ".join(ended.stdout.split())
        status = answer(empty_home, "status", **poor)
        assert "budget of 0.00 USD for a day has no room" in status["waiting"][0]["reason"]
        assert server.requests() == []
        run(empty_home, "run", "--until-idle", **access(server))
        assert len(server.requests()) > 0
        status = answer(empty_home, "status", **access(server))
    assert (status["waiting"], status["stages"]["distil"]["done"] > 0) == ([], True)
    assert ask(database_url, "SELECT DISTINCT ended FROM calls WHERE usd > 0") == ["done"]
