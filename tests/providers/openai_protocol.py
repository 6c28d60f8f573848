"""The OpenAI protocol as the stricter servers speak it."""

from typing import Any

from tests.providers.loopback import Body, Refusal, need, only, vector_of

MODEL = "small"
KEY = "sk-marked-openai"
DIMENSION = 64
MOST_WORDS = 60
"""The context of the model that embeds."""


def wrong(said: str) -> Body:
    """The body of an error."""
    code = "insufficient_quota" if "quota" in said else None
    return {"error": {"message": said, "type": "invalid_request_error", "param": None, "code": code}}


def protocol(path: str, body: Body, key: str | None) -> Body:
    """The answer to a request."""
    need(key in (None, KEY), f"Incorrect API key provided: {key}.", 401)
    need(body.get("model") == MODEL, f"The model {body.get('model')} does not exist.", 404)
    if path == "/v1/embeddings":
        return embeddings(body)
    raise Refusal(404, "no such path")


def embeddings(body: Body) -> Body:
    only(body, "model", "input", "encoding_format")
    texts = body["input"]
    need(isinstance(texts, list) and 0 < len(texts) <= 2048, "input has to be a list of 1 to 2048 texts")
    need(all(isinstance(text, str) and text for text in texts), "input holds an empty text")
    need(
        all(len(text.split()) <= MOST_WORDS for text in texts),
        f"This model's maximum context length is {MOST_WORDS} tokens.",
    )
    data: list[Any] = [
        {"object": "embedding", "index": at, "embedding": vector_of(text, DIMENSION)}
        for at, text in enumerate(texts)
    ]
    tokens = sum(len(text.split()) for text in texts)
    # In any order: the index tells.
    return {"object": "list", "data": data[::-1], "usage": {"prompt_tokens": tokens, "total_tokens": tokens}}
