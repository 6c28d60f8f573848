"""Formulas in TeX as a reader without TeX would write them."""

import re

_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ",
    "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "sim": "∼",
    "equiv": "≡", "propto": "∝", "times": "×", "cdot": "·", "pm": "±", "in": "∈", "notin": "∉",
    "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩", "to": "→", "rightarrow": "→", "leftarrow": "←",
    "Rightarrow": "⇒", "Leftrightarrow": "⇔", "mapsto": "↦", "infty": "∞", "partial": "∂", "nabla": "∇",
    "sum": "∑", "prod": "∏", "int": "∫", "forall": "∀", "exists": "∃", "ldots": "…", "dots": "…",
    "cdots": "…", "mid": "|", "quad": " ", "qquad": " ", "left": "", "right": "", "max": "max", "min": "min",
    "log": "log", "exp": "exp", "sin": "sin", "cos": "cos", "tan": "tan", "tanh": "tanh", "lim": "lim",
    "argmax": "argmax", "argmin": "argmin", "ln": "ln", "det": "det", "odot": "⊙", "circ": "∘",
}  # fmt: skip
_SIGN = re.compile(rf"\\({'|'.join(sorted(_SIGNS, key=len, reverse=True))})(?![A-Za-z])")
_STYLE = re.compile(
    r"\\(?:text|mathbf|mathrm|mathit|mathcal|mathbb|operatorname|bf|hat|bar|vec)\s*\{([^{}]*)\}"
)
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_ROOT = re.compile(r"\\sqrt\s*\{([^{}]*)\}")
_SHORT_SCRIPT = re.compile(r"([_^])\{(\w|\w\w)\}")
_SIMPLE = re.compile(r"\w+")


def readable_formulas(text: str) -> str:
    """`text` with the commands of TeX in it turned into signs; what is not known stays as it is."""
    if "\\" not in text and "{" not in text:
        return text
    for _ in range(3):
        text = _STYLE.sub(r"\1", text)
        text = _FRACTION.sub(lambda match: f"{_grouped(match[1])}/{_grouped(match[2])}", text)
        text = _ROOT.sub(r"√(\1)", text)
    text = _SIGN.sub(lambda match: _SIGNS[match[1]], text)
    return _SHORT_SCRIPT.sub(r"\1\2", text)


def _grouped(part: str) -> str:
    part = part.strip()
    return part if _SIMPLE.fullmatch(part) or _SIGN.fullmatch(part) else f"({part})"
