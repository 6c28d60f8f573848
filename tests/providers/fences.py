"""What of a question stands outside the marks of text from strangers."""

import re

_BLOCK = re.compile(r"<(?P<name>[\w-]+) (?P<mark>[0-9a-f]{16})>\n.*?\n</(?P=name) (?P=mark)>", re.DOTALL)


def outside(question: str) -> str:
    """The question without its marked blocks; nobody but the installation can write such marks."""
    return _BLOCK.sub("", question)
