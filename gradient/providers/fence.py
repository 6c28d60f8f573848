"""Fences around text from outside: whoever wrote the text cannot have written the end of its block."""

import hashlib
import hmac

LENGTH = 16
"""Hexadecimal digits: 64 bits, which no text hits by chance and nobody guesses without the secret."""


def fenced(name: str, text: str, secret: bytes) -> str:
    """The text in a block of this name; equal texts get equal blocks, so that what is sent may be cached."""
    mark = hmac.new(secret, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:LENGTH]
    return f"<{name} {mark}>\n{text}\n</{name} {mark}>"
