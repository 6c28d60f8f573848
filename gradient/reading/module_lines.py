"""Statements with which MDX imports and exports, told from sentences that begin with the same words."""

import re

_IMPORT = (
    r"import\s+(?:(?:type\s+)?[\w*{$][^;.\"']*?\sfrom\s+)?[\"'][^\"'\n]+[\"']"
    r"(?:\s+(?:with|assert)\s*\{[^}]*\})?[ \t]*;?[ \t]*(?://[^\n]*)?(?:\n\s*|\Z)"
)
_EXPORT = (
    r"export\s+(?:default\s+(?:(?:async|function|class)\b(?=(?s:.)*\{)|[(\[{<`\"']"
    r"|[\w.$]+[ \t]*(?:;|\(|=>|\Z|\n(?=import\b|export\b)))"
    r"|(?:const|let|var)\s+(?:[\w$]+\s*[=:]|[{\[])"
    r"|(?:async\s+)?function\b[\s*]*[\w$]+\s*[(<](?=(?s:.)*\{)"
    r"|class\s+[\w$]+\s*(?:extends\s+[\w.$]+\s*)?\{|(?:type|interface|enum)\s+[\w$]+(?:<[^>\n]*>)?\s*[={]"
    r"|\*\s+(?:as\s+\w+\s+)?from\s+[\"']|\{[^}]*\}\s*(?:from\s*[\"']|;|\Z|\n))"
)
_MODULE = re.compile(rf"\s*(?:(?:{_IMPORT})+(?:\Z|{_EXPORT})|{_EXPORT})")


def is_module(source: str) -> bool:
    """Whether a paragraph is statements of a module: imports to its end, or an export after them."""
    return _MODULE.match(source) is not None
