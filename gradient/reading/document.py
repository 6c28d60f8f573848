"""The document as readers hand it on; its types stand on the floor that all stages share."""

from gradient.text.document import Block, BlockKind, Document, Heading, Page, Span

__all__ = ["Block", "BlockKind", "Document", "Heading", "Page", "Span"]
