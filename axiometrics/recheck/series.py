"""A proof for every n from some start on: the formula on lists of runs whose lengths grow with n, and its margin.

On a run everything that a term looks at is an affine function of the rank and of n. So a reduction is a sum over the
runs: the number of documents times the term where that is the same, else a geometric sum, or a sum that lies between
bounds. Nothing but the lists, the collection and the start is taken from the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.recheck.eventual_signs import (
    Growing,
    Quotient,
    at,
    degree,
    over,
    plain,
    plus,
    replaced,
    telescoped,
    times,
)
from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    NotCoveredError,
    Step,
    added,
    flattened,
    formula_of,
    multiplied,
    parsed,
    require,
    written,
)
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.terms import (
    PLAIN,
    Evaluated,
    Kind,
    Piece,
    Value,
    frozen,
    minus,
    number,
    product_of,
    scaled,
    total,
)
from axiometrics.recheck.values import require_values

INDEX: Flat = {(("i", 1),): Fraction(1)}


class Listing:
    """One output: its list and its collection, for every n from the start on."""

    def __init__(self, known: Growing, told: Mapping[str, Any], relevant: Flat, nonrelevant: Flat) -> None:
        self.known = known
        self.pieces = list(self._pieces(told["list"]))
        m = self.pieces[-1].last if self.pieces else Flat()
        R, N = relevant, nonrelevant
        pairs = [over(minus(multiplied(each, each), each), 2) for each in (R, N)]
        self.sizes = {"m": m, "R": R, "N": N, "G": ONE, "T": added(pairs[0], pairs[1])}
        require(known.positive(R), "a collection without relevant documents")
        self.missing = {1: self._missing(R, 1), 0: self._missing(N, 0)}

    def _pieces(self, parts: Any) -> Iterator[Piece]:
        above = Piece(0, ONE, Flat(), Flat(), Flat())
        for part in parts:
            require(part["document"] in ("0", "1"), "a grade that is not binary")
            count = flattened(parsed(part.get("times", "1")))
            if not count:
                continue
            if self._sign(minus(count, ONE))[0] < 0:
                raise NotCoveredError("a run that may have no documents")
            first = added(above.last, ONE)
            above = Piece(
                int(part["document"]), first, added(above.last, count), above.relevant, above.nonrelevant
            )
            yield above
            above = above.within(added(above.last, ONE), above.last)

    def _missing(self, all_: Flat, grade: int) -> Flat:
        found = all_
        for piece in self.pieces:
            found = minus(found, piece.count) if piece.grade == grade else found
        require(self._sign(found)[0] >= 0, "more documents are listed than there are")
        return found

    def _sign(self, flat: Flat) -> tuple[int, bool]:
        sign = self.known.sign(flat)
        if sign is None:
            raise NotCoveredError("an order that changes with n, or is open")
        return sign

    def cut(self, pieces: list[Piece], rank: Flat) -> Iterator[Piece]:
        """Divide pieces after a rank."""
        for piece in pieces:
            above, below = self._sign(minus(rank, piece.first)), self._sign(minus(piece.last, rank))
            if above == (-1, True) or below[0] <= 0:
                yield piece
            elif above[0] >= 0 and below[1]:
                yield piece.within(piece.first, rank)
                yield piece.within(added(rank, ONE), piece.last)
            else:
                raise NotCoveredError("whether a run goes on beyond a rank is open")

    def reduction(self, step: Step) -> Value:
        """Return the value of a reduction."""
        kind, _, limit = step.value.partition("_")
        body = step.parts[0]
        if kind in ("pairs", "missed"):
            return self._pairs(kind, body)
        ideal = [Piece(1, ONE, self.sizes["R"], Flat(), Flat())]
        pieces = ideal if kind == "ideal" else self.pieces
        places = [self.sizes["R"]] if "h" in set().union(*map(names_of, step.parts)) else []
        places += [number(int(each)) for each in sorted(constants(step))]
        end = self.sizes["R"] if limit == "R" else number(int(limit)) if limit else None
        for place in [*places, *([end] if end is not None else [])]:
            pieces = list(self.cut(pieces, place))
        if end is not None:
            pieces = [piece for piece in pieces if self.not_after(piece.last, end)]
        if kind == "cascade":
            return self._cascade(step.parts[0], step.parts[1], pieces)
        require(kind in ("ranks", "ideal"), f"no sums over {kind} are known")
        return total([self._sum(body, piece) for piece in pieces])

    def not_after(self, rank: Flat, end: Flat) -> bool:
        """Whether a rank is one of the first."""
        sign = self._sign(minus(end, rank))
        if sign == (-1, False):
            raise NotCoveredError("whether a rank is above the cut-off is open")
        return sign[0] >= 0

    def columns(self, piece: Piece) -> dict[str, Flat]:
        """Return what a term at the rank i looks at."""
        passed, grade = minus(INDEX, piece.first), Fraction(piece.grade)
        seen = added(added(piece.relevant, passed, grade), number(piece.grade))
        own = {name: number(piece.grade) for name in "xb"} | {"z": number(1 - piece.grade)}
        held = {} if (ideal := self._ideal_gain(piece)) is None else {"h": ideal}
        d = added(piece.nonrelevant, passed, 1 - grade)
        return {**self.sizes, **own, **held, "i": INDEX, "c": seen, "g": seen, "d": d}

    def _ideal_gain(self, piece: Piece) -> Flat | None:
        """Return what the ideal list gains by the rank i, where that is the rank itself, or all there is."""
        R = self.sizes["R"]
        last, first = (
            self.known.sign(minus(R, piece.last)),
            self.known.sign(minus(minus(piece.first, R), ONE)),
        )
        if last is not None and last[0] >= 0:
            return INDEX
        return R if first is not None and first[0] >= 0 else None

    def _sum(self, body: Step, piece: Piece, more: Mapping[str, Flat] | None = None) -> Value:
        known = {**self.columns(piece), **(more or {})}
        if not flattened(body, {name: known[name] for name in "xbz"}):
            return {}
        turn = self._turn(body, Evaluated(self.known, known, piece))
        if turn is not None:
            parts = list(self.cut([piece], turn))
            if len(parts) < 2:
                raise NotCoveredError("an extreme that turns where a run ends")
            return total([self._sum(body, part, more) for part in parts])
        return self.added_up(Evaluated(self.known, known, piece).value(body), piece)

    def _turn(self, step: Step, along: Evaluated) -> Flat | None:
        """Return the last rank at which one side of an extreme is the larger one, where another one is below it."""
        for part in step.parts:
            if (found := self._turn(part, along)) is not None:
                return found
        piece = along.piece
        if piece is None or step.kind not in ("maximum", "minimum"):
            return None
        sides = [along.value(part) for part in step.parts]
        top, bottom = total([sides[0], scaled(sides[1], plain(number(-1)))]).get(PLAIN, plain(Flat()))
        slope = top.get((("i", 1),), Fraction(0))
        if not slope or not set(bottom) <= {()} or self.known.along((top, bottom), piece.first, piece.last):
            return None
        rank = {powers: -value / slope for powers, value in top.items() if powers != (("i", 1),)}
        if not set(rank) <= {(), (("n", 1),)} or rank.get((("n", 1),), Fraction(0)).denominator > 1:
            return None
        return added(rank, {(): Fraction(-(rank.get((), Fraction(0)) % 1))})

    def added_up(self, value: Value, piece: Piece) -> Value:
        """Return the sum of a value over a piece."""
        return total([self._one_sum(kind, found, piece) for kind, found in value.items()])

    def _one_sum(self, kind: Kind, value: Quotient, piece: Piece) -> Value:
        first, last, known = piece.first, piece.last, self.known
        fixed = not (degree(value[0], "i") or degree(value[1], "i"))
        name = " ".join(map(repr, ("sum", kind, *map(written, value), written(first), written(last))))
        if kind == PLAIN:
            if fixed or first == last:
                return {PLAIN: times(plain(piece.count), at(value, first))}
            if degree(value[0], "i") == 1 and not degree(value[1], "i"):
                middle = at(value, over(added(first, last), 2))
                return {PLAIN: times(plain(piece.count), middle)}
            if (whole := telescoped(value, first, last)) is not None:
                return {PLAIN: whole}
            bounds = known.shaped(value, first, last, plain(piece.count), flat=True)
            return {PLAIN: plain(known.sum_of(name, bounds))}
        if kind[0] == "log" and fixed:
            inside = dict(kind[1])
            if degree(inside, "i") > 1:
                raise NotCoveredError("the logarithm of what is not affine in the rank")
            name = " ".join(("logs", written(inside), written(first), written(last)))
            if first == last:
                inside = replaced(inside, "i", plain(first))
                if inside == number(2):
                    return {PLAIN: value}
                name = f"log {written(inside)}"
            bounds = known.logarithmic(inside, first, last, piece.count)
            return {PLAIN: times(value, plain(known.sum_of(name, bounds)))}
        if kind[0] == "power":
            base, exponent = kind[1], dict(kind[2])
            if degree(exponent, "i") == 1 and exponent[(("i", 1),)] == 1:
                start = known.power(base, replaced(exponent, "i", plain(first)))
                weights = times(
                    plain(minus(ONE, known.power(base, piece.count))), plain(number(1 / (1 - base)))
                )
                weights = times(plain(start), weights)
                if fixed:
                    return {PLAIN: times(value, weights)}
                bounds = known.shaped(value, first, last, weights, flat=False)
                return {PLAIN: plain(known.sum_of(name, bounds))}
        raise NotCoveredError(f"a sum of terms with a {kind[0]}")

    def _cascade(self, body: Step, stop: Step, pieces: list[Piece]) -> Value:
        """Along a run in which readers stop with one probability the chance to read on is geometric."""
        found: list[Value] = []
        reading = plain(ONE)
        for piece in pieces:
            chance = Evaluated(self.known, self.columns(piece), piece).value(stop)
            share = chance.get(PLAIN, plain(Flat()))
            require(
                set(chance) <= {PLAIN} and set(share[0]) <= {()} >= set(share[1]), "a chance that changes"
            )
            p = share[0].get((), Fraction(0)) / share[1][()]
            require(0 <= p <= 1, "a chance that is none")
            if p == 1:
                only = piece.within(piece.first, piece.first)
                return total([*found, scaled(self._sum(body, only), reading)])
            if p:
                weight: Value = {("power", 1 - p, frozen(minus(INDEX, piece.first))): plain(number(p))}
                terms = Evaluated(self.known, self.columns(piece), piece).value(body)
                weighted = product_of(terms, weight, self.known, piece)
                found.append(scaled(self.added_up(weighted, piece), reading))
                reading = times(reading, plain(self.known.power(1 - p, piece.count)))
        return total(found)

    def _pairs(self, kind: str, body: Step) -> Value:
        """Return the sum over pairs of a document and one below it, or one that is not listed."""
        found = []
        for place, upper in enumerate(self.pieces):
            if kind == "missed":
                for grade, count in self.missing.items():
                    found.append(scaled(self._sum(body, upper, below(grade)), plain(count)))
                continue
            found.append(self._inside(body, upper))
            for lower in self.pieces[place + 1 :]:
                found.append(self._between(body, upper, lower))
        return total(found)

    def _between(self, body: Step, upper: Piece, lower: Piece) -> Value:
        """Return the pairs of two pieces, of which one has a single document or terms that look at grades alone."""
        if not flattened(body, self._grades(upper, lower)):
            return {}
        if upper.first == upper.last:
            fixed = {
                name: replaced(flat, "i", plain(upper.first)) for name, flat in self.columns(upper).items()
            }
            known = {**fixed, **below(lower.grade), "j": INDEX}
            return self.added_up(Evaluated(self.known, known, lower).value(body), lower)
        if lower.first == lower.last or not names_of(body) & {"j"}:
            more = {**below(lower.grade), "j": lower.first}
            return scaled(self._sum(body, upper, more), plain(lower.count))
        return self._unknown("between", body, upper, lower)

    def _inside(self, body: Step, piece: Piece) -> Value:
        if piece.first == piece.last or not flattened(body, self._grades(piece, piece)):
            return {}
        if names_of(body) & {*"ijcghd"}:
            return self._unknown("inside", body, piece, piece)
        value = Evaluated(self.known, {**self.columns(piece), **below(piece.grade)}, piece).value(body)
        pairs = over(minus(multiplied(piece.count, piece.count), piece.count), 2)
        return scaled(value, plain(pairs))

    def _grades(self, upper: Piece, lower: Piece) -> dict[str, Flat]:
        return {name: self.columns(upper)[name] for name in "xbz"} | below(lower.grade)

    def _unknown(self, what: str, body: Step, upper: Piece, lower: Piece) -> Value:
        """Return a name for a sum of which nothing is known, but that equal ones are equal."""
        seen = {name: flat for name, flat in self.columns(upper).items() if name not in "icghd"}
        key = [what, str(upper.grade), written(flattened(body, seen | below(lower.grade)))]
        key += [
            written(flat)
            for piece in (upper, lower)
            for flat in vars(piece).values()
            if isinstance(flat, dict)
        ]
        return {PLAIN: plain(self.known.sum_of(" ".join(key), None))}


def below(grade: int) -> dict[str, Flat]:
    """Return what the grade of the lower document decides."""
    return {"y": number(grade), "e": number(grade), "f": number(1 - grade)}


def constants(step: Step) -> set[int]:
    """Return small whole numbers that a term compares its rank with."""
    own = {
        int(part.value)
        for part in step.parts
        if step.kind in ("maximum", "minimum") and part.kind == "number" and 1 <= part.value <= 9
        and part.value.denominator == 1 and "i" in names_of(step)
    }  # fmt: skip
    return own.union(*map(constants, step.parts))


def series_holds(document: Mapping[str, Any]) -> str:
    """Require that the margin has its sign for every n from the start on; return what is confirmed."""
    told = document["series"]
    formula = formula_of(document["formula"])
    require_values(document["task"], formula, ("R",))
    known = Growing(int(told["start"]))
    sizes = [flattened(parsed(told["collection"][kind])) for kind in ("relevant", "nonrelevant")]
    scores = {}
    for name in told["form"]:
        listing = Listing(known, told["outputs"][name], *sizes)
        scores[name] = Evaluated(known, listing.sizes, reduction=listing.reduction).value(formula)
    top, bottom = _margin(scores, told["form"], known)
    sign = known.sign_of((top, bottom))
    found = {(1, True): "positive", (-1, True): "negative", (0, False): "zero"}.get(sign or (0, True))
    if found is None:
        raise NotCoveredError("the margin's sign is not evident for every n from the start on")
    require(found == told["sign"], f"the margin is {found}")
    return f"{told_of(told['form'])} is {found} for every {told['size']} from {told['start']} on"


def _margin(scores: Mapping[str, Value], form: Mapping[str, int], known: Growing) -> Quotient:
    squared = any(kind[:1] == ("root",) for value in scores.values() for kind in value)
    found = plain(Flat())
    for name, weight in form.items():
        value = scores[name]
        require(len(value) <= 1, "a score that is no multiple of one value")
        kind, one = next(iter(value.items()), (PLAIN, plain(Flat())))
        if squared:
            require(sorted(form.values()) == [-1, 1], "squares compare two outputs")
            side = known.sign_of(one)
            if side is None:
                raise NotCoveredError("a factor of a root without a sign")
            square = times(one, one)
            square = times(square, (dict(kind[1]), dict(kind[2]))) if kind else square
            one = times(square, plain(number(side[0])))
        else:
            require(kind == PLAIN, f"a score with a {kind[:1]}")
        found = plus(found, one, Fraction(weight))
    return found


def told_of(form: Mapping[str, int]) -> str:
    """Write a linear form in scores. Raises RefusedError where it would read as another one."""
    for name, weight in form.items():
        require(isinstance(weight, int) and weight != 0, f"{weight} is no whole number of times Q({name})")
        require(not name or name.isidentifier(), f"{name} is no name of an output")
    return " ".join(
        f"{'-' if weight < 0 else '+'} {abs(weight) if abs(weight) > 1 else ''}Q({name})"
        for name, weight in form.items()
    )
