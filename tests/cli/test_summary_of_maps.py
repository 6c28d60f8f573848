"""The end of a run says what another map did."""

from datetime import UTC, datetime

import pytest

from gradient.cli import summary

AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def test_the_end_of_a_run_names_what_a_map_did(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summary, "show_courses", lambda found: None)
    did = "A map fitted to 55 decisions: 41 prerequisites accepted became review."
    changed = [
        {"course": "vision", "kind": "notice", "what": did, "cause": "", "at": AT},
        {"course": "vision", "kind": "page", "what": "One page was written.", "cause": "", "at": AT},
    ]

    summary._show({"courses": [{"questions": 0}], "failures": [], "paused": [], "held": []}, changed, AT)

    shown = capsys.readouterr()
    assert did in " ".join(shown.out.split())
    assert "Changed in this run: pages." in shown.err
