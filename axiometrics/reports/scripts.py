"""How the mathematics of a proof is written, in LaTeX and as plain text, and what each of its symbols stands for."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from axiometrics.reports.expressions import parse, per_term, symbol

if TYPE_CHECKING:
    from sympy import Expr

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

    def math(self, expression: Expr) -> str:
        """Write an expression inside a sentence."""

    def signed(self, expression: Expr, sign: str, equal: Expr | None = None) -> str:
        """Write an expression, what it equals, and its sign."""

    def reduction(self, name: str) -> str:
        """Write a quantity or reduction of a formula, such as ``cells[n**2/b]``."""

    def display(self, top: Expr, bottom: Expr) -> list[str]:
        """Write a fraction on lines of its own."""


class Plain:
    """Plain text."""

    def __init__(self, short: Mapping[str, str], words: Mapping[str, str] = MappingProxyType({})) -> None:
        self.short = short
        self.words = words

    def math(self, expression: Expr) -> str:
        """Write an expression inside a sentence."""
        return _sum(expression, self._term)

    def signed(self, expression: Expr, sign: str, equal: Expr | None = None) -> str:
        """Write an expression, what it equals, and its sign."""
        middle = "" if equal is None else f" = {self.math(equal)}"
        return f"{self.math(expression)}{middle}" + (f" {_SIGNS[sign]} 0" if sign in _SIGNS else "")

    def reduction(self, name: str) -> str:
        """Write a quantity or reduction of a formula."""
        found, output = _placed(name)
        sign, body = _body(found, 0)
        text = f"{sign} {body if isinstance(body, str) else _bracketed(body, self.math)}".strip()
        return f"[{text} in {output}]" if output else text

    def display(self, top: Expr, bottom: Expr) -> list[str]:
        """Write a fraction on lines of its own."""
        whole, *parts = map(self.math, (top / bottom, top, bottom))
        if bottom == 1 or len(whole) <= _LONG["plain"]:
            return _indented(whole)
        return [*_indented(parts[0]), "divided by", *_indented(parts[1])]

    def _term(self, expression: Expr) -> str:
        import sympy

        known = {each: sympy.Symbol(self._name(each.name)) for each in expression.free_symbols}
        for call in _calls(expression):
            known[call] = sympy.Symbol(_called(call, self.math, _PLAIN_CALLS).replace("*", "~"))
        text = sympy.sstr(expression.xreplace(known)).replace("binomial(", "C(")
        text = re.sub(r"\*\*(\d+)", lambda match: match[1].translate(_RAISED), text)
        return str(text).replace("**", "^").replace("*", " ").replace("~", "*")

    def _name(self, name: str) -> str:
        if name.startswith("=") or "@" in name:
            return self.reduction(name.removeprefix("="))
        if name == "oo":
            return "∞"
        stem, number = _split(self.short.get(name, name))
        return stem + (number.translate(_LOWERED) if number.isdigit() else number and f"_{number}")


class Latex:
    """LaTeX, marked for markdown; a display is a line that starts with ``$$``."""

    def __init__(self, short: Mapping[str, str], words: Mapping[str, str] = MappingProxyType({})) -> None:
        self.short = short
        self.words = words

    def math(self, expression: Expr) -> str:
        """Write an expression inside a sentence."""
        return f"$`{self._latex(expression)}`$"

    def signed(self, expression: Expr, sign: str, equal: Expr | None = None) -> str:
        """Write an expression, what it equals, and its sign."""
        middle = "" if equal is None else f" = {self._latex(equal)}"
        ending = f" {_SIGNS_LATEX[sign]} 0" if sign in _SIGNS else ""
        return f"$`{self._latex(expression)}{middle}{ending}`$"

    def reduction(self, name: str) -> str:
        """Write a quantity or reduction of a formula."""
        return f"$`{self._reduction(name)}`$"

    def display(self, top: Expr, bottom: Expr) -> list[str]:
        """Write a fraction on lines of its own."""
        parts = [self._latex(part) for part in (top, bottom)]
        if bottom == 1:
            return [f"$${parts[0]}"]
        if sum(map(len, parts)) <= _LONG["latex"]:
            return [rf"$$\frac{{{parts[0]}}}{{{parts[1]}}}"]
        return [f"$${parts[0]}", "divided by", f"$${parts[1]}"]

    def _reduction(self, name: str) -> str:
        found, output = _placed(name)
        sign, body = _body(found, 1)
        if isinstance(body, str) and " " in body:
            return rf"\text{{{body}}}"
        text = f"{sign} {body if isinstance(body, str) else _bracketed(body, self._latex)}".strip()
        return rf"[{text}]_{{\text{{{output}}}}}" if output else text

    def _latex(self, expression: Expr) -> str:
        return _sum(expression, self._term)

    def _term(self, expression: Expr) -> str:
        import sympy

        names = {each: self._name(each.name) for each in expression.free_symbols}
        known = {call: sympy.Symbol(str(call)) for call in _calls(expression)}
        names |= {letter: _called(call, self._latex, _LATEX_CALLS) for call, letter in known.items()}
        return str(sympy.latex(expression.xreplace(known), symbol_names=names, fold_func_brackets=True))

    def _name(self, name: str) -> str:
        if name.startswith("=") or "@" in name:
            return self._reduction(name.removeprefix("="))
        if name == "oo":
            return r"\infty"
        stem, number = _split(self.short.get(name, name))
        index = rf"\text{{{number}}}" if len(number) > 1 and number.isalpha() else number.replace("_", ",")
        return stem + (f"_{{{index}}}" if index else "")


_PLAIN_CALLS = {
    "Larger": "max(%s, %s)",
    "Smaller": "min(%s, %s)",
    "Absolute": "|%s|",
    "Beside": "(%s) (%s) Π_above (1 - (%s))",
    "Ratio": "%s/%s",
    "Otherwise": "(%s, or %s where %s = 0)",
}
_LATEX_CALLS = {
    "Larger": r"\max\left(%s, %s\right)",
    "Smaller": r"\min\left(%s, %s\right)",
    "Absolute": r"\left|%s\right|",
    "Beside": r"\left(%s\right) \left(%s\right) \prod_{\text{above}} \left(1 - \left(%s\right)\right)",
    "Ratio": r"\frac{%s}{%s}",
    "Otherwise": r"\left(%s \text{ or } %s \text{ where } %s = 0\right)",
}
"""How the functions of formulas are written, which certificates hold by their names."""
_CALLED = ("Larger", "Smaller", "Beside", "Ratio", "Guard")
_NO_VALUE = ("NO_VALUE", "UNDEFINED")


def _calls(expression: Expr) -> list[Expr]:
    """Return the functions of formulas in an expression, without those inside others."""
    if expression.is_Function and expression.func.__name__ in _CALLED:
        return [expression]
    return [call for part in expression.args for call in _calls(part)]


def _called(call: Expr, write: Callable[[Expr], str], forms: Mapping[str, str]) -> str:
    """Write a function of formulas as mathematics.

    >>> larger, where = (parse(text, "xy") for text in ("Larger(x - y, y - x)", "Ratio(x, x + y, 0)"))
    >>> Plain({}).math(larger), Plain({}).math(where)
    ('|x - y|', '(x/(x + y), or 0 where x + y = 0)')
    """
    name, (first, second, *other) = call.func.__name__, call.args
    if name == "Larger" and first == -second:
        return forms["Absolute"] % write(second if first.could_extract_minus_sign() else first)
    if name == "Beside":
        return forms[name] % (write(first), write(second), write(second))
    if not other:
        return forms[name] % (write(first), write(second))
    value = write(first)
    if name == "Ratio" and first != 0:
        value = _quotient(first, second, write, forms)
    if str(other[0]) in _NO_VALUE or (first == other[0] and (first == 0 or name == "Guard")):
        return value
    return forms["Otherwise"] % (value, write(other[0]), write(second))


def _quotient(top: Expr, bottom: Expr, write: Callable[[Expr], str], forms: Mapping[str, str]) -> str:
    """Write a quotient without reducing it: where it is 0/0 its convention counts."""
    if "frac" in forms["Ratio"]:
        return forms["Ratio"] % (write(top), write(bottom))
    below = write(bottom) if bottom.is_Atom else f"({write(bottom)})"
    return forms["Ratio"] % (_bracketed(top, write), below)


def _sum(expression: Expr, write: Any) -> str:
    """Write a sum with its positive terms first."""
    if not expression.is_Add:
        return str(write(expression))
    parts = expression.as_ordered_terms()
    first = [part for part in parts if not part.could_extract_minus_sign()]
    last = [part for part in parts if part.could_extract_minus_sign()]
    if not first or not last:
        return str(write(expression))
    return " - ".join([" + ".join(map(str, map(write, first))), *(str(write(-part)) for part in last)])


def _placed(name: str) -> tuple[str, str]:
    """Split a quantity's name from the output in which it is measured, which may measure others inside.

    >>> _placed("ideal_gain[length@head + 2]@worse"), _placed("N")
    (('ideal_gain[length@head + 2]', 'worse'), ('N', ''))
    """
    found = re.fullmatch(r"(.*)@(\w+)", name)
    return (found[1], found[2]) if found else (name, "")


def _body(name: str, place: int) -> tuple[str, Any]:
    """Return the sign of a reduction, and what it folds; a quantity has no sign."""
    domain, bracket, body = name.removesuffix("]").partition("[")
    if not bracket:
        return "", domain
    signs = _SUMS.get(domain, (f"Σ_{domain}", rf"\sum_{{\text{{{domain.replace('_', ' ')}}}}}"))
    return signs[place], parse(body, re.findall(r"\w+@\w+", body))


def reduction_sign(domain: str) -> str:
    """Return how a reduction over a domain is written in plain text."""
    return _body(f"{domain}[1]", 0)[0]


def _bracketed(body: Expr, write: Any) -> str:
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


_EVIDENT = ("sum over cells", "gain of ")
"""Beginnings of meanings that say no more than the definition beside them."""

_REDUCTION = re.compile(r"[a-z]\w*\[[^\]]*\]|\b[A-Z]+\b")


def short_names(certificate: Mapping[str, Any]) -> dict[str, str]:
    """Name the symbols that stand for a reduction S1, S2, ..., and those that are called like a size otherwise.

    A certificate about forms alone has no symbols.

    >>> names = [{"name": name} for name in ("s", "cells[n**2]", "v7")]
    >>> short_names({"generators": names, "measured": {"q0": "s", "q1": "N@worse"}})
    {'cells[n**2]': 'S1', 'v7': 'S2', 's': 's_gap'}
    """
    names = [known["name"] for known in certificate.get("generators", ())]
    sizes = {name for name in certificate.get("measured", {}).values() if "@" not in name}
    long = [name for name in names if "[" in name or re.fullmatch(r"v\d+", name)]
    found = {name: f"S{number}" for number, name in enumerate(long, 1)}
    return found | {name: f"{name}_gap" for name in names if name in sizes}


def least_sizes(certificate: Mapping[str, Any]) -> dict[Any, Any]:
    """Return what each excess over a least size is in terms of the size: n' is n - 2."""
    return {
        symbol(known["name"]): _named(known, _measured(known, certificate["measured"]), "")
        for known in certificate["generators"]
        if _is_size(known)
    }


def meanings(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    """Say of every symbol its sign and what it stands for."""
    lemmas = {lemma["name"]: lemma for lemma in certificate["lemmas"]}
    for known in certificate["generators"]:
        lemma = lemmas.get(known["name"])
        equal, output = _definition(known, certificate, mixed=lemma is not None)
        said = script.signed(symbol(known["name"]), known["sign"], equal)
        if known["meaning"].endswith(f", in {output}"):
            said += f" in {output}"
        yield said + (_reason(lemma) if lemma else _meaning(known, equal, output, script))


def _is_size(known: Mapping[str, str]) -> bool:
    return known["name"].endswith("'")


def _reason(lemma: Mapping[str, str]) -> str:
    return (
        ""
        if lemma["tactic"] == "coefficients"
        else f", by {lemma['tactic']}: {lemma['reason'].replace('*', ' ')}"
    )


def _meaning(known: Mapping[str, str], equal: Expr | None, output: str, script: Script) -> str:
    text = known["meaning"].removesuffix(f", in {output}")
    if _is_size(known) or text.startswith(_EVIDENT):
        return ""
    if equal is None:
        called = any(f"{name}(" in text for name in _CALLED) and not {"[", "@"} & set(text)
        return f": {script.math(parse(text, ())) if called and _is_arithmetic(text) else with_reductions(text, script)}"
    if not (_is_arithmetic(text.partition(" where ")[0]) or _is_arithmetic(text.rpartition(", ")[0])):
        return f": {with_reductions(text, script)}"
    repeated, comma, how = text.rpartition(", ")  # what the symbol is equal to says it already
    names = [name for name in dict.fromkeys(re.findall(r"\b[A-Z]+\b", text)) if name in script.words]
    told = ", ".join(f"{name} is {script.words[name]}" for name in names)
    return (comma + how if _is_arithmetic(repeated) else "") + (told and f": {told}")


_ARITHMETIC = re.compile(
    r"[a-z]\w*\[[^\]]*\](@\w+)?|\b\w+@\w+|\b[A-Za-z]\d*(_\w+)?\b|\bv\d+\b|\d|"
    + "|".join(rf"\b{name}\(" for name in _CALLED)
)


def _is_arithmetic(text: str) -> bool:
    """Whether a text has quantities, numbers and signs alone.

    >>> [_is_arithmetic(text) for text in ("N@worse - cells[c*e]@worse", "|p_1 - q_1|", "the number of items")]
    [True, True, False]
    """
    left = re.sub(_ARITHMETIC, "", text)
    return bool(text) and not re.search(r"\w", left)


def with_reductions(text: str, script: Script) -> str:
    """Write the reductions in a sentence as mathematics, and quantities in words."""

    def written(match: re.Match[str]) -> str:
        known = script.words.get(match[0])
        return known or (script.reduction(match[0]) if "[" in match[0] else match[0])

    return re.sub(r"@(\w+)", r" in \1", _REDUCTION.sub(written, text))


def _definition(known: Mapping[str, str], certificate: Mapping[str, Any], *, mixed: bool) -> tuple[Any, str]:
    """Return what a symbol equals, where that is short, and the output it is measured in, where that is one."""
    measured = _measured(known, certificate["measured"])
    outputs = {name.rpartition("@")[2] for name in measured.values() if "@" in name}
    sizes = [name for name in measured.values() if "@" not in name]
    told = "[" in known["meaning"] or known["name"] in certificate.get("words", {})
    if (told and len(measured) == 1) or (sizes and outputs and not mixed):
        return None, ""
    output = outputs.pop() if len(outputs) == 1 else ""
    return _named(known, measured, f"@{output}"), output


def _measured(known: Mapping[str, str], places: Mapping[str, str]) -> dict[str, str]:
    used = set(re.findall(r"\bq\d+\b", known["definition"]))
    return {place: name for place, name in places.items() if place in used}


def _named(known: Mapping[str, str], measured: Mapping[str, str], output: str) -> Expr:
    """Return a definition over sizes and reductions; these are marked by ``=``, since symbols may have their names."""
    names = {symbol(place): symbol(f"={name.removesuffix(output)}") for place, name in measured.items()}
    return per_term(parse(known["definition"], ()).xreplace(names))
