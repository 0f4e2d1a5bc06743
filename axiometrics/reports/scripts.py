"""How mathematics is written: as LaTeX between ``$` `` and `` `$``, or as plain text for terminals."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol

from axiometrics.reports.expressions import parse
from axiometrics.reports.mathml import LETTERS, SIGNS

__all__ = ["Latex", "Plain", "Script", "plain_latex"]

_SIGNS = {"positive": ">", "nonnegative": "≥", "zero": "=", "negative": "<", "nonpositive": "≤"}
_SIGNS_LATEX = _SIGNS | {"nonnegative": r"\ge", "nonpositive": r"\le"}
_SUMS = {
    "cells": ("Σ_cells", r"\sum_{\text{cells}}"),
    "clusters": ("Σ_clusters", r"\sum_{\text{clusters}}"),
    "categories": ("Σ_categories", r"\sum_{\text{categories}}"),
    "best_in_cluster": ("Σ_clusters max_cells", r"\sum_{\text{clusters}} \max_{\text{cells}}"),
    "best_in_category": ("Σ_categories max_cells", r"\sum_{\text{categories}} \max_{\text{cells}}"),
    "expected": ("E Σ_cells", r"\mathbb{E} \sum_{\text{cells}}"),
    "whole": ("", ""),
}
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_LONG = {"plain": 84, "latex": 160}
_WIDTH = 92


class Script(Protocol):
    """One way to write the mathematics of a proof; ``words`` says what quantities are called."""

    words: Mapping[str, str]

    def math(self, expression: Any) -> str:
        """Write an expression inside a sentence."""

    def signed(self, expression: Any, sign: str, equal: Any = None) -> str:
        """Write an expression, what it equals, and its sign."""

    def reduction(self, name: str) -> str:
        """Write a quantity or reduction of a formula, such as ``cells[n**2/b]``."""

    def display(self, top: Any, bottom: Any) -> list[str]:
        """Write a fraction on lines of its own."""


class Plain:
    """Plain text."""

    def __init__(self, short: Mapping[str, str], words: Mapping[str, str] = MappingProxyType({})) -> None:
        self.short = short
        self.words = words

    def math(self, expression: Any) -> str:
        """Write an expression inside a sentence."""
        return _sum(expression, self._term)

    def signed(self, expression: Any, sign: str, equal: Any = None) -> str:
        """Write an expression, what it equals, and its sign."""
        middle = "" if equal is None else f" = {self.math(equal)}"
        return f"{self.math(expression)}{middle}" + (f" {_SIGNS[sign]} 0" if sign in _SIGNS else "")

    def reduction(self, name: str) -> str:
        """Write a quantity or reduction of a formula."""
        found, at, output = name.partition("@")
        sign, body = _body(found, 0)
        text = f"{sign} {body if isinstance(body, str) else _bracketed(body, self.math)}".strip()
        return f"[{text} in {output}]" if at else text

    def display(self, top: Any, bottom: Any) -> list[str]:
        """Write a fraction on lines of its own."""
        whole, *parts = map(self.math, (top / bottom, top, bottom))
        if bottom == 1 or len(whole) <= _LONG["plain"]:
            return _indented(whole)
        return [*_indented(parts[0]), "divided by", *_indented(parts[1])]

    def _term(self, expression: Any) -> str:
        import sympy

        known = {each: sympy.Symbol(self._name(each.name)) for each in expression.free_symbols}
        text = sympy.sstr(expression.xreplace(known)).replace("binomial(", "C(")
        text = re.sub(r"\*\*(\d+)", lambda match: match[1].translate(_RAISED), text)
        return str(text).replace("**", "^").replace("*", " ").replace("~", "*")

    def _name(self, name: str) -> str:
        if name.startswith("="):
            return self.reduction(name[1:])
        stem, number = _split(self.short.get(name, name))
        return stem + (number.translate(_LOWERED) if number.isdigit() else number and f"_{number}")


class Latex:
    """LaTeX, marked for markdown; a display is a line that starts with ``$$``."""

    def __init__(self, short: Mapping[str, str], words: Mapping[str, str] = MappingProxyType({})) -> None:
        self.short = short
        self.words = words

    def math(self, expression: Any) -> str:
        """Write an expression inside a sentence."""
        return f"$`{self._latex(expression)}`$"

    def signed(self, expression: Any, sign: str, equal: Any = None) -> str:
        """Write an expression, what it equals, and its sign."""
        middle = "" if equal is None else f" = {self._latex(equal)}"
        ending = f" {_SIGNS_LATEX[sign]} 0" if sign in _SIGNS else ""
        return f"$`{self._latex(expression)}{middle}{ending}`$"

    def reduction(self, name: str) -> str:
        """Write a quantity or reduction of a formula."""
        return f"$`{self._reduction(name)}`$"

    def display(self, top: Any, bottom: Any) -> list[str]:
        """Write a fraction on lines of its own."""
        parts = [self._latex(part) for part in (top, bottom)]
        if bottom == 1:
            return [f"$${parts[0]}"]
        if sum(map(len, parts)) <= _LONG["latex"]:
            return [rf"$$\frac{{{parts[0]}}}{{{parts[1]}}}"]
        return [f"$${parts[0]}", "divided by", f"$${parts[1]}"]

    def _reduction(self, name: str) -> str:
        found, at, output = name.partition("@")
        sign, body = _body(found, 1)
        if isinstance(body, str) and " " in body:
            return rf"\text{{{body}}}"
        text = f"{sign} {body if isinstance(body, str) else _bracketed(body, self._latex)}".strip()
        return rf"[{text}]_{{\text{{{output}}}}}" if at else text

    def _latex(self, expression: Any) -> str:
        return _sum(expression, self._term)

    def _term(self, expression: Any) -> str:
        import sympy

        names = {each: self._name(each.name) for each in expression.free_symbols}
        return str(sympy.latex(expression, symbol_names=names, fold_func_brackets=True))

    def _name(self, name: str) -> str:
        if name.startswith("="):
            return self._reduction(name[1:])
        stem, number = _split(self.short.get(name, name))
        index = rf"\text{{{number}}}" if len(number) > 1 and number.isalpha() else number
        return stem + (f"_{{{index}}}" if index else "")


_COMMANDS = {
    ";": " ",
    "quad": " ",
    "exists": "for some ",
    "forall": "for all ",
    "ge": "≥ ",
    "neg": "¬",
    ",": " ",
}
"""What stands for LaTeX's commands in plain text."""


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
    text = re.sub(r"\\([A-Za-z]+)", lambda m: SIGNS.get(m[1], LETTERS.get(m[1], m[1])), text)
    return re.sub(" +", " ", text.replace("\\", "").replace(" )", ")").replace(" }", "}"))


def _sum(expression: Any, write: Any) -> str:
    """Write a sum with its positive terms first."""
    if not expression.is_Add:
        return str(write(expression))
    parts = expression.as_ordered_terms()
    first = [part for part in parts if not part.could_extract_minus_sign()]
    last = [part for part in parts if part.could_extract_minus_sign()]
    if not first or not last:
        return str(write(expression))
    return " - ".join([" + ".join(map(str, map(write, first))), *(str(write(-part)) for part in last)])


def _body(name: str, place: int) -> tuple[str, Any]:
    """Return the sign of a reduction, and what it folds; a quantity has no sign."""
    domain, bracket, body = name.removesuffix("]").partition("[")
    if not bracket:
        return "", domain
    signs = _SUMS.get(domain, (f"Σ_{domain}", rf"\sum_{{\text{{{domain.replace('_', ' ')}}}}}"))
    return signs[place], parse(body, ())


def _bracketed(body: Any, write: Any) -> str:
    text = str(write(body))
    return f"({text})" if body.is_Add else text


def _split(name: str) -> tuple[str, str]:
    """Split a name into its letter and its index, such as ``e1``, ``N_0`` and ``r_L``."""
    found = re.fullmatch(r"([A-Za-z]+)_?(\d+|(?<=_)\w+)", name)
    return (found[1], found[2]) if found else (name, "")


def _indented(text: str) -> list[str]:
    """Break a long sum before its signs only."""
    joined = re.sub(r"(?<![+-]) (?![+-] )", "\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(
        joined, _WIDTH, initial_indent="    ", subsequent_indent="      ", break_long_words=False
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
