"""A new version of what costs makes units stale: that is shown, and nothing is done until it is asked for."""

from pathlib import Path

import pytest

from tests.daemon.runs import answer, ask, run

NEWER = Path(__file__).with_name("newer.py")


@pytest.mark.parametrize("costs", ["tags", "prerequisites"])
def test_a_new_version_of_what_costs_waits_to_be_asked_for(
    costs: str, database_url: str, little_home: Path
) -> None:
    log = "SELECT count(*) FROM outcome_log WHERE stage = %(stage)s"
    run(little_home, "run", "--until-idle", launcher=NEWER, COSTS=costs, VERSION="1")
    units = int(ask(database_url, "SELECT count(*) FROM outcomes WHERE stage = %(stage)s", stage=costs)[0])
    done = ask(database_url, log, stage=costs)

    newer = {"launcher": NEWER, "COSTS": costs, "VERSION": "2"}
    run(little_home, "run", "--until-idle", **newer)
    assert ask(database_url, log, stage=costs) == done
    assert answer(little_home, "status", **newer)["stages"][costs]["stale"] == units > 0
    plan = answer(little_home, "refresh", "--plan", **newer)
    assert [(one["stage"], one["stale"]) for one in plan["stages"]] == [(costs, units)]
    assert plan["stages"][0]["could_flip"] > 0
    run(little_home, "run", "--until-idle", **newer)
    assert ask(database_url, log, stage=costs) == done

    run(little_home, "refresh", **newer)
    run(little_home, "run", "--until-idle", **newer)
    assert ask(database_url, log, stage=costs)[0] >= done[0] + units
    assert answer(little_home, "status", **newer)["stages"][costs]["stale"] == 0
