"""What a metric of two lists sees: their lengths, and what they share at each depth.

At a depth ``d``, ``x`` is the overlap if further items of the shorter list are shared as often as those it has, ``z``
the overlap of what is there, ``g`` and ``h`` how much of gold and system is there, ``e`` how many further items the
shorter list has by then. Beyond both lists, ``y`` is the largest overlap that they can still have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.nodes import Over, Power, over
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, coefficients, measured, product_sign

if TYPE_CHECKING:
    from axiometrics.formulas.formula import Formula

s, l, X, F, q = QUANTITIES = sympy.symbols("s l X F q", nonnegative=True)
d, x, z, g, h, e, y = AT = sympy.symbols("d x z g h e y", nonnegative=True)
t = sympy.Symbol("t", real=True)
c = sympy.Symbol("c", nonnegative=True)
DEPTHS = "dxzghe"


class ListsView(View):
    """Two lists as a metric author sees them."""

    fractional = frozenset("xzghc")
    rules = Rules(
        QUANTITIES,
        (*AT, t, c),
        signs=Signs(
            frozenset(),
            {"": (s, l, F)}
            | {f"{kind}_{ties}": (s, l, d, g, h) for kind in ("depths", "shared", "end") for ties in "abw"}
            | {"beyond": (d,)},
        ),
    )

    shorter = QuantityOf("s", "Number of items of the shorter list.")
    longer = QuantityOf("l", "Number of items of the longer list.")
    common = QuantityOf("X", "Number of items that both lists have.")
    full = QuantityOf("F", "The depth from which on all items can be shared, at best.")
    same_items = QuantityOf("q", "1 where both lists have the same items, else 0.")

    beyond = ReductionOver(
        "beyond", "dy", "Sum over the depths beyond both lists at which they can still share y of d items."
    )
    pairs = ReductionOver(
        "pairs", "t", "Sum over pairs of shared items: t is 1 in one order, -1 in two, 0 for a tie."
    )
    items = ReductionOver(
        "items",
        "c",
        "Sum over the system's items below rank 1: c is the share of those above it that gold has above it.",
    )

    def depths(self, body: Callable[..., Any], ties: str = "a") -> Quantity:
        """Sum over the depths of the longer list of a function of (d, x, z, g, h, e)."""
        return self._reduced(f"depths_{ties}", DEPTHS, body)

    def end(self, body: Callable[..., Any], ties: str = "a") -> Quantity:
        """Return a function of (d, x, z, g, h, e) at the longer list's last depth."""
        return self._reduced(f"end_{ties}", DEPTHS, body)

    def shared_depths(self, body: Callable[..., Any], ties: str = "a") -> Quantity:
        """Sum over the depths that both lists reach of a function of (d, x, z, g, h, e)."""
        return self._reduced(f"shared_{ties}", DEPTHS, body)


formula = ListsView.formula


# What constraints tell of the lists that they compare: see `axiometrics.axioms.rank_similarity.tells`

EVERY = ("any", "exchanged")
NOT_ALWAYS_EQUAL = ("other", "near", "middle", "far", "begun", "continued")
"""Kinds of lists that have the same items in some cases, and in others not."""
OF_ITEMS = ("pairs", "items")


def parametric_cases(generator: Any, formula: Formula) -> Sequence[ParametricCase]:
    """Return the cases of lists of any length; raises NotSymbolicError where less is known of what they share.

    Where it matters there is one case for lists with the same items, and one for others.
    """
    told = getattr(getattr(generator, "func", generator), "agreement", {})
    if not told:
        raise NotSymbolicError("it is not known what lists share that are not the same, nor of other items")
    strict = not {*told.values()} <= {"apart", *EVERY}
    if strict and getattr(generator, "keywords", {}).get("lists") == "tied":
        raise NotSymbolicError("how much of a list with ties is at a depth is swept only")
    if formula.normal.partial:
        raise NotSymbolicError("a metric that has no value for some terms alone is swept only")
    atoms = formula.normal.atoms.values()
    read = formula.normal.expression.free_symbols.union(*(atom.body.free_symbols for atom in atoms))
    asked = q in read or any(atom.domain in OF_ITEMS for atom in atoms)
    open_ = [output for output, kind in told.items() if kind in NOT_ALWAYS_EQUAL] if asked else []
    ways = [dict(zip(open_, same, strict=True)) for same in product((1, 0), repeat=len(open_))]
    of_three = "far" in told.values()  # of which a third pair has the same items where two pairs have
    return [_Compared(told, formula, way).case for way in ways if not of_three or sum(way.values()) != 2]


class _Compared:
    """One case of some outputs: what is known of each of them, and what reductions are in it.

    ``same`` says of outputs, where that matters, whether both lists have the same items.
    """

    def __init__(self, told: Mapping[str, str], formula: Formula, same: Mapping[str, int]) -> None:
        self.told, self.same = told, same
        self.case = ParametricCase(outputs={name: {} for name in told})
        self.case.where = {f"{q}@{name}": value for name, value in same.items()}
        self.ranks: dict[str, Any] = {}
        self.powers: dict[Any, Any] = {}
        self.steps: dict[Any, Any] = {}
        self.formula = formula if {*told.values()} <= {*EVERY} else _with_powers(formula)
        self.case.formula = None if self.formula is formula else self.formula
        for output in told:
            sizes = self._sizes(output)
            self.case.outputs[output] |= dict(zip(QUANTITIES, sizes, strict=True))
        for symbol, atom in self.formula.normal.atoms.items():
            self._add(symbol, atom)
        rows: Any = {atom.domain: [] for atom in formula.normal.atoms.values()}
        self.case.told = lambda: {
            "outputs": {
                name: {
                    "agreement": kind.partition(" ")[0],
                    **({"rank": self.ranks[name]} if name in self.ranks else {}),
                    "complete": False,
                    "quantities": {str(size): self.case.outputs[name][size] for size in QUANTITIES},
                    "rows": rows,
                }
                for name, kind in told.items()
            }
        }

    # --- how long the lists are, and how many items they share

    def _sizes(self, output: str) -> Sequence[Any]:
        """Return the quantities of an output."""
        kind, case, first = self.told[output].partition(" ")[0], self.case, next(iter(self.told))
        if kind in EVERY:
            return [self._size(name, first, name not in (X, q)) for name in QUANTITIES]
        if kind == "apart":
            known = [self._size(name, first, True) for name in (s, l)]
            return (*known, sympy.S.Zero, known[0] + known[1], sympy.S.Zero)
        length = self._exchange(output) if kind == "exchange" else self._length(output)
        same = self.same.get(output, 1 if kind in ("same", "exchange") else None)
        if same == 1:
            return *[length] * 4, sympy.S.One
        sign: Any = "nonnegative" if same is None else "positive"
        missed = case.generator(
            f"k_{output}", sign, f"l - X in {output}", measured(l, output) - measured(X, output)
        )
        equal = sympy.S.Zero
        if same is None:
            equal = case.generator(f"q_{output}", "nonnegative", f"q of {output}", measured(q, output))
        return length, length, length - missed, length + missed, equal

    def _size(self, name: Any, output: str, positive: bool) -> Any:
        sign: Any = "positive" if positive else "nonnegative"
        return self.case.generator(f"{name}_", sign, f"{name}", measured(name, output))

    def _length(self, output: str) -> Expr:
        """Return the length of both lists, the same in all outputs, or one more where they go on by a rank.

        Other lists of the same items have two at least.
        """
        kinds = {kind: name for name, kind in self.told.items()}
        first = kinds.get("begun", next(iter(self.told)))
        low = 2 if "other" in kinds and self.same.get(kinds["other"]) == 1 else 1
        length = low + self.case.generator(f"{l}_", "nonnegative", f"{l} - {low}", measured(l, first) - low)
        return length + 1 if self.told[output] == "continued" else length

    def _exchange(self, output: str) -> Expr:
        """Return the length of lists in which two neighbours are exchanged, the upper one at a rank with a name."""
        case, length = self.case, sympy.S.Zero
        ranks = {name: kind.partition(" ")[2] for name, kind in self.told.items()}
        for name, rank in ranks.items():
            self.ranks[name] = length = case.raised(rank, length + 1)
        last = [*ranks.values()][-1]
        first = next(iter(self.told))
        more = measured(l, first) - sympy.Symbol(last) - 1
        return length + 1 + case.generator(f"{l}_", "nonnegative", f"{l} - {last} - 1", more)

    # --- what reductions are

    def _add(self, symbol: Expr, atom: Over) -> None:
        """Add the values of a reduction in every output. Raises NotSymbolicError where nothing is known of one."""
        outputs = self.case.outputs
        if {*self.told.values()} <= {*EVERY} and atom.domain != "whole":
            for kind in self.told.values():
                _require_alike(kind, atom)
            value = self.case.unnamed("real", f"{symbol}", measured(symbol, next(iter(outputs))), rest=True)
            for known in outputs.values():
                known[symbol] = value
            return
        for output, kind in self.told.items():
            known = outputs[output]
            if atom.domain == "whole":
                base, exponent = atom.body.args
                known[symbol] = self._power(base, exponent.xreplace(known))
            else:
                known[symbol] = self._value(symbol, atom, output, kind.partition(" ")[0])

    def _value(self, symbol: Expr, atom: Over, output: str, kind: str) -> Expr:
        """Return what a reduction is in an output. Raises NotSymbolicError."""
        rows = atom.domain.partition("_")[0]
        body, known = atom.body, self.case.outputs[output]
        if body.atoms(sympy.Function) - body.atoms(Power):
            raise NotSymbolicError("the value of conventions and functions at a depth is swept only")
        if kind == "apart":
            found = 0 if rows in OF_ITEMS else body.xreplace({x: sympy.S.Zero, z: sympy.S.Zero})
            if found != 0 or rows == "beyond":
                raise NotSymbolicError("what depths have that nothing is shared at is swept only")
            return sympy.S.Zero
        body = body.xreplace({z: x, g: d, h: d, e: sympy.S.Zero})
        if kind == "same":
            return self._of_same(body, rows, known[l])
        if body.free_symbols - {d, x, t, c}:
            raise NotSymbolicError("the value of terms that read sizes is swept only")
        if kind == "exchange":
            return self._exchanged(body, rows, output)
        rule = {
            "other": self._other,
            "begun": self._begun,
            "continued": self._continued,
            "far": self._far,
        }.get(kind)
        found = rule(symbol, body, rows, output) if rule else None
        if found is None:  # nothing is known of it
            return self.case.unnamed("real", f"{symbol} in {output}", measured(symbol, output))
        return found

    def _of_same(self, body: Expr, rows: str, length: Expr) -> Expr:
        """Return what a reduction is in a list that is compared with itself. Raises NotSymbolicError."""
        one = sympy.S.One
        body = body.xreplace({x: d, t: one, c: one})
        times = {"pairs": length * (length - 1) / 2, "items": length - 1, "end": 1, "beyond": 0}.get(
            rows, length
        )
        if rows == "end":
            return self._written(body.xreplace({d: length}))
        if body.is_number or not times:
            return body * times
        factor, power = body.as_independent(d, as_Add=False)
        base, exponent = power.args if isinstance(power, Power) else (one, d)
        if base.is_number and base != 1 and exponent == d - 1:
            return factor * (1 - self._power(base, length)) / (1 - base)
        raise NotSymbolicError(f"a sum over depths of {body} has no closed form here")

    def _exchanged(self, body: Expr, rows: str, output: str) -> Expr:
        """Return what a reduction is where neighbours are exchanged: one depth, pair or item has less in common."""
        rank, full = self.ranks[output], self._of_same(body, rows, self.case.outputs[output][l])
        if rows in ("end", "beyond"):
            return full
        variable, less = {"pairs": (t, -1), "items": (c, (rank - 1) / rank)}.get(rows, (x, rank - 1))
        most = rank if variable == x else 1
        found = coefficients(body, variable).items()
        change = sum(
            (factor * sympy.expand(most**times - less**times) for times, factor in found), sympy.S.Zero
        )
        return full - self._written(change.xreplace({d: rank}), self.steps)

    def _other(self, symbol: Expr, body: Expr, rows: str, output: str) -> Expr:
        """Return what a reduction is in other lists: less in common at some depth, or item, or of some pair."""
        known, same = self.case.outputs[output], self.same.get(output)
        if rows == "end":
            coefficients(body, x)
            return self._written(body.xreplace({x: known[X], d: known[l]}))
        if rows == "items" and same == 0:
            return sympy.S.Zero
        return (
            None
            if rows in ("pairs", "beyond") and same != 1
            else self._less(symbol, body, rows, output, "positive")
        )

    def _begun(self, symbol: Expr, body: Expr, rows: str, output: str) -> Expr:
        """Return what a reduction is in any lists of one length: no more than in the same ones, if it is over items."""
        known = rows in OF_ITEMS and 0 not in self.same.values()
        return self._less(symbol, body, rows, output, "nonnegative") if known else None

    def _continued(self, symbol: Expr, body: Expr, rows: str, output: str) -> Expr:
        """Return what it is in those lists with one rank more, where one item is the last in both."""
        if rows not in OF_ITEMS or 0 in self.same.values():
            return None
        (before,) = (known for name, known in self.case.outputs.items() if self.told[name] == "begun")
        more = (self._of_same(body, rows, length) for length in (before[l] + 1, before[l]))
        return before[symbol] + sympy.expand(next(more) - next(more))

    def _far(self, symbol: Expr, body: Expr, rows: str, output: str) -> Expr:
        """Return what it is in the ends of a detour: at each depth at least what both ways have, less the depth."""
        if rows in ("items", "beyond") or (rows == "pairs" and 0 in self.same.values()):
            return None
        ways = [(name, known) for name, known in self.case.outputs.items() if name != output]
        turn = _turn(body, rows, linear=True)
        full = self._of_same(body, rows, self.case.outputs[output][l])
        found = sum(known[symbol] for _, known in ways) - full
        if not turn:
            return found
        beyond = turn * (measured(symbol, output) - sum(measured(symbol, name) for name, _ in ways))
        beyond += turn * self.case.measured(full)
        told = f"what {symbol} is beyond both ways"
        return found + turn * self.case.unnamed("nonnegative", told, beyond)

    def _less(self, symbol: Expr, body: Expr, rows: str, output: str, sign: GeneratorSign) -> Expr:
        """Return what a reduction is in the same lists, less what it falls short of that."""
        turn, full = _turn(body, rows), self._of_same(body, rows, self.case.outputs[output][l])
        if not turn:
            return full
        short = turn * (self.case.measured(full) - measured(symbol, output))
        told = f"how much {symbol} is {'below' if turn > 0 else 'above'} that of equal lists in {output}"
        return full - turn * self.case.unnamed(sign, told, short)

    # --- powers of numbers

    def _written(self, expression: Expr, steps: dict[Any, Any] | None = None) -> Expr:
        """Return an expression with symbols in the place of powers; see `_power`."""
        powers = sorted(expression.atoms(Power), key=str)
        return expression.xreplace({each: self._power(each.args[0], each.args[1], steps) for each in powers})

    def _power(self, base: Expr, exponent: Expr, steps: dict[Any, Any] | None = None) -> Expr:
        """Return the symbol of a power of a number, by its exponent in generators.

        Of powers in ``steps``, one whose exponent is larger is the one before less, or more, what is between them.
        """
        exponent = sympy.expand(exponent)
        if not (base.is_Rational and base > 0):
            raise NotSymbolicError("a power of what may be zero is swept only")
        if exponent.is_Integer:
            return base**exponent
        known, case = self.powers if steps is None else steps, self.case
        if (base, exponent) in known:
            return known[base, exponent]
        meant = Power(base, case.measured(exponent))
        for (other, lower), value in known.items() if steps is not None and base != 1 else ():
            more = rational_sign(exponent - lower, case.positive, case.nonnegative)
            if other == base and more == "positive":
                turn = 1 if base > 1 else -1
                between = turn * (meant - Power(base, case.measured(lower)))
                known[base, exponent] = value + turn * case.unnamed("positive", f"{between}", between)
                return known[base, exponent]
        known[base, exponent] = case.unnamed("positive", f"{meant}", meant)
        return known[base, exponent]


def _with_powers(formula: Formula) -> Formula:
    """Return a formula in which powers of a number by a quantity are reductions over the whole."""
    found = {
        sympy.Symbol(f"whole[{power}]", real=True): over("whole", power)
        for power in sorted(formula.normal.expression.atoms(Power), key=str)
        if power.args[0].is_Rational and power.args[1] in (s, l, X, F)
    }
    if not found:
        return formula
    written = formula.normal.expression.xreplace({each.body: symbol for symbol, each in found.items()})
    normal = replace(formula.normal, expression=written, atoms={**formula.normal.atoms, **found})
    return replace(formula, normal=normal, _compiled={})


def _require_alike(kind: str, atom: Over) -> None:
    """Require that a reduction is the same where lists are exchanged. Raises NotSymbolicError."""
    turned = atom.body.xreplace({g: h, h: g})
    if kind == "exchanged" and (atom.domain == "items" or turned != atom.body):
        raise NotSymbolicError(f"the terms of {atom.domain} are others where the lists are exchanged")


def _turn(body: Expr, rows: str, *, linear: bool = False) -> int:
    """Return 1 where terms rise with what lists have in common, -1 where they fall, 0 where they do neither.

    Raises NotSymbolicError where that is not evident.
    """
    variable = {"pairs": t, "items": c}.get(rows, x)
    found = coefficients(body, variable)
    if max(found) > 1 and (linear or variable == t):
        raise NotSymbolicError("terms that are not linear in what is shared are swept only")
    signs = {
        product_sign(term, d) for times, each in found.items() if times for term in sympy.Add.make_args(each)
    }
    if len(signs) > 1 or 0 in signs:
        raise NotSymbolicError("terms that may rise or fall with what is shared are swept only")
    return signs.pop() if signs else 0
