import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from gradient.store import embedded_place


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every account of the machine can enter; those of pytest are private."""
    folder = Path(tempfile.mkdtemp(prefix="gradient-ground-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def own_home(public_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home for an embedded database of the test's own; what root keeps elsewhere goes away with it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(public_folder / "state"))
    monkeypatch.setattr(embedded_place, "ROOT_STATE", public_folder / "root-state")
    return public_folder / "home"
