"""The LaTeX of formulas and statements: as MathML, for web pages without network, and as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from axiometrics.escaping import html_text

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Za-z]'*|\S")


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_LETTERS = _pairs(
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε theta θ lambda λ mu μ pi π rho ρ "
    "sigma σ tau τ phi φ omega ω Delta Δ Sigma Σ infty ∞ ell ℓ ldots … dots … cdots ⋯ "
    "emptyset ∅"
)
_FUNCTIONS = {"log", "ln", "exp", "min", "max", "lim", "sin", "cos", "arccos", "tanh", "Pr", "sgn"}
_SIGNS = _pairs(
    "ge ≥ geq ≥ le ≤ leq ≤ ne ≠ neq ≠ in ∈ notin ∉ to → cdot ⋅ times × pm ± mid | vert | "
    "lvert | rvert | Vert ‖ sum ∑ prod ∏ cap ∩ cup ∪ subseteq ⊆ subset ⊂ setminus ∖ lfloor ⌊ "
    "rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟨ rangle ⟩ colon : forall ∀ exists ∃ implies ⇒ "
    "Rightarrow ⇒ iff ⇔ neg ¬ sim ∼ approx ≈ land ∧ lor ∨ wedge ∧ vee ∨ prec ≺ succ ≻ equiv ≡"
)
_WIDE = ("sum", "prod", "max", "min", "lim")
_NAMES = (
    *("mathrm", "operatorname", "text", "textbf", "textrm"),
    *("mathit", "mathsf", "mathbf", "mathcal", "mathbb"),
)
_SPACES = {"\\,": 0.17, "\\;": 0.28, "\\:": 0.22, "\\ ": 0.33, "\\quad": 1.0, "\\qquad": 2.0}
_IGNORED = {"\\!", "\\displaystyle", "\\limits", "\\big", "\\Big", "\\bigl", "\\bigr", "\\Bigl", "\\Bigr"}


class _UnknownError(ValueError):
    """LaTeX that is not read here."""


def mathml(latex: str, *, display: bool = False) -> str:
    r"""Return a formula as MathML, or as code where it uses LaTeX that is not known here.

    >>> mathml(r"\frac{x}{2}")
    '<math><mfrac><mi>x</mi><mn>2</mn></mfrac></math>'
    >>> mathml(r"\unknown x")
    '<code>\\unknown x</code>'
    """
    tag = '<math display="block">' if display else "<math>"
    try:
        reader = _Reader(latex)
        return f"{tag}{reader.row('')}</math>"
    except (_UnknownError, RecursionError):
        return f"<pre>{html_text(latex)}</pre>" if display else f"<code>{html_text(latex)}</code>"


class _Reader:
    """Reads one formula from left to right."""

    def __init__(self, latex: str) -> None:
        self._latex = latex
        self._matches: Iterator[re.Match[str]] = _TOKEN.finditer(latex)
        self._next: re.Match[str] | None = next(self._matches, None)

    def row(self, end: str) -> str:
        """Read up to a closing token."""
        parts: list[str] = []
        while self._peek() != end:
            if self._next is None:
                raise _UnknownError(end)
            part = self._scripted()
            parts += [part] if part else []
        self._take()
        return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>" if end else "".join(parts)

    def _peek(self) -> str:
        return self._next[0] if self._next else ""

    def _take(self) -> str:
        token = self._peek()
        self._next = next(self._matches, None)
        return token

    def _scripted(self) -> str:
        name = self._peek()[1:]
        base, scripts = self._atom(), {}
        while self._peek() and self._peek() in "_^":
            mark = self._take()
            scripts[mark] = self._atom()
        if not scripts:
            return base
        below, above = ("under", "over") if name in _WIDE else ("sub", "sup")
        kind = "m" + (below if "_" in scripts else "") + (above if "^" in scripts else "")
        return f"<{kind}>{base}{scripts.get('_', '')}{scripts.get('^', '')}</{kind}>"

    def _atom(self) -> str:
        token = self._take()
        if token == "{":
            return self.row("}")
        if token.startswith("\\"):
            return self._command(token)
        if token in ("", "}", "&", "_", "^", "#", "$", "%"):
            raise _UnknownError(token)
        tag = "mn" if token[0].isdigit() else "mi" if token[0].isalpha() else "mo"
        sign = {"-": "−", "*": "⋅"}.get(token, token).replace("'", "′")
        return f"<{tag}>{html_text(sign)}</{tag}>"

    def _command(self, token: str) -> str:
        name = token[1:]
        if token in _SPACES:
            return f'<mspace width="{_SPACES[token]}em"/>'
        if token in _IGNORED:
            return ""
        if name in _LETTERS:
            return f"<mi>{_LETTERS[name]}</mi>"
        if name in _FUNCTIONS:
            return f'<mo lspace="0.17em" rspace="0.17em">{name}</mo>'
        if name in _SIGNS or name in ("{", "}", "|", "%", "_", "#", "&"):
            return f"<mo>{html_text(_SIGNS.get(name, name))}</mo>"
        return self._structure(name)

    def _structure(self, name: str) -> str:
        if name in ("frac", "tfrac", "dfrac"):
            return f"<mfrac>{self._atom()}{self._atom()}</mfrac>"
        if name == "binom":
            choose = f'<mfrac linethickness="0">{self._atom()}{self._atom()}</mfrac>'
            return f"<mrow><mo>(</mo>{choose}<mo>)</mo></mrow>"
        if name == "sqrt":
            return self._root()
        if name in _NAMES:
            return f"<mtext>{html_text(self._raw())}</mtext>"
        if name == "begin":
            return self._aligned()
        if name == "left":
            return f"<mrow>{self._fence()}{self.row(chr(92) + 'right')}{self._fence()}</mrow>"
        raise _UnknownError(name)

    def _aligned(self) -> str:
        """Read lines that are aligned at their first ``&``."""
        if self._raw() != "aligned":
            raise _UnknownError("begin")
        rows = [[""]]
        while (token := self._peek()) != "\\end":
            if token == "&":
                self._take()
                rows[-1].append("")
            elif token == "\\\\":
                self._take()
                rows.append([""])
            elif self._next is None:
                raise _UnknownError("begin")
            else:
                rows[-1][-1] += self._scripted()
        self._take()
        self._raw()
        sides = ("right", "left")  # as CSS, which all browsers read
        lines = (
            "".join(
                f'<mtd style="text-align:{side};padding-left:0">{cell}</mtd>'
                for side, cell in zip(sides * len(row), row, strict=False)
            )
            for row in rows
        )
        return f'<mtable displaystyle="true">{"".join(f"<mtr>{line}</mtr>" for line in lines)}</mtable>'

    def _root(self) -> str:
        if self._peek() != "[":
            return f"<msqrt>{self._atom()}</msqrt>"
        self._take()
        degree = self.row("]")
        return f"<mroot>{self._atom()}{degree}</mroot>"

    def _fence(self) -> str:
        token = self._take()
        sign = "" if token == "." else _SIGNS.get(token[1:], token.removeprefix("\\"))
        return f"<mo>{html_text(sign)}</mo>" if sign else ""

    def _raw(self) -> str:
        """Read the text of a group as it stands."""
        opening = self._next
        if opening is None or opening[0] != "{":
            raise _UnknownError("text without braces")
        close = self._latex.find("}", opening.end())
        while self._next is not None and self._next.start() < close:
            self._take()
        self._take()
        return self._latex[opening.end() : close].replace("\\_", "_").replace("\\ ", " ")


_COMMANDS = {
    ";": " ",
    "quad": " ",
    "exists": "for some ",
    "forall": "for all ",
    "ge": "≥ ",
    "neg": "¬",
    ",": " ",
}

_WORDS = {
    r"\neg ": "¬",
    r"\ne ": "≠ ",
    r"\to ": "→ ",
    r"\oplus ": "⊕ ",
    r"\; ": " ",
    r"\, ": " ",
    r"\quad": " ",
    r"\le ": "<= ",
    r"\ge ": ">= ",
}


def plain_latex(latex: str) -> str:
    r"""Write a constraint's statement as plain text.

    >>> plain_latex(r"Q(\{L^{s+t}\}, \ldots)")
    'Q({L^(s+t)}, ...)'
    >>> plain_latex(r"\text{diag}(g) - E_{bb}, a \ne b")
    'diag(g) - E_(bb), a ≠ b'
    >>> plain_latex(r"Q(x \cup y) \iff x \subset y")
    'Q(x ∪ y) ⇔ x ⊂ y'
    """
    latex = re.sub(r"\\(?:text|mathrm|operatorname)\{([^{}]*)\}", r"\1", latex)
    for command, word in _WORDS.items():
        latex = latex.replace(command, word)
    text = re.sub(
        r"([\^_])\{([^{}]+)\}", lambda m: f"{m[1]}({m[2]})" if len(m[2]) > 1 else m[1] + m[2], latex
    )
    text = re.sub(r"\\([lc])dots ?", "... ", text)
    for command, word in _COMMANDS.items():
        text = re.sub(rf"\\{command} ?", word, text)
    text = re.sub(r"\\([A-Za-z]+)", lambda m: _SIGNS.get(m[1], _LETTERS.get(m[1], m[1])), text)
    return re.sub(" +", " ", text.replace("\\", "").replace(" )", ")").replace(" }", "}"))
