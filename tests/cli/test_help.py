"""The help says what the commands themselves say, without importing them."""

import re
from collections.abc import Iterator
from typing import Any

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


@pytest.mark.parametrize("name", COMMANDS)
def test_usage_shows_what_may_be_left_out_and_no_sentence_is_cut(gradient: Gradient, name: str) -> None:
    for words, command in _commands(name, COMMANDS[name].made(name)):
        out = gradient(*words.split(), "--help").out
        usage, _, said = out.partition("\n\n")
        usage = " ".join(usage.split())
        assert not re.search(r"[{}]|\[\[", usage), usage
        assert not re.search(r"\w\.\.\.$", said, re.MULTILINE), said
        for param in command.params:
            if param.param_type_name == "argument":
                assert (f"[{param.metavar}]" in usage) is not param.required, usage


def test_prerequisites_show_what_they_can_be_asked_for_without_a_verb(gradient: Gradient) -> None:
    out = gradient("prereqs", "--help").out
    for word in ("TOPIC", "--direct", "--format", "--course", "--json", "add", "remove"):
        assert f"  {word} " in out or f", {word} " in out, word


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_and_argument_is_explained_in_a_sentence(gradient: Gradient, name: str) -> None:
    for words, command in _commands(name, COMMANDS[name].made(name)):
        for param in command.params:
            said = param.help or ""
            assert re.fullmatch(r"[A-Z].*\.", said), f"{words}: {param.name}"
        out = gradient(*words.split(), "--help").out
        assert not re.search(r"<(str|int|Path|path|list)|x>=", out), out


def _commands(words: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield words, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from _commands(f"{words} {name}", inner)
