"""Facts about all tables: sums over cells, clusters, categories and the whole, compared.

Four gaps between sums are never negative, by convexity; of a whole table other sums, of best cells too, are compared
cell by cell.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.lemmas import Lemma, entropy_sign
from axiometrics.formulas.nodes import Over
from axiometrics.tasks.clustering.symbolic import Focus, rational_at_least
from axiometrics.tasks.clustering.view import K, N, R, a, b, n
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured

if TYPE_CHECKING:
    from sympy import Expr

T = sympy.Symbol("t", positive=True)
FAMILIES = {T * sympy.log(T): "entropy", T**2: "pairs"}
VARIABLE = {"cells": n, "clusters": a, "categories": b, "whole": N}
GAPS = {
    "c": "sum over cells",
    "s": "what clusters add to their cells",
    "t": "what categories add to their cells",
    "m": "what the whole adds beyond clusters and categories",
}


def family_of(atom: Over) -> Any:
    """Return the function t log t or t^2 that an atom sums over one domain, or None."""
    variable = VARIABLE.get(atom.domain)
    shape = atom.body.subs(variable, T) if variable is not None else None
    return shape if shape in FAMILIES else None


def set_gaps(focus: Focus, shape: Expr, members: dict[str, Any], suffix: str) -> None:
    """Set the values of C, A, B and W of one function through the four gaps."""
    case = focus.case
    changes = {output: _changes(focus, output) for output in case.outputs}
    first, *others = case.outputs
    if len(others) != 1:
        raise NotSymbolicError("gaps compare two outputs")
    values: dict[str, dict[str, Any]] = {}
    for gap in GAPS:
        form = {
            t: changes[others[0]][gap].get(t, 0) - changes[first][gap].get(t, 0)
            for t in {**changes[first][gap], **changes[others[0]][gap]}
        }
        values[gap] = _gap(focus, shape, gap, form, (first, others[0]), members, suffix)
    base = N if FAMILIES[shape] == "pairs" else None
    for output in case.outputs:
        whole = {gap: values[gap][output] for gap in GAPS}
        start = case.outputs[output][base] if base is not None else sympy.S.Zero
        sums = {
            "cells": start + whole["c"],
            "clusters": start + whole["c"] + whole["s"],
            "categories": start + whole["c"] + whole["t"],
            "whole": start + sum(whole.values()),
        }
        for domain, symbol in members.items():
            case.outputs[output][symbol] = sums[domain]


def _changes(focus: Focus, output: str) -> dict[str, dict[Any, Any]]:
    """Focal contributions to the gaps as forms {t: coefficient}, up to what is the same in every output (B, W, N)."""
    cells: dict[Any, Any] = {}
    for cell in focus.cells(output):
        cells[sympy.expand(cell.n)] = cells.get(sympy.expand(cell.n), 0) + cell.times
    clusters = focus.cluster_sizes(output)
    spread = {t: clusters.get(t, 0) - cells.get(t, 0) for t in {**clusters, **cells}}
    return {
        "c": cells,
        "s": spread,
        "t": {t: -value for t, value in cells.items()},
        "m": {t: -value for t, value in spread.items()},
    }


def _gap(
    focus: Focus,
    shape: Expr,
    gap: str,
    form: dict[Any, Any],
    outputs: tuple[str, str],
    members: dict[str, Any],
    suffix: str,
) -> dict[str, Any]:
    case = focus.case
    found = _change(focus, shape, form, suffix)
    if found is None:
        raise NotSymbolicError(f"no lemma settles how the {GAPS[gap]} changes")
    grows, change = found
    smaller = outputs[0] if grows else outputs[1]
    evident = all(_evident(focus, gap, output) for output in outputs)
    sign: GeneratorSign = "positive" if evident else "nonnegative"
    definition = _gap_definition(shape, gap, smaller)
    base = case.generator(
        f"{gap}{suffix}", sign, f"{GAPS[gap]}, in {smaller}" if change != 0 else GAPS[gap], definition
    )
    other = outputs[1] if grows else outputs[0]
    return {smaller: base, other: base + change}


def _change(focus: Focus, shape: Expr, form: dict[Any, Any], suffix: str) -> tuple[bool, Any] | None:
    """Return whether a gap grows from the first to the second output, and by how much."""
    case = focus.case
    if FAMILIES[shape] == "pairs":
        change = sympy.expand(sum(value * t**2 for t, value in form.items()))
        sign = rational_sign(change, case.positive, case.nonnegative)
        if sign not in ("positive", "negative"):
            return (True, sympy.S.Zero) if sign == "zero" else None
        lemma = Lemma(
            sympy.factor(change if sign == "positive" else -change),
            "coefficients",
            "every coefficient is positive",
        )
        return sign == "positive", _lemma_symbol(focus, lemma, suffix)
    decided = entropy_sign(form, [*case.positive, *case.nonnegative])
    if decided is None:
        return None
    sign, argument = decided
    if argument is None:
        return True, sympy.S.Zero
    return sign == "positive", _lemma_symbol(focus, argument, suffix)


def _lemma_symbol(focus: Focus, lemma: Lemma, suffix: str) -> Expr:
    """Return the generator that names a positive change; equal changes share one."""
    for symbol, known in focus.case.lemmas.items():
        if sympy.expand(known.form - lemma.form) == 0:
            return symbol
    name = f"d{len(focus.case.lemmas) or ''}{suffix}"
    symbol = focus.case.generator(
        name, "positive", f"{lemma.form} ({lemma.tactic})", focus.case.measured(lemma.form)
    )
    focus.case.lemmas[symbol] = lemma
    return symbol


def _gap_definition(shape: Expr, gap: str, output: str) -> Expr:
    """Write a gap in terms of the measured reductions of one output."""
    sums = {domain: measured(_atom_name(shape, domain), output) for domain in VARIABLE}
    start = measured(N, output) if FAMILIES[shape] == "pairs" else 0
    return {
        "c": sums["cells"] - start,
        "s": sums["clusters"] - sums["cells"],
        "t": sums["categories"] - sums["cells"],
        "m": sums["whole"] - sums["clusters"] - sums["categories"] + sums["cells"],
    }[gap]


def _atom_name(shape: Expr, domain: str) -> str:
    return f"{domain}[{shape.subs(T, VARIABLE[domain])}]"


def _evident(focus: Focus, gap: str, output: str) -> bool:
    """Whether the focal parts alone show that a gap is positive."""
    cells = focus.cells(output)
    if gap == "c":
        return any(rational_at_least(cell.n, 2, focus.case) for cell in cells)
    if gap == "s":
        groups = focus.template.outputs[output]
        return any(
            len(group.parts) > 1 or rational_at_least(group.parts[0].members, 2, focus.case)
            for group in groups
        )
    if gap == "t":
        parts = {name: sum(cell.times for cell in cells if cell.category == name) for name in focus.members}
        return any(
            rational_at_least(sympy.cancel(parts[name] / focus.members[name]), 2, focus.case)
            for name in parts
        )
    return focus.linked(output) >= 2


# --- cell by cell, in a whole table


ABOVE = {size: sympy.Symbol(f"more_{size}", nonnegative=True) for size in "nab"}
"""What a cell has beyond one item, and its cluster and its category beyond the cell."""
ITEM = 1 + ABOVE["n"]
OWN = {"best_in_cluster": "a", "best_in_category": "b"}
"""The size of the part whose best cell is sought."""


def table_values(
    case: ParametricCase, atoms: Mapping[Any, Over], output: str, above: Collection[str]
) -> dict[Any, Any]:
    """Return the quantities and reductions of one arbitrary table in generators.

    Sums over cells are compared cell by cell, where no cluster and no category is smaller than the cell. ``above`` says
    that in some cell one of these sizes is larger.
    """
    table = _Table(case, output, frozenset(above))
    families: dict[Any, dict[str, Any]] = {}
    bounded: dict[Any, tuple[Expr, Expr]] = {}
    for symbol, atom in atoms.items():
        family = family_of(atom)
        if family is not None:
            families.setdefault(family, {})[atom.domain] = symbol
        elif (less := table.below_items(atom)) is not None:
            bounded[symbol] = less
        else:
            table.known[symbol] = table.new(symbol, _sign(atom.body), measured(symbol, output))
    table.bound(bounded)
    for name in (R, K):
        table.known[name] = table.new(name, "positive", measured(name, output), f"{name}_0")
    for shape, members in families.items():
        table.gaps(shape, members)
    return table.known


def _sign(body: Expr) -> GeneratorSign:
    """Return what is evident of a sum of terms with this body, of which there is at least one; sizes are at least 1."""
    more = {size: 1 + ABOVE[str(size)] for size in (n, a, b)}
    least = sympy.sympify(body).xreplace({**more, N: 1 + sympy.Symbol("more_N", nonnegative=True)})
    if least.is_positive:
        return "positive"
    return "nonnegative" if least.is_nonnegative else "real"


def _is_rational(body: Expr) -> bool:
    """Whether a body is a quotient of polynomials in the sizes of a cell."""
    if isinstance(body, sympy.Pow):
        return body.exp.is_Integer and _is_rational(body.base)
    if isinstance(body, sympy.Add | sympy.Mul):
        return all(map(_is_rational, body.args))
    return body.is_Rational or body in (n, a, b)


def _strict_in(body: Expr) -> frozenset[str] | None:
    """Return which sizes make a term positive where they are more than n; None where it may be negative.

    >>> sorted(_strict_in(n - n**2 / a)), _strict_in(n - a)
    (['a'], None)
    """
    sizes = {n: ITEM, a: ITEM + ABOVE["a"], b: ITEM + ABOVE["b"]}
    ends = sympy.fraction(sympy.together(body.xreplace(sizes)))
    top, bottom = (sympy.Poly(part, *ABOVE.values()).terms() for part in ends)
    if any(value < 0 for _, value in (*top, *bottom)) or not any(value and not any(p) for p, value in bottom):
        return None
    used = [
        {size for size, power in zip("nab", powers, strict=True) if power} for powers, value in top if value
    ]
    return frozenset(size for size in "ab" if any(each <= {size} for each in used))


@dataclass
class _Table:
    """The generators that reductions of one table are written in."""

    case: ParametricCase
    output: str
    above: frozenset[str]
    known: dict[Any, Any] = field(default_factory=dict)

    def new(self, what: object, sign: GeneratorSign, definition: Expr, name: str = "") -> Expr:
        """Return a generator for what is measured of the original table."""
        meaning = f"{what} of the original clustering"
        made = self.case.generator(name, sign, meaning, definition) if name else None
        return self.case.unnamed(sign, meaning, definition) if made is None else made

    def more(self, what: str, strict: frozenset[str], definition: Expr, *, own: str = "") -> Expr:
        """Return a generator for a sum of terms that are never negative, ``strict`` where some sizes are above n.

        Where the terms are of the best cells of parts alone, they must be so where the part, its ``own`` size, is. Then
        either each part is its best cell alone, so that these are all cells, or some term is positive.
        """
        sure = self.above and self.above | {*own} <= strict
        return self.new(what, "positive" if sure else "nonnegative", definition)

    def below_items(self, atom: Over) -> tuple[Expr, Expr] | None:
        """Return what a body comes to in a cell that is a cluster and a category, and by what n exceeds that of a cell.

        Of the best cells of parts, how much the size of the part exceeds it. None for any other body.
        """
        of = {"cells": n, "best_in_cluster": a, "best_in_category": b}.get(atom.domain)
        if of is None or not _is_rational(atom.body):
            return None
        times = sympy.cancel(atom.body.xreplace({n: T, a: T, b: T}) / T)
        if not times.is_Rational or times <= 0 or _strict_in(atom.body) is None:
            return None
        less = sympy.cancel(of - atom.body / times)
        return (times, less) if _strict_in(less) is not None else None

    def bound(self, bounded: Mapping[Any, tuple[Expr, Expr]]) -> None:
        """Set the items, and sums that are at most so many, of one or two bodies; more are only named."""
        items = measured(N, self.output)
        sums = {symbol: measured(symbol, self.output) / times for symbol, (times, _) in bounded.items()}
        plain = all(str(symbol).startswith("cells[") for symbol in bounded)
        if len(bounded) == 1:
            ((symbol, (times, less)),) = bounded.items()
            part = self.new(symbol, "positive", sums[symbol])
            strict, own = _strict_in(less) or frozenset(), OWN.get(str(symbol).partition("[")[0], "")
            rest = self.more(f"N less {symbol}", strict, items - sums[symbol], own=own)
            self.known |= {symbol: times * part, N: part + rest}
        elif len(bounded) == 2 and plain:
            self._two(bounded, sums, items)
        else:
            self.known |= {
                symbol: self.new(symbol, "positive", measured(symbol, self.output)) for symbol in bounded
            }
            self.known[N] = self.new(N, "positive", items, "N_0")

    def _two(self, bounded: Mapping[Any, tuple[Expr, Expr]], sums: Mapping[Any, Expr], items: Expr) -> None:
        """Set two sums over cells of shares f and g of n, through that of fg, f(1 - g), g(1 - f) and (1 - f)(1 - g)."""
        (one, (times, less)), (other, (factor, short)) = bounded.items()
        both = sympy.cancel((n - less) * (n - short) / n)
        shared = measured(f"cells[{both}]", self.output)
        base = self.new(f"cells[{both}]", "positive", shared)
        parts = [
            self.new(text, "nonnegative", definition)
            for text, definition in (
                (f"{one} less that", sums[one] - shared),
                (f"{other} less that", sums[other] - shared),
                ("what neither has", items - sums[one] - sums[other] + shared),
            )
        ]
        if self.above and self.above <= (_strict_in(sympy.cancel(n - both)) or frozenset()):
            self.case.sums.append(tuple(parts))
        self.known |= {
            one: times * (base + parts[0]), other: factor * (base + parts[1]), N: base + sum(parts),
        }  # fmt: skip

    def gaps(self, shape: Expr, members: Mapping[str, Any]) -> None:
        """Set the sums of t log t, or of t^2, over cells, clusters, categories and the whole."""
        if len(members) == 1:
            ((domain, symbol),) = members.items()
            atom_sign = _sign(shape.subs(T, VARIABLE[domain]))
            self.known[symbol] = self.new(symbol, atom_sign, measured(symbol, self.output))
            return
        strict = {"s": frozenset("a"), "t": frozenset("b")}
        gap = {
            name: self.more(meaning, strict.get(name, frozenset()), _gap_definition(shape, name, self.output))
            for name, meaning in GAPS.items()
        }
        start = self.known[N] if FAMILIES[shape] == "pairs" else sympy.S.Zero
        sums = {
            "cells": start + gap["c"],
            "clusters": start + gap["c"] + gap["s"],
            "categories": start + gap["c"] + gap["t"],
            "whole": start + sum(gap.values()),
        }
        self.known |= {symbol: sums[domain] for domain, symbol in members.items()}
        if self.above == {"a", "b"}:
            self.case.sums.append((gap["s"], gap["t"]))
