"""LaTeX as GitHub's renderer takes it."""

from __future__ import annotations

import re

__all__ = ["break_formula", "github_math"]

_LONG = 110


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
