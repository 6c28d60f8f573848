"""The help says what the commands themselves say, without importing them."""

import pytest

from gradient.cli.app import COMMANDS
from gradient.errors import Exit
from tests.cli.conftest import Gradient


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_a_command_what_it_says_of_itself(name: str) -> None:
    command = COMMANDS[name].made(name)
    assert command.get_short_help_str(limit=200) == COMMANDS[name].help
    assert len(COMMANDS[name].help) <= 60


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(gradient: Gradient, name: str) -> None:
    ran = gradient(name, "--help")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert ran.out.startswith(f"Usage: gradient {name} ")
