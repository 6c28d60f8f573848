"""What the shell completes: slugs from the database, or nothing where there is none to ask."""

from gradient.errors import GradientError


def topics() -> list[str]:
    """The slugs of all topics."""
    return sorted({topic["slug"] for topic in _topics()})


def courses() -> list[str]:
    """The slugs of the courses that have topics."""
    return sorted({topic["course"] for topic in _topics()})


def _topics() -> list[dict[str, str]]:
    from gradient.client import connect

    try:
        with connect() as graph:
            return graph.topics()
    except GradientError:
        return []
