"""What the client library of the database says, as the middle of a sentence."""


def reason_of(error: BaseException) -> str:
    """The reason in one line, without the questions that the library asks back on lines of their own."""
    lines = [line for line in str(error).strip().splitlines() if not line.startswith("\t")]
    said = " ".join(lines[-1].split()) if lines else ""
    return said.removeprefix("connection failed: ").rstrip(".") or type(error).__name__
