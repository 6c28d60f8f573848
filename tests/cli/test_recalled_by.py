"""`explain tag` says in words by what recall found the candidates of a content."""

from gradient.cli.advice import recalled_by


def outcome(tool: str) -> dict[str, object]:
    return {"stage": "recall", "tool": tool, "outcome": "done", "reason": None, "seen": None}


def test_numbers_of_settings_are_told_apart_from_those_of_today_and_not_listed() -> None:
    today = "fusion 3 30 0.1 100"
    assert recalled_by([outcome(today)], today) == "fusion of all paths, version 3, with today's settings"
    assert (
        recalled_by([outcome("fusion 2 30 0.2")], today)
        == "fusion of all paths, version 2, with other settings than today's"
    )
    assert recalled_by([], today) is None
