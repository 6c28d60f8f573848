"""`gradient costs`: the ledger in sum."""

from tests.cli.conftest import Gradient, Taught


def called(taught: Taught, role: str, usd: float | None) -> None:
    taught.rows.one(
        "INSERT INTO calls (role, provider, model, course_id, input_tokens, output_tokens, usd, seconds,"
        " ended, at) VALUES (%s, 'anthropic', 'small', %s, 100, 10, %s, 1.5, 'done', now())",
        role,
        taught.rows.id,
        usd,
    )


def test_without_calls_nothing_was_spent(gradient: Gradient, taught: Taught) -> None:
    assert gradient("costs").out == "No model was called: the offline methods did everything, at no cost.\n"
    assert gradient("costs", "--json").json == {
        "calls": 0, "unpriced": 0, "usd": 0.0, "by_model": [], "by_day": [], "budgets": [], "waiting": [],
    }  # fmt: skip


def test_calls_are_counted_by_course_role_and_model(gradient: Gradient, taught: Taught) -> None:
    called(taught, "pick", 0.25)
    called(taught, "pick", 0.5)
    called(taught, "write", None)
    found = gradient("costs", "--json").json
    assert (found["calls"], found["usd"], found["unpriced"]) == (3, 0.75, 1)
    pick, write = found["by_model"]
    assert (pick["course"], pick["role"], pick["model"]) == ("vision", "pick", "anthropic:small")
    assert (pick["calls"], pick["input_tokens"], pick["output_tokens"], pick["seconds"]) == (2, 200, 20, 3.0)
    assert write["unpriced"] == 1
    out = gradient("costs", "--course", "vision").out
    assert "0.7500" in out
    assert out.splitlines()[2].endswith("unknown")
    assert out.endswith("3 calls, 0.7500 USD, and 1 call of unknown price.\n")


def test_calls_are_counted_by_day_and_budgets_are_shown_with_what_is_spent(
    gradient: Gradient, taught: Taught
) -> None:
    called(taught, "pick", 0.25)
    called(taught, "pick", 0.5)
    taught.rows.one("UPDATE calls SET at = '2026-03-01 23:59:59+00' WHERE usd = 0.5")
    taught.rows.one("UPDATE budget SET day_usd = 2")
    taught.rows.one("UPDATE courses SET settings = '{\"budget\": 5}'")
    found = gradient("costs", "--json").json
    assert [(one["day"], one["usd"]) for one in found["by_day"]][1:] == [("2026-03-01", 0.5)]
    assert found["budgets"] == [
        {"course": None, "usd": 2.0, "spent": 0.25},
        {"course": "vision", "usd": 5.0, "spent": 0.75},
    ]
    taught.rows.one(
        "INSERT INTO holds VALUES (%s, 'tags', 'No room in the budget.', now(), now())", taught.rows.id
    )
    assert gradient("costs").out.endswith("! tags of vision waits: No room in the budget.\n")
    assert "Budget of all courses today (UTC): 0.2500 of 2.00 USD" in gradient("costs").out
    assert "Budget of vision: 0.7500 of 5.00 USD" in gradient("status").out


def test_a_paused_role_is_told_of_with_its_reason_wherever_one_looks(
    gradient: Gradient, taught: Taught
) -> None:
    taught.rows.one(
        "INSERT INTO pauses VALUES ('pick', 'The key is not accepted; check it.', now(), 0, now() + '1 hour')"
    )
    said = "The role pick is paused since"
    for command in ("status", "sources", "doctor"):
        out = " ".join(gradient(command).out.split())
        assert said in out, command
        assert "The key is not accepted; check it. It is tried again at" in out
    assert "What waits for a role" in gradient("retry").out
    assert taught.rows.one("SELECT until <= now() FROM pauses")


def test_calls_that_failed_were_cut_off_or_refused_are_counted_as_such(
    gradient: Gradient, taught: Taught
) -> None:
    for ended in ("failed", "failed", "cut off", "refused"):
        called(taught, "pick", 0.25)
        taught.rows.one("UPDATE calls SET ended = %s WHERE id = (SELECT max(id) FROM calls)", ended)
    (pick,) = gradient("costs", "--json").json["by_model"]
    assert (pick["calls"], pick["failed"], pick["cut_off"], pick["refused"]) == (4, 2, 1, 1)
