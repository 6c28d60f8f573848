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
    assert gradient("costs", "--json").json == {"calls": 0, "unpriced": 0, "usd": 0.0, "by_model": []}


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
