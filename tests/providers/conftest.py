"""Model providers on loopback."""

from tests.providers.servers import anthropic_server

__all__ = ["anthropic_server"]
