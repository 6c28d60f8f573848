"""Figures of the contract that no small course reaches, and those that settings have."""

from gradient.acceptance.thresholds import Thresholds
from gradient.recall import fitting
from gradient.settings import Settings
from gradient.store import vector_indexes


def test_what_no_small_course_reaches() -> None:
    assert fitting.LEAST_GOLD == 200
    assert vector_indexes.LEAST == 20_000
    assert vector_indexes.SAMPLED == 100
    assert vector_indexes.GOOD == 0.95


def test_what_settings_have_where_nobody_set_them() -> None:
    settings = Settings()
    assert settings.inbox.settle_seconds == 5
    assert (settings.recall.k, settings.recall.gold_trust, settings.recall.silver_trust) == (30, 1.0, 0.6)
    assert (settings.review.open_max, settings.review.audit_share, settings.review.draw_share) == (
        50,
        0.05,
        0.05,
    )
    assert (
        Thresholds() == Thresholds(**settings.thresholds.model_dump()) == Thresholds(0.5, 0.1, 0.6, 0.3, 1.0)
    )
