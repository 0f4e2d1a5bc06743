"""A proof's certificate as mathematics: one rendering for markdown, plain text and HTML.

A line is text with inline formulas between ``$` `` and `` `$``; a display formula is a line of its own
that starts with ``$$``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["break_formula", "github_math", "math", "proof_lines", "proof_parts"]

_SIGN = {
    "positive": "> 0",
    "nonnegative": r"\ge 0",
    "zero": "= 0",
    "negative": "< 0",
    "nonpositive": r"\le 0",
}
_INLINE = re.compile(r"\$`(.*?)`\$")
_LONG = 110


def proof_parts(proof: Mapping[str, Any]) -> list[str]:
    """Return the proof line by line: tactic, margin, symbols, lemmas, cases, and whatever else is stored.

    >>> proof_parts({"tactic": "identically zero", "margin_latex": "0", "certificate": {}})
    ['Tactic: identically zero.', 'The margin is', '$$0']
    """
    lines = [f"Tactic: {str(proof['tactic']).replace('_', ' ')}."] if proof.get("tactic") else []
    if proof.get("margin_latex"):
        lines += ["The margin is", f"$${proof['margin_latex']}"]
    certificate = dict(proof.get("certificate") or {})
    lines += _generators(certificate.pop("generators", ()))
    lines += _lemmas(certificate.pop("lemmas", ()))
    lines += _branches(certificate.pop("branches", ()))
    rest = {
        name: value for name, value in proof.items() if name not in ("tactic", "margin_latex", "certificate")
    }
    return lines + [f"- {_words(name)}: {_value(value)}" for name, value in {**certificate, **rest}.items()]


def proof_lines(proof: Mapping[str, Any]) -> list[str]:
    """Return the proof as plain text; formulas stay LaTeX."""
    plain = [_INLINE.sub(r"\1", line.replace("$$", "    ", 1)) for line in proof_parts(proof)]
    return [re.sub(r"\\mathrm\{([^{}]*)\}", r"\1", line).replace(r"\_", "_") for line in plain]


def math(text: str) -> str:
    r"""Mark a short formula; leave words as they are.

    >>> math("x1"), math(r"a \ge 1"), math("clusters of one item")
    ('$`x_{1}`$', '$`a \\ge 1`$', 'clusters of one item')
    """
    if re.fullmatch(r"[A-Za-z]\d+", text):
        return f"$`{text[0]}_{{{text[1:]}}}`$"
    if re.fullmatch(r"[A-Za-z]\w+", text) and not re.fullmatch(r"[A-Za-z]_\w", text):
        escaped = text.replace("_", r"\_")
        return rf"$`\mathrm{{{escaped}}}`$"
    bare = re.sub(r"\\[A-Za-z]+|_\{[^}]*\}|\{[^{}]*\}", "", text)
    return text if re.search(r"[A-Za-z]{2,} ", bare + " ") else f"$`{text}`$"


def github_math(latex: str) -> str:
    r"""Rewrite what GitHub's renderer refuses.

    >>> github_math(r"\operatorname{best} n")
    '\\mathrm{best} n'
    """
    return re.sub(r"\\operatorname\*?\{", r"\\mathrm{", latex).replace("\n\n", "\n")


def break_formula(latex: str, width: int = _LONG) -> str:
    """Break a long sum at its outer plus and minus signs into aligned lines."""
    if len(latex) <= width or "\\\\" in latex or "&" in latex:
        return latex
    rows: list[str] = []
    line = ""
    for term in _terms(latex):
        if line and len(line) + len(term) > width:
            rows, line = [*rows, line], ""
        line += term
    rows.append(line)
    if len(rows) == 1:
        return latex
    return "\\begin{aligned}\n&" + " \\\\\n&".join(row.strip() for row in rows) + "\n\\end{aligned}"


def _terms(latex: str) -> list[str]:
    """Split before every plus or minus that is in no bracket."""
    terms, start, depth = [], 0, 0
    for place, char in enumerate(latex):
        depth += (char in "({[") - (char in ")}]")
        if depth == 0 and char in "+-" and latex[place - 1 : place + 2] in (" + ", " - "):
            terms.append(latex[start:place])
            start = place
    return [term for term in [*terms, latex[start:]] if term]


def _generators(generators: Iterable[Mapping[str, Any]]) -> list[str]:
    return [_generator(item) for item in generators]


def _generator(item: Mapping[str, Any]) -> str:
    name, sign = math(str(item.get("name", ""))), str(item.get("sign") or "")
    if sign in _SIGN:
        name = f"{name[:-2]} {_SIGN[sign]}`$" if name.endswith("`$") else f"{name} $`{_SIGN[sign]}`$"
        sign = ""
    return f"- {name}{_more(sign)}{_more(item.get('meaning'))}"


def _lemmas(lemmas: Iterable[Mapping[str, Any]]) -> list[str]:
    return [
        f"- Lemma {item.get('name', '')}: {math(str(item.get('statement', '')))}"
        + (f" (by {_words(str(item['tactic']))})" if item.get("tactic") else "")
        for item in lemmas
    ]


def _branches(branches: Iterable[Mapping[str, Any]]) -> list[str]:
    lines: list[str] = []
    for branch in branches:
        assumed = ", ".join(math(str(item)) for item in branch.get("assumptions") or ())
        lines.append(f"Case {assumed}:" if assumed else "In every case:")
        lines += _fraction(branch)
    return lines


def _fraction(branch: Mapping[str, Any]) -> list[str]:
    top, bottom = str(branch.get("numerator", "")), str(branch.get("denominator") or "1")
    sign = _SIGN.get(str(branch.get("sign")), "")
    if not top:
        return [f"the margin is $`{sign}`$." if sign else "see the lemmas."]
    if len(top) + len(bottom) <= _LONG:
        whole = top if bottom == "1" else rf"\frac{{{top}}}{{{bottom}}}"
        return [f"$${whole} {sign}".rstrip()]
    return ["numerator:", f"$${top}", "denominator:", f"$${bottom}", f"so the margin is $`{sign}`$."]


def _more(text: object) -> str:
    return f": {text}" if text else ""


def _words(text: str) -> str:
    return text.replace("_", " ")


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{_words(str(name))} {_value(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_value(item) for item in value)
    return math(value) if isinstance(value, str) and "\\" in value else str(value)
