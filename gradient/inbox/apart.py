"""That Gradient never reads what it writes itself."""

from pathlib import Path

from gradient.inbox.names import ignored_folder


def overlap(vault: Path, inbox: Path) -> str | None:
    """How a vault and an inbox lie in each other, as the end of a sentence; None if they lie apart.

    A vault in a folder that no scan looks into, such as a hidden one, lies apart.
    """
    vault, inbox = vault.resolve(), inbox.resolve()
    if vault == inbox:
        return f"is the inbox {inbox} itself"
    if vault.is_relative_to(inbox):
        seen = not any(ignored_folder(part) for part in vault.relative_to(inbox).parts)
        return f"lies in the inbox {inbox}, where it would be read as a course" if seen else None
    return f"holds the inbox {inbox}" if inbox.is_relative_to(vault) else None
