"""What a metric of two lists sees: their lengths, and what they share at each depth.

At a depth ``d``, ``x`` is the overlap if further items of the shorter list are shared as often as those it has, ``z``
the overlap of what is there, ``g`` and ``h`` how much of gold and system is there, ``e`` how many further items the
shorter list has by then. Beyond both lists, ``y`` is the largest overlap that they can still have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.nodes import Power
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View
from axiometrics.tasks.parametric import ParametricCase, measured

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


def parametric_cases(generator: Any, formula: Formula) -> Sequence[ParametricCase]:
    """Return the one case of lists of any length; raises NotSymbolicError where less is known of what they share."""
    told = getattr(getattr(generator, "func", generator), "agreement", {})
    if not told:
        raise NotSymbolicError("it is not known what lists share that are not the same, nor of other items")
    if len(told) > 1 and not {*told.values()} <= {"any", "exchanged"}:
        raise NotSymbolicError("what several pairs of lists share is swept only")
    if "same" in told.values() and getattr(generator, "keywords", {}).get("lists") == "tied":
        raise NotSymbolicError("how much of a list with ties is at a depth is swept only")
    if formula.normal.partial:
        raise NotSymbolicError("a metric that has no value for some terms alone is swept only")
    case = ParametricCase(outputs={name: {} for name in told})
    first = next(iter(told))
    for output, kind in told.items():
        case.outputs[output] |= dict(zip(QUANTITIES, _quantities(case, kind, first), strict=True))
    for symbol, atom in formula.normal.atoms.items():
        values = [_value(case, kind, atom, case.outputs[output]) for output, kind in told.items()]
        if None in values:
            name = f"{symbol}"
            values = [case.unnamed("real", name, measured(symbol, first), rest=True)] * len(told)
        for output, value in zip(told, values, strict=True):
            case.outputs[output][symbol] = value
    domains = dict.fromkeys(atom.domain for atom in formula.normal.atoms.values())
    case.told = lambda: {
        "outputs": {
            output: {
                "agreement": kind,
                "complete": False,
                "quantities": {str(name): case.outputs[output][name] for name in QUANTITIES},
                "rows": {domain: [] for domain in domains},
            }
            for output, kind in told.items()
        }
    }
    return (case,)


def _quantities(case: ParametricCase, kind: str, output: str) -> Sequence[Any]:
    """Return the quantities of an output: of the same list, of lists without a common item, or of any lists."""
    if kind == "same":
        length = 1 + case.generator(f"{l}_", "nonnegative", f"{l} - 1", measured(l, output) - 1)
        return *[length] * 4, sympy.S.One
    known = [
        case.generator(
            f"{name}_",
            "nonnegative" if name in (X, q) else "positive",
            f"{name}",
            measured(name, output),
        )
        for name in (QUANTITIES if kind != "apart" else (s, l))
    ]
    return (*known, sympy.S.Zero, known[0] + known[1], sympy.S.Zero) if kind == "apart" else known


def _value(case: ParametricCase, kind: str, atom: Any, known: Mapping[Any, Any]) -> Any:
    """Return what a reduction is in lists of a kind; None where it is the same in all. Raises NotSymbolicError."""
    body, kind_of_rows = atom.body, atom.domain.partition("_")[0]
    if kind in ("any", "exchanged"):
        if kind == "exchanged" and (kind_of_rows == "items" or body.xreplace({g: h, h: g}) != body):
            raise NotSymbolicError(f"the terms of {atom.domain} are others where the lists are exchanged")
        return None
    if body.atoms(sympy.Function) - body.atoms(Power):
        raise NotSymbolicError("the value of conventions and functions at a depth is swept only")
    if kind == "apart":
        found = 0 if kind_of_rows in ("pairs", "items") else body.xreplace({x: sympy.S.Zero, z: sympy.S.Zero})
        if found != 0 or kind_of_rows == "beyond":
            raise NotSymbolicError("what depths have that nothing is shared at is swept only")
        return sympy.S.Zero
    one, zero = sympy.S.One, sympy.S.Zero
    body = body.xreplace({x: d, z: d, g: d, h: d, e: zero, t: one, c: one})
    length = known[l]
    times = {"pairs": length * (length - 1) / 2, "items": length - 1, "end": 1, "beyond": 0}.get(
        kind_of_rows, length
    )
    if kind_of_rows == "end":
        return body.xreplace({d: length})
    if body.is_number or not times:
        return body * times
    factor, power = body.as_independent(d)
    if isinstance(power, Power) and power.args[0].is_number and power.args[1] == d - 1 and power.args[0] != 1:
        return factor * (1 - Power(power.args[0], length)) / (1 - power.args[0])
    raise NotSymbolicError(f"a sum over depths of {body} has no closed form here")
