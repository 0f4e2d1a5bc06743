"""What a metric of forecasts sees: items, their classes, and groups, bins and blocks of items.

Metrics are traced over symbols; the same formula is then evaluated on one table, on a batch, exactly, or in a proof.
At an item, ``t`` is the probability of what happened, ``s`` the sum of the squares of its probabilities, ``m`` how many
classes share the largest one, ``h`` whether what happened is one of these, ``f`` whether it is the first of them, ``p``
the event's probability and ``y`` whether it happened. At a class of an item, ``q`` and ``o`` are its probability and
whether it happened, ``Q`` and ``O`` those of it and all lower classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy
from sympy import Expr

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.quotients import in_lowest_terms
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.existence import Existence, Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.nodes import Guard, Larger, Over, Ratio, Smaller
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View

ITEMS, ENTRIES, GROUPS = "tsmhfpy", "qoQO", "pneABc"
_NAMES = "qoQOtsmhfpyneABcbdr"
VARIABLES = tuple(sympy.Symbol(name, real=True) for name in _NAMES)
_OF = dict(zip(_NAMES, VARIABLES, strict=True))
N, K, E = QUANTITIES = (
    sympy.Symbol("N", positive=True),
    sympy.Symbol("K", positive=True),
    sympy.Symbol("E", real=True),
)
FRACTIONAL = "qQtspcd"

RULES = Rules(
    QUANTITIES,
    VARIABLES,
    extremes=frozenset({"largest", "widest"}),
    kept=frozenset({"items", "entries", "groups", "forecast_groups", "blocks"}),
    signs=Signs(
        nonnegative=frozenset({E, N - E, *(_OF[name] for name in "qoQOthfpyeAB"), _OF["b"]}),
        positive={"": (_OF["n"], _OF["s"], _OF["m"], _OF["r"])},
        filled=frozenset({"items", "entries", "groups", "forecast_groups"}),
    ),
)


class ForecastsView(View):
    """The forecasts and outcomes as a metric author sees them."""

    fractional = frozenset(FRACTIONAL)

    rules = RULES

    count = QuantityOf("N", "Number of items.")
    classes = QuantityOf("K", "Number of classes.")
    events = QuantityOf("E", "The items in which the event, class 2, happened.")

    items = ReductionOver("items", ITEMS, "Sum over the items.")
    entries = ReductionOver("entries", ENTRIES, "Sum over all classes of all items.")
    groups = ReductionOver(
        "groups", GROUPS, "Sum over the different forecasts of the event p, with n items and e events each."
    )
    largest_group = ReductionOver("largest", GROUPS, "The largest value at any forecast of the event.")
    forecast_groups = ReductionOver(
        "forecast_groups", "qneb", "Sum over the different forecasts, and over the classes of each."
    )
    blocks = ReductionOver("blocks", "ne", "Sum over the blocks of the isotonic fit.")

    def bins(
        self, kind: str, of: str, size: Any, body: Callable[..., Any], closed: str = "right"
    ) -> Quantity:
        """Sum over the bins that are not empty; the body is given n items, the difference d, and r bins.

        ``kind`` is ``width``, ``widest`` for the largest instead of the sum, or ``mass``. They are bins ``of`` the
        event's forecast (``event``), of the largest one (``top``), or of the forecast of each class (``classes``).
        """
        return self._reduced(f"{kind}_{int(size)}_{closed}_{of}", "ndr", body)


formula = ForecastsView.formula


# --- what proofs ask of forecasts


def asked_of(formula: Any) -> str:
    """Say what a formula asks of places: their order, the sides of one half (m, h and f), or whether they are ends."""
    bodies = [atom.body for atom in formula.normal.atoms.values()]
    sides = any(body.free_symbols & {_OF[name] for name in "mhf"} for body in bodies)
    endless = [symbol for symbol, atom in formula.normal.atoms.items() if atom.body.has(sympy.oo)]
    if endless and (sides or len(endless) > 1 or not _carries(formula.normal.expression, endless[0])):
        raise NotSymbolicError("what comes of infinite sums is swept only")
    return "sides" if sides else "ends" if endless else "order"


def _carries(value: Expr, endless: Expr) -> bool:
    """Whether a value is infinite wherever a sum is: it is a multiple of it by sizes, and something else beside it."""
    if value == endless:
        return True
    inside = [part for part in value.args if endless in part.free_symbols]
    if len(inside) != 1 or not _carries(inside[0], endless):
        return False
    others = [part for part in value.args if part is not inside[0]]
    if isinstance(value, Ratio):
        return value.args[0] is inside[0] and others[0] in (N, K)
    sizes = all(part.is_number or part.as_base_exp()[0] in (N, K) for part in others)
    return bool(value.is_Add or (value.is_Mul and sizes))


def bare(atom: Over) -> tuple[Expr, bool]:
    """Return what a sum over items adds where what happened has a probability, and whether it is infinite elsewhere."""
    body = atom.body
    if not isinstance(body, Guard) or body.args[1:] != (_OF["t"], sympy.oo):
        return body, False
    if Existence(RULES.signs).where_positive(_OF["t"], "items").partial(body.args[0], "items"):
        raise NotSymbolicError("what may have no value though something has a probability is swept only")
    return body.args[0], True


def of_either_sign(formula: Any) -> set[Any]:
    """Return the sums that stand in an extreme of the whole formula, such as the size of a sum."""
    every = formula.normal.expression.atoms(Larger, Smaller)
    return {symbol for part in every for symbol in part.free_symbols & {*formula.normal.atoms}}


def signed(case: Any, symbol: Expr, value: Any) -> Any:
    """Return what a sum is above zero, less what it is below, as generators of which neither is negative."""
    above = case.unnamed("nonnegative", f"how far {symbol} is above 0", Larger(value, 0))
    return above - case.unnamed("nonnegative", f"how far {symbol} is below 0", Larger(value, 0) - value)


def in_multiples(
    case: Any, symbol: Expr, values: Mapping[str, Any], signs: tuple[list[Any], list[Any]]
) -> Mapping[str, Any]:
    """Return a sum above zero or below in one output, and in others by multiples of one difference that has a sign.

    The values are those of what is shown; nothing where there is no such difference.
    """
    first, *_ = values
    apart = {name: in_lowest_terms(value - values[first]) for name, value in values.items()}
    other = next((name for name, each in apart.items() if each != 0), first)
    sign = {"positive": 1, "negative": -1}.get(rational_sign(apart[other], *signs) or "", 0)
    times = {
        name: sign * in_lowest_terms(each / apart[other]) if sign else sympy.S.Zero
        for name, each in apart.items()
    }
    if (other != first and not sign) or not all(each.is_Rational for each in times.values()):
        return {}
    whole, more = signed(case, symbol, sympy.Symbol(f"{symbol}@{first}")), sympy.S.Zero
    if sign:
        gap = sign * (sympy.Symbol(f"{symbol}@{other}") - sympy.Symbol(f"{symbol}@{first}"))
        more = case.unnamed("positive", f"what {symbol} gains by other forecasts", gap)
    return {name: whole + often * more for name, often in times.items()}


def moves(atom: Over) -> bool:
    """Whether a sum over items has roots or logarithms, so that only what it gains by other forecasts is known."""
    powers = (part.exp for part in atom.body.atoms(sympy.Pow))
    curved = bool(atom.body.atoms(sympy.log)) or any(not power.is_Integer for power in powers)
    return atom.domain == "items" and (curved or atom.body.has(sympy.oo))


def item_at(atom: Over, happened: int, place: Expr) -> Expr:
    """Return the term of an item of two classes at a forecast of the event. Raises NotSymbolicError."""
    forecast = place, 1 - place
    row = {"p": place, "t": forecast[happened == 1], "s": sum(each**2 for each in forecast)}
    row["y"] = sympy.Integer(happened == 2)
    body = bare(atom)[0].xreplace({_OF[name]: value for name, value in row.items()})
    if body.free_symbols - place.free_symbols or body.has(Ratio, Guard, Larger, Smaller, sympy.oo, sympy.zoo):
        raise NotSymbolicError("terms that look at more than forecasts, or have conventions, are swept only")
    return body
