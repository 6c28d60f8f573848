"""Fields of Word that draw a formula by switches, as text on one line."""

import re

_DRAWN = re.compile(r"\s*EQ\b\s*(?=\S)", re.IGNORECASE)
_INNER = r"((?:[^();,\\]|\([^()\\]*\))*)"
_FRACTION = re.compile(rf"\\f\s*\({_INNER}[;,]{_INNER}\)", re.IGNORECASE)
_ROOT = re.compile(rf"\\r\s*\((?:{_INNER}[;,])?{_INNER}\)", re.IGNORECASE)
_DEEPEST = 20


def drawn(instruction: str) -> str:
    r"""What a field draws: "(a+b)/2" for `EQ \f(a+b;2)`, "" for a field of another kind.

    Switches other than those of fractions and roots stay as they are written.
    """
    found = _DRAWN.match(instruction)
    formula = "" if found is None else instruction[found.end() :].strip()
    for _ in range(_DEEPEST):
        inner = _ROOT.sub(_root, _FRACTION.sub(_fraction, formula))
        if inner == formula:
            break
        formula = inner
    return formula


def _fraction(found: re.Match[str]) -> str:
    return f"{_grouped(found[1])}/{_grouped(found[2])}"


def _root(found: re.Match[str]) -> str:
    degree = (found[1] or "").strip()
    return f"root({degree}, {found[2].strip()})" if degree else f"√({found[2].strip()})"


def _grouped(term: str) -> str:
    term = term.strip()
    return term if re.fullmatch(r"[\w.]+", term) else f"({term})"
