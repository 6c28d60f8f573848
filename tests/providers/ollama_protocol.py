"""The protocol of Ollama, refused where its server refuses."""

from tests.providers.loopback import Body, Refusal, need, only, vector_of

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
    raise Refusal(404, "404 page not found")


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
