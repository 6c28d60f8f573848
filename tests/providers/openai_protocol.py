"""The OpenAI protocol as the stricter servers speak it."""

import json
from typing import Any

from tests.providers.loopback import Body, Refusal, judged, need, only, picked, vector_of

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
    if path == "/v1/chat/completions":
        return chat(body)
    raise Refusal(404, "no such path")


def chat(body: Body) -> Body:
    allowed = (
        "model",
        "messages",
        "max_tokens",
        "temperature",
        "response_format",
        "logprobs",
        "top_logprobs",
    )
    only(body, *allowed)
    roles = [one["role"] for one in body["messages"]]
    need(roles[0] == "system" and roles[-1] == "user", "messages have to end with one of the user")
    question = "\n".join(one["content"] for one in body["messages"][1:])
    places, text = None, json.dumps(picked(question))
    if body.get("logprobs"):
        need(0 <= body["top_logprobs"] <= 20, "top_logprobs has to be 0 to 20")
        words = judged(question)
        places = {"content": [{**words[0], "bytes": [], "top_logprobs": words}]}
        text = words[0]["token"]
    else:
        form = body["response_format"]
        need(form["type"] == "json_schema" and form["json_schema"]["strict"], "a strict schema is asked for")
        need(form["json_schema"]["schema"]["additionalProperties"] is False, "additionalProperties: false")
        for one in (form["json_schema"]["schema"], *form["json_schema"]["schema"].get("$defs", {}).values()):
            need(sorted(one["properties"]) == sorted(one["required"]), "every key has to be required")
    message = {"role": "assistant", "content": text, "refusal": None}
    finish = "length" if places else "stop"
    return {
        "id": "chatcmpl-1",
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": places}],
        "usage": {"prompt_tokens": 40, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 8}},
    }


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
