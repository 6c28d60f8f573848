"""Groups of commands that also take what they are about without the name of a command."""

from typing import Any

from typer.core import TyperGroup


class DefaultGroup(TyperGroup):
    """`gradient prereqs TOPIC` is `gradient prereqs show TOPIC`: `show` is meant where none is named."""

    default = "show"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command before words that begin with no other."""
        helps = ctx.help_option_names
        if args and args[0] not in self.commands and args[0] not in helps:
            args = [self.default, *args]
        return super().parse_args(ctx, args)
