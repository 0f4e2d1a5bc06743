"""The expressions of a certificate, read from its texts, whose names may hold any characters; and LaTeX as MathML."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpq

from axiometrics.errors import InputError
from axiometrics.escaping import html_text
from axiometrics.formulas.arithmetics.polynomials import factored, few_variables, space_of

if TYPE_CHECKING:
    import sympy
    from sympy import Expr

MOST_FACTORED = 100
"""Terms of a polynomial up to which it is factored: more take long and gain little."""


def symbol(name: str) -> Expr:
    """Return the symbol of a generator; the unit of information is written as log 2."""
    import sympy

    return sympy.log(2) if name == "l" else sympy.Symbol(name)


def parse(text: str, names: Iterable[str]) -> Expr:
    """Read arithmetic on the given names.

    >>> parse("2*x' + cells[n**2]/3", ["x'", "cells[n**2]"])
    cells[n**2]/3 + 2*x'
    """
    ordered = sorted(set(names), key=len, reverse=True)
    places = {name: f"place{number}" for number, name in enumerate(ordered)}
    pattern = "|".join(rf"(?<!\w){re.escape(name)}(?![\w'\[])" for name in ordered) or "(?!)"
    plain = re.sub(pattern, lambda match: places[match[0]], text)
    back = {place: name for name, place in places.items()}
    try:
        return _read(ast.parse(plain, mode="eval").body, back)
    except SyntaxError as error:
        raise InputError(f"{text!r} is no arithmetic on {', '.join(ordered)}") from error


def _read(node: ast.expr, names: Mapping[str, str]) -> Expr:
    import sympy

    match node:
        case ast.Constant(value=int() as number):
            return sympy.Integer(number)
        case ast.Name(id=name):
            return symbol(names.get(name, name))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_read(inner, names)
        case ast.BinOp(left=left, op=sign, right=right):
            return _combined(sign, _read(left, names), _read(right, names))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _called(name, [_read(each, names) for each in arguments])
    raise InputError(
        f"{ast.unparse(node)!r} is no arithmetic; a certificate has sums, products and functions"
    )


def _combined(sign: ast.operator, left: Expr, right: Expr) -> Expr:
    match sign:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case ast.Pow():
            return left**right
    raise InputError(f"{type(sign).__name__} is no arithmetic of certificates")


def _called(name: str, arguments: Sequence[Any]) -> Expr:
    import sympy

    if name == "LogBinomial":
        return sympy.log(sympy.binomial(*arguments))
    known = {"log": sympy.log, "sqrt": sympy.sqrt, "tanh": sympy.tanh, "Power": sympy.Pow}
    if name == "InverseLog":
        return sympy.log(2) / sympy.log(arguments[0])
    return known.get(name, sympy.Function(name))(*arguments)


def valued(text: str) -> str:
    """Write an exact number as a decimal, with the exact one beside it where they are not the same to see.

    >>> valued("3/4"), valued("1/3"), valued("-2"), valued("log(3) - 2*log(2)")
    ('0.75 (3/4)', '≈ 0.33333 (1/3)', '-2', '≈ -0.28768 (log(3) - 2*log(2))')
    """
    if " and " in text:
        return " and ".join(map(valued, text.split(" and ")))
    if re.fullmatch(r"-?\d+/\d+", text):
        exact = Fraction(text)
    elif re.search("log|sqrt", text):
        return f"≈ {float(parse(text, ())):.5g} ({text})"
    else:
        return text
    shown = f"{float(exact):.5g}"
    return f"{shown} ({text})" if Fraction(shown) == exact else f"≈ {shown} ({text})"


def fraction(branch: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return numerator and denominator of a branch's margin, factored where no factor has terms of both signs."""
    top, bottom = (_product(branch[part], branch["generators"]) for part in ("numerator", "denominator"))
    return _factored(top), _factored(bottom)


def per_term(expression: Expr) -> Expr:
    """Factor the terms of a sum one by one."""
    import sympy

    return sympy.Add(*map(sympy.factor, sympy.Add.make_args(expression)))


def terms(factors: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[tuple[Any, set[str]]]:
    """Return the terms of a polynomial that is written as a whole, each with the names it uses; else nothing."""
    if len(factors) != 1 or factors[0]["times"] != 1:
        return []
    return [
        (_term(value, powers, names), {name for name, power in zip(names, powers, strict=True) if power})
        for value, powers in factors[0]["terms"]
    ]


def _product(factors: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Expr:
    import sympy

    sums = (
        sympy.Add(*(_term(value, powers, names) for value, powers in factor["terms"])) ** factor["times"]
        for factor in factors
    )
    return sympy.Mul(*sums)


def _term(value: str, powers: Sequence[int], names: Sequence[str]) -> Expr:
    import sympy

    parts = (symbol(name) ** power for name, power in zip(names, powers, strict=True) if power)
    return sympy.Mul(sympy.Rational(value), *parts)


def _factored(expression: Expr) -> Expr:
    import sympy

    if not expression.is_Add or len(expression.args) > MOST_FACTORED:
        return expression
    found = _product_of_factors(sympy.Poly(expression))
    if found is None:
        return expression
    sums = [part.base if part.is_Pow else part for part in sympy.Mul.make_args(found)]
    mixed = any(
        len({term.could_extract_minus_sign() for term in sympy.Add.make_args(part)}) > 1 for part in sums
    )
    return expression if mixed else found


def _product_of_factors(whole: sympy.Poly) -> Expr | None:
    """Return a polynomial as a product, None for one in many variables, whose factors can take for ever to find."""
    import sympy

    coefficients = {powers: value for powers, value in whole.terms() if value.is_Rational}
    if len(coefficients) < len(whole.terms()):
        return None
    space = space_of(whole.gens)
    with few_variables():
        found = factored(
            space.of({powers: fmpq(int(value.p), int(value.q)) for powers, value in coefficients.items()})
        )
    if found is None:
        return None
    constant, factors = found
    parts = [space.expression(factor) ** times for factor, times in factors]
    scale = sympy.Rational(int(constant.p), int(constant.q))
    return sympy.Mul(scale, *parts, evaluate=scale == 1 or len(parts) > 1)  # else a sum is multiplied out


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
    "mathrm", "operatorname", "text", "mathit", "mathsf", "mathbf", "textbf", "textrm", "mathcal", "mathbb",
)  # fmt: skip
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
    ";": " ", "quad": " ", "exists": "for some ", "forall": "for all ", "ge": "≥ ", "neg": "¬", ",": " ",
}  # fmt: skip
_WORDS = {
    r"\neg ": "¬", r"\ne ": "≠ ", r"\to ": "→ ", r"\oplus ": "⊕ ", r"\; ": " ", r"\, ": " ", r"\quad": " ",
    r"\le ": "<= ", r"\ge ": ">= ",
}  # fmt: skip


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
