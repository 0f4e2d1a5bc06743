"""The parametric case of a ranking constraint: where each focal document stands, whatever the contexts hold.

A context of any documents is known by how many relevant and non-relevant ones it has, and by its gain. So the rank of
each focal document, and what is above it, are expressions in these; sizes are ``least + x`` with x >= 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.nodes import InverseLog, Over, Power, over, settled
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured
from axiometrics.tasks.ranking.cases import RELEVANCE
from axiometrics.tasks.ranking.chooser import KIND, Chooser, Context, Run, Template
from axiometrics.tasks.ranking.view import AT, At, Below, R, domain_limit

if TYPE_CHECKING:
    from sympy import Expr, Symbol

MOST_DOCUMENTS = 8
"""Equal focal documents in a row that are told one by one."""


class SymbolicChooser(Chooser):
    """Answers with symbols: a size or grade is its least value plus a generator that is never negative."""

    def __init__(self, kind: int = 0) -> None:
        self.case = ParametricCase()
        self.of_kind = kind
        self.kinds = 0

    def kind(self, count: int) -> int:
        """Return the kind of cases that this parametric case stands for."""
        self.kinds = count
        return self.of_kind

    def size(self, name: str, low: int = 1, high: int | None = None) -> Expr:
        """Return the symbolic size; one that is bounded from above has no symbolic reading."""
        if high is not None:
            raise NotSymbolicError(f"{name} is at most {high}; such constraints are swept only")
        return self.case.raised(name, low)

    def grade(self, name: str, low: Expr | int = 0) -> Expr:
        """Return the symbolic grade."""
        return self.case.raised(name, low)


def judged(at: At | Below, grade: Any, relevant: Any = None) -> dict[Any, Any]:
    """Return the values of what a document's own grade decides, at a rank or below it.

    >>> from axiometrics.tasks.ranking.view import BELOW
    >>> judged(BELOW, 2)
    {y: 2, e: 1, f: 0}
    """
    found = int(bool(grade > 0)) if relevant is None else relevant
    return dict(zip(at, map(sympy.sympify, (grade, found, 1 - found)), strict=False))


@dataclass(frozen=True)
class Place:
    """What is above a rank: documents, relevant ones, their gain, and judged non-relevant ones."""

    documents: Expr = sympy.S.Zero
    relevant: Expr = sympy.S.Zero
    gain: Expr = sympy.S.Zero
    nonrelevant: Expr = sympy.S.Zero

    def below(self, relevant: Expr, gain: Expr, nonrelevant: Expr) -> Place:
        """Return the place below some more documents."""
        return Place(
            *map(
                sympy.expand,
                (
                    self.documents + relevant + nonrelevant,
                    self.relevant + relevant,
                    self.gain + gain,
                    self.nonrelevant + nonrelevant,
                ),
            )
        )


@dataclass(frozen=True)
class Focal:
    """One focal document: its grade, 1 if it is relevant and 0 if not, and what is above it.

    Where its grade does not settle its relevance, that is a symbol which no certificate may use.
    """

    grade: Expr
    relevant: Expr
    above: Place


class Focus:
    """The focal documents and the contexts of every output, in order, each with what is above it."""

    def __init__(self, generator: Callable[..., Template], kind: int = 0) -> None:
        chooser = SymbolicChooser(kind)
        self.template = generator(chooser)
        self.case = chooser.case
        self.kinds = chooser.kinds
        if self.kinds:
            self.case.where = {KIND: kind}
        self.none_relevant = self.template.relevant == 0 and not self.template.contexts()
        if self.template.relevant is not None and not self.none_relevant:
            raise NotSymbolicError("a stated number of relevant documents has no symbolic reading here")
        if self.template.tied:
            raise NotSymbolicError("lists with ties are swept only")
        if self.template.kept is not None:
            raise NotSymbolicError("lists that are told apart by what they hold are swept only")
        self.graded = any(context.graded for context in self.template.contexts())
        self.contents = {context.name: self._content(context) for context in self.template.contexts()}
        self.parts = {output: list(self._walk(output)) for output in self.template.outputs}
        self.case.outputs = {output: {} for output in self.template.outputs}

    def _content(self, context: Context) -> tuple[Any, Any, Any]:
        """Return relevant documents, gain and non-relevant documents of a context."""
        name, case = context.name, self.case
        length, held = measured("length", name), measured("relevant", name)
        relevant = case.generator(f"r_{name}", "nonnegative", f"relevant documents of the {name}", held)
        others = case.generator(
            f"s_{name}", "nonnegative", f"non-relevant documents of the {name}", length - held
        )
        if not context.graded:
            return relevant, relevant, others
        more = f"gain of the {name} beyond 1 for each relevant document"
        excess = case.generator(f"g_{name}", "nonnegative", more, measured("gain", name) - held)
        return relevant, relevant + excess, others

    def _walk(self, output: str) -> Expr:
        place = Place()
        for part in self.template.outputs[output]:
            if isinstance(part, Context):
                yield part, place
                place = place.below(*self.contents[part.name])
                continue
            for times, grade in self._split(part):
                relevant = self.relevance(grade)
                if times == 1:
                    yield Focal(grade, relevant, place), place
                elif grade in (0, 1):
                    yield Run(grade, times), place
                else:
                    raise NotSymbolicError(
                        f"a symbolic number of documents of grade {grade} has no symbolic reading"
                    )
                place = place.below(times * relevant, times * grade, times * (1 - relevant))
        yield None, place

    def _split(self, part: Run) -> list[tuple[Any, Any]]:
        """Tell documents one by one where their number is known; a symbolic run must be of grade 0 or 1."""
        times = sympy.sympify(part.times)
        if times.is_Integer and 0 <= times <= MOST_DOCUMENTS:
            return [(1, part.grade)] * int(times)
        return [(part.times, part.grade)]

    def evident(self, expression: Expr) -> Expr:
        """Return the evident sign of an expression in generators, or None."""
        return rational_sign(sympy.sympify(expression), self.case.positive, self.case.nonnegative)

    def relevance(self, grade: Expr) -> Expr:
        """Return 1 for a grade that is evidently relevant and 0 for grade 0; else a symbol of its own."""
        sign = self.evident(grade)
        if sign in ("zero", "positive"):
            return sympy.Integer(sign == "positive")
        meant = sympy.expand(self.case.measured(grade))
        if not meant.is_Symbol:
            raise NotSymbolicError(f"whether {meant} is positive has no symbol")
        definition = measured(RELEVANCE, meant)
        return self.case.generator(
            f"b_{meant}", "nonnegative", f"1 if {meant} is positive, else 0", definition
        )

    def told(self) -> dict[str, Any]:
        """Tell the lists part by part, for certificates that stand alone; nothing where grades are not binary."""
        if self.graded or self.template.more or self.template.documents != "open" or self.kinds:
            return {}
        if any(run.grade for output in self.parts for run, _ in self.runs(output)):
            return {}
        lists = {output: [_told(part) for part, _ in parts[:-1]] for output, parts in self.parts.items()}
        if any(part.get("document", "0") not in ("0", "1") for parts in lists.values() for part in parts):
            return {}
        sides = "relevant", "nonrelevant"
        return {
            "contexts": {
                name: {"relevant": relevant, "nonrelevant": others}
                for name, (relevant, _, others) in self.contents.items()
            },
            "collection": dict.fromkeys(sides, "0")
            if self.none_relevant
            else dict(zip(sides, "ut", strict=True)),
            "outputs": {output: {"list": parts} for output, parts in lists.items()},
        }

    @property
    def outputs(self) -> list[str]:
        """The names of the outputs."""
        return list(self.parts)

    def focal(self, output: str) -> list[Focal]:
        """Return the focal documents that are told one by one, best rank first."""
        return [part for part, _ in self.parts[output] if isinstance(part, Focal)]

    def changed(self, output: str) -> list[Focal]:
        """Return the focal documents that some output does not have at the same rank with the same above it."""
        others = [self.focal(other) for other in self.outputs]
        return [part for part in self.focal(output) if not all(part in found for found in others)]

    def places(self, output: str) -> dict[str, Place]:
        """Return what is above each context."""
        return {part.name: place for part, place in self.parts[output] if isinstance(part, Context)}

    def runs(self, output: str, grade: int | None = None) -> list[tuple[Run, Place]]:
        """Return the runs of documents whose number is a symbol, or those of one grade, with what is above them."""
        found = [(part, place) for part, place in self.parts[output] if isinstance(part, Run)]
        return [run for run in found if grade is None or run[0].grade == grade]

    def changed_runs(self, output: str) -> list[tuple[Expr, Expr, Place]]:
        """Return the first rank of every run of relevant documents that some output has not, the rank after it, and
        what is above.
        """
        others = [self.runs(other, 1) for other in self.outputs]
        return [
            (sympy.expand(place.documents + 1), sympy.expand(place.documents + 1 + run.times), place)
            for run, place in self.runs(output, 1)
            if not all((run, place) in found for found in others)
        ]

    def end(self, output: str) -> Place:
        """Return what the whole list holds."""
        found: Place = self.parts[output][-1][1]
        return found


def _told(part: Any) -> dict[str, str]:
    if isinstance(part, Context):
        return {"context": part.name}
    return {"document": str(part.grade), **({"times": str(part.times)} if isinstance(part, Run) else {})}


# --- the most that sums over a whole list can be


def set_most(focus: Focus, atoms: Mapping[Any, Over]) -> None:
    """Write sums over one list of any documents by the most that they can be, and what they lack of it."""
    if (
        len(focus.outputs) != 1
        or focus.graded
        or focus.focal(focus.outputs[0])
        or focus.runs(focus.outputs[0])
    ):
        return
    (output,) = focus.outputs
    values, case = focus.case.outputs[output], focus.case
    for symbol, atom in atoms.items():
        most = _most(atom, atoms) if values[symbol] in case.rests else None
        if most is None:
            continue
        held, whole = measured(symbol, output), measured(most, output) if most.is_Symbol else most
        part = case.unnamed("nonnegative", f"{symbol} of the list", held)
        lack = case.unnamed("nonnegative", f"what {symbol} lacks of {most}", whole - held)
        if most.is_Symbol:
            values[symbol], values[most] = part, part + lack
            return
        values[symbol] = most * part / (part + lack)
        case.sums.append((part, lack))


def _most(atom: Over, atoms: Mapping[Any, Over]) -> Any:
    """Return the most that a sum over a list of binary grades can be: a number, R or a reduction; None if unknown."""
    kind, limit = domain_limit(atom.domain)
    if kind == "cascade":
        value, stop = atom.body.args
        stops = [settled(stop.xreplace(judged(AT, grade))) for grade in (0, 1)]
        sure = all(each.is_Rational and 0 <= each <= 1 for each in stops)
        most = settled(value.xreplace({AT.i: sympy.S.One}))
        return most if sure and most.is_Rational and _falls(value) else None
    if kind != "ranks":
        return None
    none, one = (settled(atom.body.xreplace(judged(AT, grade))) for grade in (0, 1))
    ideal = over(atom.domain.replace("ranks", "ideal"), atom.body)
    same = next((symbol for symbol, other in atoms.items() if other == ideal), None)
    if same is not None:
        return same if none == 0 and _falls(one) else None
    if isinstance(limit, int):
        known = none.is_Rational and one.is_Rational and min(none, one) >= 0
        return limit * max(none, one) if known and limit and max(none, one) > 0 else None
    return _most_of_all(one) if limit is None and none == 0 else None


def _most_of_all(one: Expr) -> Any:
    """Return the most that terms of relevant documents add up to: R where each is at most 1, or a geometric series."""
    above = sympy.Symbol("others", nonnegative=True), sympy.Symbol("relevant", nonnegative=True)
    rank = {AT.i: 1 + sum(above), AT.c: 1 + above[1], AT.g: 1 + above[1], AT.d: above[0]}
    if one.is_rational_function() and one.free_symbols <= set(rank):
        signs = [rational_sign(sympy.cancel(each.xreplace(rank)), [], above) for each in (one, 1 - one)]
        return R if all(sign in ("positive", "nonnegative", "zero") for sign in signs) else None
    times, power = one.as_coeff_Mul()
    if times <= 0 or not isinstance(power, Power) or power.args[1] != AT.i - 1:
        return None
    share = power.args[0]
    return times / (1 - share) if share.is_Rational and 0 < share < 1 else None


def _falls(weight: Expr) -> bool:
    """Whether a weight of ranks is positive and never rises: a power of 1/i, or a discount by logarithm."""
    times, plain = weight.as_coeff_Mul()
    base, exponent = plain.as_base_exp()
    if base == AT.i:
        return bool(times > 0 and exponent.is_Integer and exponent < 0)
    more = base.args[0] - AT.i if isinstance(base, InverseLog) else sympy.S.Zero
    return bool(times > 0 and exponent == 1 and more.is_Integer and more > 0)


# --- what readers gain


def gained(focus: Focus, symbol: Symbol, body: Expr) -> dict[str, Any]:
    """Return what readers gain in each of two outputs, in one of which that is more. Raises NotSymbolicError.

    Of the readers who reach a context the share s goes on, and the share d gains what is less than the value before it
    and more than that after it. Values fall, and from one rank to the next the less, the lower these are: each is what
    comes next and something more.
    """
    value, stop = body.args
    stops = [settled(stop.xreplace(judged(AT, grade))) for grade in (0, 1)]
    lists = [[part for part, _ in focus.parts[output][:-1]] for output in focus.outputs]
    sure = all(each.is_Rational and 0 <= each <= 1 for each in stops) and _falls(value)
    turn: int
    sign: GeneratorSign
    turn, sign = 0, "real"
    if sure and len(lists) == 2 and not focus.graded and _side_by_side(*lists):
        turn, sign = _more(*_readers(lists, stops))
    if not turn:
        raise NotSymbolicError(f"{symbol} changes where readers stop")
    less, more = focus.outputs[::turn]
    base = focus.case.unnamed("real", f"{symbol} in {less}", measured(symbol, less))
    gain = focus.case.unnamed(sign, f"what {symbol} gains", measured(symbol, more) - measured(symbol, less))
    return {less: base, more: base + gain}


def _more(totals: Sequence[Expr], signs: Mapping[Any, GeneratorSign]) -> tuple[int, GeneratorSign]:
    """Return 1 where the second total evidently is no less than the first, -1 where it is no more; and how surely."""
    terms = sympy.Poly(totals[1] - totals[0], *signs).terms()
    found = [
        {sign for sign, power in zip(signs.values(), powers, strict=True) if power} for powers, _ in terms
    ]
    turns = {1 if times > 0 else -1 for _, times in terms if times}
    return turns.pop() if len(turns) == 1 else 0, "positive" if {"positive"} in found else "nonnegative"


def _side_by_side(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two lists have the same contexts, and single documents, at the same ranks."""
    return len(one) == len(other) and all(
        (isinstance(part, Focal) and isinstance(beside, Focal))
        or (isinstance(part, Context) and part == beside and part.side is None)
        for part, beside in zip(one, other, strict=True)
    )


def _readers(
    lists: Sequence[Sequence[Any]], stops: Sequence[Any]
) -> tuple[list[Any], dict[Any, GeneratorSign]]:
    """Return what readers gain in all of each list, times 1 = s + d of each context, and the signs of all symbols."""
    signs: dict[Any, GeneratorSign] = {}
    goes_on: GeneratorSign = "positive" if max(stops) < 1 else "nonnegative"

    def new(name: str, sign: GeneratorSign) -> Any:
        symbol = sympy.Symbol(f"{name}{len(signs)}")
        signs[symbol] = sign
        return symbol

    totals, whole = [sympy.S.Zero, sympy.S.Zero], sympy.S.One
    below = drop = sympy.S.Zero
    for at, parts in reversed(list(enumerate(zip(*lists, strict=True)))):
        focal = isinstance(parts[0], Focal)
        next_to = focal and at + 1 < len(lists[0]) and isinstance(lists[0][at + 1], Focal)
        more = new("v", "positive" if focal else "nonnegative")
        drop, more = (drop + more, drop + more) if next_to else (drop, more)
        below += more
        if focal:
            shares = [stops[int(part.relevant)] for part in parts]
            totals = [p * below * whole + (1 - p) * total for p, total in zip(shares, totals, strict=True)]
        else:
            on, off = new("s", goes_on), new("d", "nonnegative")
            totals = [off * below * whole + on * total for total in totals]
            whole *= on + off
    return totals, signs
