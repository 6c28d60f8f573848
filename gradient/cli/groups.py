"""Groups of commands: one that imports each only when it is used, and one with a default among them."""

from collections.abc import Iterator, Mapping, MutableMapping
from functools import partial
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command


class Listed(NamedTuple):
    """A command: the module under `gradient.cli` and the name there, and what it does in a few words."""

    module: str
    name: str
    help: str

    def made(self, called: str) -> Any:
        """The command that it stands for, imported and built."""
        found = getattr(import_module(f"gradient.cli.{self.module}"), self.name)
        if not isinstance(found, typer.Typer):
            single = typer.Typer(add_completion=False, rich_markup_mode=None)
            single.command(called)(found)
            found = single
        command = get_command(found)
        command.name = called
        _in_plain_words(command)
        return command


def _in_plain_words(command: Any) -> None:
    """Let the help name arguments by their metavar alone, without types and ranges of Python."""
    for param in command.params:
        param._get_number_range_help_str = lambda: None  # noqa: SLF001  there is no other way
        if param.param_type_name == "argument":
            param.display_type_rich = lambda ctx: None  # noqa: ARG005  typer's signature
            param.get_usage_pieces = partial(_usage, param)
    for inner in getattr(command, "commands", {}).values():
        _in_plain_words(inner)


def _usage(argument: Any, ctx: Any) -> list[str]:  # noqa: ARG001  typer's signature
    """How an argument stands in the usage line: as it is written, in brackets where it may be left out."""
    name = argument.metavar if argument.required else f"[{argument.metavar}]"
    return [f"{name}..." if argument.nargs != 1 else name]


class Commands(MutableMapping[str, Any]):
    """Commands by name, each made when it is first asked for."""

    def __init__(self, listed: Mapping[str, Listed]) -> None:
        self._listed = listed
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._listed[name].made(name)
        return self._made[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        del self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._listed, **self._made})

    def __len__(self) -> int:
        return len({**self._listed, **self._made})


class ListedGroup(TyperGroup):
    """A group whose commands are imported when they are used, and listed without that in their order."""

    listed: ClassVar[Mapping[str, Listed]] = {}

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = Commands(self.listed)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  typer's signature
        """All names, in the order of the list."""
        return list(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  typer's signature
        """What the help says of the commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, listed.help) for name, listed in self.listed.items()])


class DefaultGroup(TyperGroup):
    """`gradient prereqs TOPIC` is `gradient prereqs show TOPIC`: `show` is meant where none is named."""

    default = "show"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command before words that begin with no other."""
        helps = ctx.help_option_names
        if args and args[0] not in self.commands and args[0] not in helps:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """What the default command takes, then the commands."""
        self.commands[self.default].format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The commands, and what the default one takes first."""
        found = super().shell_complete(ctx, incomplete)
        first = self.commands[self.default].params[0]
        return [*found, *first.shell_complete(ctx, incomplete)]
