"""The graph of a formula: what an author's function does to its quantities, recorded and nothing else.

A *quantity* has arithmetic. Whatever else is asked of it (a truth value, an equality, a float, an index) would be
answered once, while the formula is recorded, and lost for ever; so it is refused with the author's line and a remedy.
Nothing is simplified: a quotient without a convention has no value where its denominator is zero, whatever stands
above it. Equal nodes are one node.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any, TypeVar

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.questions import Opaque, asking, is_foreign, place, remembered
from axiometrics.formulas.undefined import INFINITE, UNDEFINED


@dataclass(frozen=True, eq=False)
class Node:
    """One step: its kind, the nodes it works on, and what else it needs (a number, a name, a domain).

    The kinds: ``number`` (a fraction), ``quantity`` and ``variable`` (a name, and whether its values are whole),
    ``letter`` (an open parameter), ``undefined``, ``infinite``; ``sum``, ``product``, ``quotient``; ``power`` (a base,
    a whole exponent), ``root``, ``log``, ``tanh``, ``log_binomial``, ``inverse_log2``; ``maximum``, ``minimum``;
    ``ratio`` and ``guard`` (with what holds at zero); ``reduction`` (a domain, its bodies).
    """

    kind: str
    parts: tuple[Node, ...] = ()
    value: Any = None

    def walk(self) -> Iterator[Node]:
        """Yield every node below and including this one, each once."""
        seen: set[int] = set()
        open_ = [self]
        while open_:
            node = open_.pop()
            if id(node) not in seen:
                seen.add(id(node))
                yield node
                open_.extend(node.parts)

    def below(self, stop: str = "") -> list[Node]:
        """Return every node once, each after those it works on; nothing below nodes of a kind to ``stop`` at."""
        found: dict[int, Node] = {}
        open_ = [self]
        while open_:
            node = open_[-1]
            left = [part for part in node.parts if id(part) not in found and node.kind != stop]
            open_.extend(left)
            if not left:
                found[id(open_.pop())] = node
        return list(found.values())

    def restated(self, change: Callable[[Node], Node]) -> Node:
        """Return the formula with other values wherever a ratio or a guard states one for a divisor of 0."""
        made: dict[int, Node] = {}
        for each in self.below():
            parts = [made[id(part)] for part in each.parts]
            if each.kind in ("ratio", "guard"):
                parts[2] = change(parts[2])
            made[id(each)] = node(each.kind, *parts, value=each.value)
        return made[id(self)]

    def has(self, *kinds: str) -> bool:
        """Say whether some node is of one of these kinds."""
        return any(node.kind in kinds for node in self.walk())


@lru_cache(maxsize=1 << 16)
def _node(kind: str, parts: tuple[Node, ...], value: object, type_: str) -> Node:
    return Node(kind, parts, value)


def node(kind: str, *parts: Node, value: object = None) -> Node:
    """Return the one node that is this step."""
    made = _node(kind, parts, value, type(value).__name__)
    if _WATCHED and made is _WATCHED[-1][0]:
        _WATCHED[-1][1].append(place())
    return made


_WATCHED: list[tuple[Node, list[str]]] = []
"""The step whose author's line is looked for, and the lines that make it."""


class StepError(NotSymbolicError):
    """A step of a formula that has no reading; whoever knows the author's function adds the line."""

    def __init__(self, why: str, step: Node) -> None:
        self.step = step
        super().__init__(why)


def line_of(step: Node, record: Callable[[], object]) -> str:
    """Return the author's file and line that first makes a step, by recording again; empty where none does."""
    lines: list[str] = []
    _WATCHED.append((step, lines))
    try:
        record()
    except Exception:  # the function is somebody's code, which may do something else this time
        return ""
    finally:
        _WATCHED.pop()
    return lines[0] if lines else ""


def recorded(name: str, *, whole: bool = True) -> Quantity:
    """Return a named quantity of the task's object; ``whole`` says that its values are whole numbers."""
    return Quantity(node("quantity", value=(name, whole)))


Part = TypeVar("Part")

_NAMES: list[dict[Node, str]] = []
"""The LaTeX of names that authors give to parts of the formulas that are being recorded."""


def named(value: Part, symbol: str, *indices: object) -> Part:
    """Give a part of a formula a name, in LaTeX, under which it is shown; return the part.

    Each ``%s`` in the name stands for one of the indices, such as a rank.

    >>> items = recorded("N")
    >>> named(items + 1, "M") * 2
    (N + 1)*2
    """
    if _NAMES and isinstance(value, Quantity) and value.node.parts:
        written = tuple(text(as_node(index)) for index in indices)
        _NAMES[-1][value.node] = symbol % written if indices else symbol
    return value


def variable(name: str, *, whole: bool = True) -> Quantity:
    """Return what a reduction's body is given under a name."""
    return Quantity(node("variable", value=(name, whole)))


_OPEN: list[str] = []
"""The reduction whose body is being recorded."""


def reduction(domain: str, *bodies: Callable[[], Any]) -> Quantity:
    """Record a reduction over a domain, whose bodies are called here."""
    if _OPEN:
        raise NotSymbolicError(
            f"{place()}: a reduction over {domain} inside the body of one over {_OPEN[-1]} has no reading; "
            "compute it outside, give it a name, and combine the results"
        )
    _OPEN.append(domain)
    try:
        return Quantity(node("reduction", *(as_node(body()) for body in bodies), value=domain))
    finally:
        _OPEN.pop()


def as_node(value: object) -> Node:
    """Return what an author computes with as a node. Raises NotSymbolicError for what is no exact number."""
    if isinstance(value, Opaque):
        found: Node = value._as_node()
        return found
    if value is UNDEFINED or value is INFINITE:
        return node("undefined" if value is UNDEFINED else "infinite")
    if isinstance(value, bool) or not isinstance(value, Rational):
        return _other(value)
    if operator := _computes_by_itself(value):
        raise remembered(
            f"a formula cannot use {value!r}, whose class has its own {operator!r}, which numbers would be asked for "
            "and quantities are not; use plain whole numbers and fractions"
        )
    parts = int(value.numerator), int(value.denominator)
    if max(part.bit_length() for part in parts) > LONGEST:
        raise remembered(f"a formula cannot use numbers of more than {LONGEST} bits; take smaller ones")
    return node("number", value=Fraction(*parts))


def _computes_by_itself(value: object) -> str:
    """Return a name by which an author's class of numbers computes in a way of its own; none of Python's own types.

    >>> _computes_by_itself(Fraction(1, 2)), _computes_by_itself(type("Odd", (int,), {"__rmul__": int.__add__})(3))
    ('', '__rmul__')
    """
    if type(value) in (int, Fraction):
        return ""
    own = [vars(each) for each in type(value).__mro__ if not is_foreign(each)]
    return next((name for name in _COMPUTING if any(name in each for each in own)), "")


_COMPUTING = sorted(
    (set(vars(int)) - set(dir(object)) - {"__getnewargs__"})
    | {"__eq__", "__ge__", "__getattr__", "__getattribute__", "__gt__", "__le__", "__lt__", "__ne__"}
)
"""What numbers are asked for by operators and by names."""


LONGEST = 10_000
"""Bits of a number that can be written out."""


def _other(value: object) -> Node:
    """Return a symbolic parameter as a node, and refuse everything else."""
    if isinstance(value, float):
        finite = value - value == 0
        remedy = (
            f"write Fraction({str(value)!r})"
            if finite
            else "for what has no value, or is infinite, there are "
        )
        remedy += "" if finite else "UNDEFINED and INFINITE, the last argument of ratio or guarded"
        raise remembered(
            f"a formula cannot use the float {value!r}, since few floats are exactly the numbers they show; {remedy}"
        )
    if "sympy" in sys.modules and isinstance(value, sys.modules["sympy"].Expr):
        if value.is_Rational:
            return node("number", value=Fraction(int(value.p), int(value.q)))
        if {type(each) for each in value.free_symbols} == {sys.modules["axiometrics.formulas.nodes"].Letter}:
            return node("letter", value=value)
    raise remembered(
        f"a formula cannot use {value!r}; use the view's quantities, whole numbers and fractions"
    )


def require_whole(found: Node, what: str) -> None:
    """Refuse a value that is not evidently a whole number."""
    if not _is_whole(found):
        raise NotSymbolicError(
            f"{place()}: {what} is {text(found)}, which is not evidently a whole number; whole are integers, counts, "
            "ranks and grades, and their sums and products (sqrt is there for roots)"
        )


def _is_whole(found: Node) -> bool:
    if found.kind == "number":
        return bool(found.value.denominator == 1)
    if found.kind in ("quantity", "variable"):
        return bool(found.value[1])
    if found.kind == "power":
        return _is_whole(found.parts[0]) and found.parts[1].kind == "number" and found.parts[1].value >= 0
    if found.kind == "reduction":
        return len(found.parts) == 1 and _is_whole(found.parts[0])
    return found.kind in ("sum", "product", "maximum", "minimum") and all(map(_is_whole, found.parts))


@contextmanager
def recording() -> Iterator[dict[Node, str]]:
    """Record a formula; what is yielded takes the names of its parts.

    Raises the first refusal at the end, if the author's code has swallowed it.
    """
    names: dict[Node, str] = {}
    _NAMES.append(names)
    try:
        with asking():
            yield names
    finally:
        _NAMES.pop()


class Quantity(Opaque):
    """A value that is not known yet: arithmetic on it is recorded, everything else is refused.

    >>> items = recorded("N")
    >>> (items + 1) * 2
    (N + 1)*2
    """

    __slots__ = ("node",)

    def __init__(self, found: Node) -> None:
        self.node = found

    def __add__(self, other: object) -> Quantity:
        return Quantity(node("sum", self.node, as_node(other)))

    def __radd__(self, other: object) -> Quantity:
        return Quantity(node("sum", as_node(other), self.node))

    def __sub__(self, other: object) -> Quantity:
        return self + -Quantity(as_node(other))

    def __rsub__(self, other: object) -> Quantity:
        return Quantity(as_node(other)) + -self

    def __mul__(self, other: object) -> Quantity:
        return Quantity(node("product", self.node, as_node(other)))

    def __rmul__(self, other: object) -> Quantity:
        return Quantity(node("product", as_node(other), self.node))

    def __truediv__(self, other: object) -> Quantity:
        return Quantity(node("quotient", self.node, as_node(other)))

    def __rtruediv__(self, other: object) -> Quantity:
        return Quantity(node("quotient", as_node(other), self.node))

    def __neg__(self) -> Quantity:
        return self.__rmul__(-1)

    def __pos__(self) -> Quantity:
        return self

    def __pow__(self, exponent: object, modulus: object = None) -> Quantity:
        if modulus is not None:
            divmod(self, modulus)
        return powered(self, exponent)

    def __rpow__(self, base: object) -> Quantity:
        return powered(base, self)

    def _as_node(self) -> Node:
        return self.node

    def _text(self) -> str:
        return text(self.node)


def powered(base: object, exponent: object) -> Quantity:
    """Record a power: a fraction with denominator 2 is a root, a quantity must have whole values."""
    below, above = as_node(base), as_node(exponent)
    if above.kind == "number" and above.value.denominator == 2:
        root = Quantity(node("root", below))
        return powered(root, above.value.numerator)
    require_whole(above, "the exponent of a power")
    if above.kind == "number" and above.value < 0:
        return 1 / powered(base, -above.value)
    return Quantity(node("power", below, above))


def require_guarded(found: Node) -> None:
    """What has no value, or is infinite, may stand only where a ratio or guard says what happens otherwise."""
    for step in (Node("formula", (found,)), *found.walk()):
        for number, part in enumerate(step.parts):
            if part.kind in _WORDS and not (step.kind in ("ratio", "guard") and number == 2):
                raise StepError(
                    f"it computes with {part.kind.upper()}; write that as the last argument of ratio or guarded",
                    step,
                )


_WORDS = ("undefined", "infinite")


_SIGNS = {"sum": " + ", "product": "*", "quotient": "/", "power": "**"}


def text(found: Node) -> str:
    """Write a node as its author might."""
    if found.kind in ("number", "letter"):
        return str(found.value)
    if found.kind in ("quantity", "variable"):
        return str(found.value[0])
    inner = [text(part) for part in found.parts]
    if found.kind in _SIGNS:
        wrapped = [
            f"({written})" if part.kind in ("sum", "product", "quotient") and found.kind != "sum" else written
            for part, written in zip(found.parts, inner, strict=True)
        ]
        return _SIGNS[found.kind].join(wrapped)
    if found.kind == "reduction":
        return f"{found.value}[{', '.join(inner)}]"
    return f"{found.kind}({', '.join(inner)})" if inner else found.kind.upper()
