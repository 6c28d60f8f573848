"""The protocol of Ollama, refused where its server refuses."""

import json
import math

from tests.providers.loopback import Body, Refusal, judged, need, only, picked, vector_of

MODEL = "small:1b"
MOST_WORDS = 60
"""The context of the model that embeds."""


def wrong(said: str) -> Body:
    """The body of an error."""
    return {"error": said}


def protocol(path: str, body: Body, key: str | None) -> Body:
    """The answer to a request."""
    need(key is None, "a key was sent that nobody asked for")
    need(body.get("model") == MODEL, f"model '{body.get('model')}' not found", 404)
    if path == "/api/embed":
        return embed(body)
    if path == "/api/chat":
        return chat(body)
    if path == "/v1/systemone":
        return decide(body)
    raise Refusal(404, "404 page not found")


def chat(body: Body) -> Body:
    allowed = ("model", "messages", "stream", "think", "options", "format", "logprobs", "top_logprobs")
    only(body, *allowed)
    need(body.get("stream") is False, "this server does not stream")
    need(body.get("think") is False, "a model that thinks first answers with something else")
    need(body["options"].get("num_ctx", 0) > 0, "without num_ctx the question is cut off in silence")
    question = "\n".join(one["content"] for one in body["messages"][1:])
    answer: Body = {"model": MODEL, "done": True, "prompt_eval_count": 40, "eval_count": 1}
    if body.get("logprobs"):
        need(0 <= body["top_logprobs"] <= 20, "top_logprobs must be between 0 and 20")
        words = judged(question)
        message = {"role": "assistant", "content": words[0]["token"]}
        places = [{**words[0], "top_logprobs": words}]
        return {**answer, "message": message, "done_reason": "length", "logprobs": places}
    need(isinstance(body.get("format"), dict), "a schema is asked for")
    message = {"role": "assistant", "content": json.dumps(picked(question))}
    return {**answer, "message": message, "done_reason": "stop"}


def decide(body: Body) -> Body:
    only(body, "model", "state", "questions", "keep_alive")
    ((name, question),) = body["questions"].items()
    only(question, "type", "instructions", "criteria")
    need(question["type"] == "noul" and bool(question["instructions"]), "a noul is asked for")
    likely = {one["token"]: math.exp(one["logprob"]) for one in judged(body["state"])}
    answer = {"type": "noul", "noul": likely["Yes"]}
    return {"model": MODEL, "answers": {name: answer}, "usage": {"input_tokens": 40, "output_tokens": 0}}


def embed(body: Body) -> Body:
    only(body, "model", "input", "truncate", "dimensions", "options", "keep_alive")
    texts = body["input"]
    too_long = any(len(text.split()) > MOST_WORDS for text in texts)
    need(not too_long or body.get("truncate", True), "the input length exceeds the context length")
    return {
        "model": MODEL,
        "embeddings": [vector_of(text, body.get("dimensions", 64)) for text in texts],
        "total_duration": 1,
        "prompt_eval_count": sum(len(text.split()) for text in texts),
    }
