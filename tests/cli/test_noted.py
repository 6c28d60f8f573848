"""What is said of a model's answer beside its name."""

import pytest

from gradient.cli.advice import noted


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        ({}, ""),
        ({"shown": 3, "put_forward": 1}, ""),
        ({"exemplars": [1, 2]}, "; it was shown what people decided of 2 sentences like this one"),
        (
            {"names_refused": [["Loss", "it does not stand in the passage"]]},
            "; not taken: “Loss” (it does not stand in the passage)",
        ),
        ({"dropped": ["it names no passage"]}, "; 1 block of it dropped: it names no passage"),
    ],
)
def test_what_was_shown_besides_and_what_was_not_taken_is_said(seen: dict[str, object], said: str) -> None:
    assert noted(seen) == said
