"""Each path of recall that `gradient eval recall` lists is explained where people look."""

from gradient.recall.fusion import PATHS
from tests.cli.conftest import Gradient
from tests.conftest import CHECKOUT


def test_every_path_has_a_row_in_the_readme() -> None:
    rows = (CHECKOUT / "README.md").read_text(encoding="utf-8").splitlines()
    assert [path for path in PATHS if not any(row.startswith(f"| `{path}` | ") for row in rows)] == []


def test_every_path_is_named_in_the_help(gradient: Gradient) -> None:
    shown = " ".join(gradient("eval", "recall", "--help").out.split())
    assert [path for path in PATHS if f"{path} (" not in shown] == []
