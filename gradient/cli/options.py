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


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]
Course = Annotated[
    str | None,
    typer.Option(
        "--course",
        "-c",
        metavar="SLUG",
        help="The course, by the slug that gradient status shows.",
        autocompletion=known_courses,
    ),
]
TopicSlug = Annotated[
    str,
    typer.Argument(
        metavar="TOPIC", help="By its slug, its title or another name.", autocompletion=known_topics
    ),
]
Note = Annotated[
    str | None,
    typer.Option("--note", metavar="TEXT", help="Why; it is kept with the decision."),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]
