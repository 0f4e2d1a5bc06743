"""Formulas as JavaScript, for pages that compute: the author's graph, step by step, over the page's arithmetic."""

from __future__ import annotations

import json
from collections.abc import Iterator

from axiometrics.formulas.graph import Node, StepError, text

__all__ = ["formula_javascript"]

_OPERATIONS = frozenset(
    {
        *("sum", "product", "quotient", "power", "root", "ratio", "guard", "maximum", "minimum"),
        *("log", "tanh", "log_binomial", "inverse_log2"),
    }
)
_LEAVES = {"undefined": "A.NOTHING", "infinite": "A.INFINITE"}


def formula_javascript(graph: Node) -> str:
    """Return a function of an arithmetic ``A``, which has a function of every kind of step, of an output and letters.

    An output has ``quantities`` by name; ``A.reduced`` folds bodies, functions of a row, over its rows of a domain.
    Names become properties that are written as JSON, so that none can be read as code. Open parameters are
    looked up in ``p``.

    >>> from axiometrics.metrics import metrics
    >>> print(formula_javascript(metrics("filtering")["precision"].formula.graph))
    (A, o, p) => {
    const s0 = A.sum(o.quantities["TP"], o.quantities["FP"]);
    const s1 = A.ratio(o.quantities["TP"], s0, A.NOTHING);
    return s1;
    }
    """
    return f"(A, o, p) => {_block(graph)}"


def _block(graph: Node) -> str:
    """Return the steps of a formula or of a body in order, each once."""
    names: dict[int, str] = {}
    lines: list[str] = []
    for found in _steps(graph):
        if found.kind in _OPERATIONS or found.kind == "reduction":
            names[id(found)] = f"s{len(lines)}"
            lines.append(f"const s{len(lines)} = {_step(found, names)};")
        else:
            names[id(found)] = _leaf(found)
    return "\n".join(["{", *lines, f"return {names[id(graph)]};", "}"])


def _step(found: Node, names: dict[int, str]) -> str:
    if found.kind == "reduction":
        bodies = (f"r => {_block(part)}" for part in found.parts)
        return f"A.reduced(o, {', '.join([json.dumps(found.value), *bodies])})"
    return f"A.{found.kind}({', '.join(names[id(part)] for part in found.parts)})"


def _leaf(found: Node) -> str:
    if found.kind == "number":
        return f"A.number({found.value.numerator}, {found.value.denominator})"
    if found.kind == "quantity":
        return f"o.quantities[{json.dumps(found.value[0])}]"
    if found.kind == "variable":
        return f"r[{json.dumps(found.value[0])}]"
    if found.kind == "letter" and found.value.is_Symbol:
        return f"p[{json.dumps(found.value.name)}]"
    if found.kind not in _LEAVES:
        raise StepError(f"{text(found)} has no value in a page", found)
    return _LEAVES[found.kind]


def _steps(graph: Node) -> Iterator[Node]:
    """Yield every step after those that it works on; the bodies of reductions are steps of their own."""
    seen: set[int] = set()
    open_ = [graph]
    while open_:
        found = open_[-1]
        inner = () if found.kind == "reduction" else found.parts
        left = [part for part in inner if id(part) not in seen]
        open_.extend(left)
        if not left:
            open_.pop()
            if id(found) not in seen:
                seen.add(id(found))
                yield found
