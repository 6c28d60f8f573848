from gradient.client import connect

__all__ = ["connect"]
