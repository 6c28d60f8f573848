"""Options that many commands share."""

from typing import Annotated

import typer


def known_courses(incomplete: str) -> list[str]:
    """The slugs of courses, for the shell to complete."""
    from gradient.cli.completing import courses

    return [slug for slug in courses() if slug.startswith(incomplete)]


def known_topics(incomplete: str) -> list[str]:
    """The slugs of topics, for the shell to complete."""
    from gradient.cli.completing import topics

    return [slug for slug in topics() if slug.startswith(incomplete)]


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Course = Annotated[
    str | None, typer.Option("--course", "-c", help="Only this course.", autocompletion=known_courses)
]
TopicSlug = Annotated[str, typer.Argument(metavar="TOPIC", autocompletion=known_topics)]
Note = Annotated[str | None, typer.Option("--note", help="What to remember about it.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]
