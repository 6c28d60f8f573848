"""Groups of commands that also take what they are about without the name of a command."""

from typing import Any

from typer.core import TyperGroup


class OrderedGroup(TyperGroup):
    """A group that lists its commands in the order that a newcomer needs them."""

    order = (
        "init", "run", "ingest", "status", "sources", "changes", "topics", "prereqs", "path", "page",
        "review", "explain", "export", "retry", "refresh", "retire", "forget", "worker", "jobs", "db",
    )  # fmt: skip

    def list_commands(self, ctx: Any) -> list[str]:
        """All commands; those that the order does not name come last."""
        known = [name for name in self.order if name in self.commands]
        return [*known, *(name for name in super().list_commands(ctx) if name not in known)]


class DefaultGroup(TyperGroup):
    """`gradient prereqs TOPIC` is `gradient prereqs show TOPIC`: `show` is meant where none is named."""

    default = "show"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command before words that begin with no other."""
        helps = ctx.help_option_names
        if args and args[0] not in self.commands and args[0] not in helps:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The commands, and what the default one takes first."""
        found = super().shell_complete(ctx, incomplete)
        first = self.commands[self.default].params[0]
        return [*found, *first.shell_complete(ctx, incomplete)]
