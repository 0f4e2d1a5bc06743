"""Sums that are not negative: rows of a reduction, and what distances |x|, or extremes, leave of what bounds them.

The definition of a symbol is read as a sum of multiples of distances, the larger of x and -x, and of a rest without
any. Since |x| is x or -x and at least both, r + |y| + |z| - |x| is not negative where r + y + z - x and r - y - z + x
are not, for some signs of y and z; and |x| - x^2 is not where 1 - x and 1 + x are not.

The smaller of two is at most their mean, and the larger one at least that. Shares of all classes add up to 1, so that a
multiple of what they are more than 1, which is 0, may be added to anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations, product
from typing import TYPE_CHECKING

from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    RefusedError,
    Step,
    added,
    divisors_of,
    ends,
    flattened,
    number,
    parsed,
    total,
)
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.partitions import Row
from axiometrics.recheck.presence import follows
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import Number, Point, plain

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

MOST_ROWS = 6
"""Rows of a reduction up to which every choice of some is looked at."""


def row_sums(part: Part) -> list[Callable[[Mapping[str, Output]], Number]]:
    """Return what rows that are not negative add up to, for every choice of some rows of a reduction."""
    found: list[Callable[[Mapping[str, Output]], Number]] = []
    for name, told in part.data["outputs"].items():
        for about in part.data["reductions"].values() if told.get("complete") else ():
            rows = told["rows"].get(about["domain"], [])
            if {"times", "group", "either"} & {key for row in rows for key in row} or len(rows) > MOST_ROWS:
                continue
            shown = [row for row in rows if _is_nonnegative(part, parsed(about["body"]), row)]
            for count in range(1, len(shown) + 1):
                found += [partial(_over, name, about, some) for some in combinations(shown, count)]
    return found


def _over(
    output: str, about: Mapping[str, str], some: Sequence[Row], outputs: Mapping[str, Output]
) -> Number:
    return outputs[output].over(about["domain"], about["body"], list(some))


def _is_nonnegative(part: Part, step: Step, row: Row) -> bool:
    """Whether the coefficients of a row's columns show that a term, where it has a value, is not negative."""
    if step.kind in ("product", "ratio", "guard"):
        return all(_is_nonnegative(part, each, row) for each in step.parts)
    try:
        if step.kind == "quotient":
            columns = {name: flattened(parsed(row[name])) for name in names_of(step.parts[1])}
            below = flattened(step.parts[1], columns)
            there = flattened(parsed(row.get("if", "0")))  # a term that counts only where this is not zero
            known = part.sign(below, part.signs)
            sure = known == "positive" or (known == "nonnegative" and follows(below, there, part.signs))
            return sure and _is_nonnegative(part, step.parts[0], row)
        columns = {name: flattened(parsed(row[name])) for name in names_of(step)}
        return part.sign(flattened(step, columns), part.signs) in ("positive", "nonnegative")
    except (RefusedError, LookupError):
        return False


# --- extremes and their means

EXTREMES = {"maximum": 1, "minimum": -1}
"""Extremes, and which multiples of them are at least those of their means."""


def by_means(step: Step, times: Fraction = Fraction(1)) -> list[tuple[Fraction, Step]]:
    """Return multiples of steps, which add up to no more than a sum: extremes are bounded by the means of their parts.

    >>> flat = flattened(total(by_means(parsed("1 - Smaller(x, y)"))))
    >>> flat == flattened(parsed("1 - x/2 - y/2"))
    True
    """
    found: list[tuple[Fraction, Step]] = []
    for often, each in by_terms(step, times):
        bounds = EXTREMES.get(each.kind, 0) * often > 0
        means = (by_means(part, often / len(each.parts)) for part in each.parts)
        found += [term for mean in means for term in mean] if bounds else [(often, each)]
    return found


def signs_by_means(part: Part, text: str) -> Iterator[str]:
    """Yield the sign of a sum with extremes that the means of their parts show."""
    step = part.in_sizes(text)
    if not set(EXTREMES) & kinds_of(step):
        return
    bound = by_means(step)
    below = [flattened(divisor) for _, each in bound for divisor in divisors_of(each)]
    top, _ = ends(total(bound))
    for least in (top, *(with_shares(top, whole) for whole in shares_of_all(part) if not below)):
        try:
            if all(part.sign(each, part.signs) == "positive" for each in below):
                yield part.sign(least, part.signs)
        except RefusedError:
            continue


def kinds_of(step: Step) -> set[str]:
    """Return the kinds of a step and of all that it is made of."""
    return {step.kind}.union(*map(kinds_of, step.parts))


def with_shares(flat: Flat, whole: Flat) -> Flat:
    """Add the multiple of a sum less 1, which is 0, that is just enough for no term of the sum to be taken away."""
    often = max(-flat.get(powers, Fraction(0)) / value for powers, value in whole.items())
    return added(flat, added(whole, {(): Fraction(-1)}), often)


def shares_of_all(part: Part) -> list[Flat]:
    """Return what the shares of all classes, which add up to 1, are in symbols, where they are plain sums of these."""
    found: list[Flat] = []
    for told in part.data["outputs"].values() if part.task == "quantification" else ():
        rows = told.get("rows", {}).get("classes", [])
        alone = not {"if", "times", "group"} & {key for row in rows for key in row}
        every = told.get("complete") and told["quantities"].get("K") == f"{len(rows)}"
        for side in "pq" if every and alone and rows else ():
            if not all(side in row for row in rows):
                continue
            whole = reduce(added, (flattened(parsed(row[side])) for row in rows))
            plain_sum = all(len(powers) == 1 and powers[0][1] == 1 for powers in whole)
            if plain_sum and whole and min(whole.values()) > 0:
                found.append(whole)
    return found


def parts_of(extreme: Step) -> list[Step]:
    """Return what an extreme is taken of: of one of its kind in it, that one's parts."""
    return [
        found for part in extreme.parts for found in (parts_of(part) if part.kind == extreme.kind else [part])
    ]


def only_extreme(step: Step) -> tuple[Fraction, Step, Step] | None:
    """Return how often a sum has an extreme, which, and the rest of it; None where there is none, or another one."""
    terms = by_terms(step)
    some = [(times, each) for times, each in terms if each.kind in EXTREMES]
    rest = total([(times, each) for times, each in terms if each.kind not in EXTREMES])
    inside = [part for _, each in some for part in parts_of(each)]
    alone = (
        len(some) == 1 and some[0][0] and not any(set(EXTREMES) & kinds_of(each) for each in (rest, *inside))
    )
    return (*some[0], rest) if alone else None


def sign_by_parts(part: Part, text: str) -> str:
    """Return the sign of a rest less the largest of some, or with it: it is the least, or most, with one of them."""
    found = only_extreme(part.in_sizes(text))
    if found is None:
        return ""
    times, extreme, rest = found
    left = (total([(Fraction(1), rest), (times, each)]) for each in parts_of(extreme))
    if EXTREMES[extreme.kind] * times > 0:
        return "nonnegative" if any(map(part.is_shown, left)) else ""
    return "positive" if all(map(part.is_above_zero, left)) else ""


def there_of(step: Step) -> Step | None:
    """Return what is asked where a step is 1 if that is not zero, and else 0; None for any other step."""
    if step.kind != "guard" or [flattened(part) for part in (step.parts[0], step.parts[2])] != [ONE, {}]:
        return None
    return step.parts[1]


def one_there(part: Part, texts: Sequence[str], *, sure: bool = True) -> bool:
    """Whether each text is 1 where something that is not negative is not zero, and else 0, and if ``sure`` one is 1.

    One is where all that is asked adds up to what is positive.
    """
    asked = [found for text in texts if text and (found := there_of(part.in_sizes(text)))]
    if not asked or len(asked) < len(texts) or not all(map(part.is_shown, asked)):
        return False
    whole, _ = ends(total([(Fraction(1), each) for each in asked]))
    return not sure or part.sign(whole, part.signs) == "positive"


def by_terms(step: Step, times: Fraction = Fraction(1)) -> list[tuple[Fraction, Step]]:
    """Return what a sum adds up."""
    if step.kind == "sum":
        return [found for part in step.parts for found in by_terms(part, times)]
    if step.kind == "product" and step.parts[0].kind == "number":
        return by_terms(step.parts[1], times * step.parts[0].value)
    return [(times, step)]


# --- distances

MOST = 4
"""Distances of a definition up to which all signs are tried."""


def distance_of(step: Step) -> Step | None:
    """Return x of the larger of x and -x, which is its distance from zero; None of any other step."""
    if step.kind != "maximum":
        return None
    one, other = map(flattened, step.parts)
    return None if added(one, other) else step.parts[0]


@dataclass(frozen=True)
class Bounded:
    """A sum of multiples of distances, by x of each, and of a rest."""

    distances: tuple[tuple[Fraction, Step], ...]
    rest: Step

    @property
    def place(self) -> int | None:
        """Which distance a symbol of this definition tells: the only one, or the only one that is taken away."""
        less = [k for k, (times, _) in enumerate(self.distances) if times == -1]
        if len(less) == 1 and all(times > 0 for k, (times, _) in enumerate(self.distances) if k != less[0]):
            return less[0]
        return 0 if self.is_one else None

    @property
    def is_one(self) -> bool:
        """Whether it is one distance and nothing else."""
        return len(self.distances) == 1 and self.distances[0][0] == 1 and not flattened(self.rest)

    @property
    def squared(self) -> Step | None:
        """Of |x| - x^2, x; None of anything else."""
        if len(self.distances) != 1 or self.distances[0][0] != 1:
            return None
        (_, inside) = self.distances[0]
        square = Step("product", (inside, inside))
        left, _ = ends(total([(Fraction(1), self.rest), (Fraction(1), square)]))
        return None if left else inside

    def is_nonnegative(self, shown: Callable[[Step], bool]) -> bool:
        """Whether a sum is not negative by what is ``shown`` of sums without distances."""
        if self.is_one:
            return True
        if (inside := self.squared) is not None:
            return all(shown(total([(Fraction(1), number(1)), (Fraction(s), inside)])) for s in (1, -1))
        if self.place is None or len(self.distances) > MOST:
            return False
        whole = (Fraction(1), self.rest)
        less = self.distances[self.place][1]
        others = [each for k, each in enumerate(self.distances) if k != self.place]
        return all(
            any(
                shown(total([whole, (Fraction(side), less), *self._turned(others, signs)]))
                for signs in product((1, -1), repeat=len(others))
            )
            for side in (1, -1)
        )

    def _turned(
        self, others: Sequence[tuple[Fraction, Step]], signs: Sequence[int]
    ) -> list[tuple[Fraction, Step]]:
        return [(times * sign, step) for (times, step), sign in zip(others, signs, strict=True)]


def bounded(step: Step) -> Bounded:
    """Read a definition as a sum of multiples of distances and of a rest."""
    found: list[tuple[Fraction, Step]] = []
    rest: list[tuple[Fraction, Step]] = []

    for times, part in by_terms(step):
        inside = distance_of(part)
        (rest if inside is None else found).append((times, part if inside is None else inside))
    return Bounded(tuple(found), total(rest))


def spans(known: Sequence[Flat], wanted: Sequence[Flat]) -> bool:
    """Whether linear forms without constants are zero wherever some others are.

    >>> from axiometrics.recheck.expressions import parsed
    >>> x, y, z = (flattened(parsed(text)) for text in ("x - y", "y - z", "x - z"))
    >>> spans([x, y], [z]), spans([x], [z])
    (True, False)
    """
    linear = all(len(powers) == 1 and powers[0][1] == 1 for flat in (*known, *wanted) for powers in flat)
    rows: list[Flat] = []
    for flat in known:
        left = _less(flat, rows)
        if left:
            rows.append(left)
    return linear and not any(_less(flat, rows) for flat in wanted)


def _less(flat: Flat, rows: Sequence[Flat]) -> Flat:
    """Take away from a form the multiples of others that share their first name with it."""
    for row in rows:
        first = min(row)
        if first in flat:
            flat = added(flat, row, -flat[first] / row[first])
    return flat


Told = list[tuple[Number, Number]]
"""Differences, each with what is told of it."""


Extremes = list[tuple[str, list[Number], Number]]
"""Extremes: their kind, what they are taken of, and their value."""


def distances_at(part: Part, point: Point) -> tuple[Told, Told, Extremes, Told]:
    """Return differences with their distances, and with their squares, at a point that knows the symbols; and extremes.

    A symbol tells a distance, or what is left of a sum of others; or what a square is less than its distance; or a
    multiple of one extreme and a rest. Last is what symbols tell whether it is there.
    """
    found: Told = []
    squares: Told = []
    first, minus = (
        Output(part, next(iter(part.data["outputs"])), point, measured=True),
        point.number(Fraction(-1)),
    )
    defined = {each["name"]: each.get("definition", "0") for each in part.data["symbols"]}
    told_by = (*part.distances, *part.extremes, *part.there)
    asked = set[str]().union(*(names_of(parsed(defined[name])) for name in told_by))
    for place in asked & set(part.data["measured"]) - set(point.values):
        what, output = part.data["measured"][place]
        point.values[place] = part.measured(Output(part, output, point, measured=True), what)

    def value(step: Step) -> Number:
        return plain(first.value(step, None, "symbols"))

    order = sorted(
        part.distances.items(), key=lambda each: (len(each[1].distances), each[1].squared is not None)
    )
    for name, told in order:
        less = point.times(minus, point.named(name))
        known = [(times, value(step), first.near(found, value(step))) for times, step in told.distances]
        if told.squared is not None and known[0][2] is not None:
            squares.append((known[0][1], point.plus(known[0][2], less)))
        elif told.place is not None:
            _, own, before = known.pop(told.place)
            rest = [point.times(point.number(times), each) for times, _, each in known if each is not None]
            if before is None and len(rest) == len(known):
                whole = reduce(point.plus, [value(told.rest), *rest, less])
                found.append((own, whole if told.distances[told.place][0] < 0 else point.named(name)))
    extremes: Extremes = []
    for name, (often, extreme, left) in part.extremes.items():
        more = point.plus(point.named(name), point.times(minus, value(left)))
        some = [value(each) for each in parts_of(extreme)]
        extremes.append((extreme.kind, some, point.times(more, point.number(1 / often))))
    there = [(value(asked_of), point.named(name)) for name, asked_of in part.there.items()]
    return found, squares, extremes, there


def apart_with(part: Part, members: Sequence[str]) -> bool:
    """Whether some distances are not all zero, since two distributions would be the same with them."""
    defined = {each["name"]: each.get("definition", "0") for each in part.data["symbols"]}
    known = [bounded(part.in_sizes(defined[name])) for name in members if name in part.distances]
    if len(known) < len(members) or not all(each.is_one for each in known):
        return False
    inside = [flattened(each.distances[0][1]) for each in known]
    for pair in part.data.get("differ", ()):
        apart = [added(flattened(parsed(p)), flattened(parsed(q)), Fraction(-1)) for p, q in pair]
        first, whole = (_told_shares(part, pair, len(pair) - left) for left in (1, 0))
        if (first and spans(inside, apart[:-1])) or (whole and spans([*inside, reduce(added, apart)], apart)):
            return True
    return False


def _told_shares(part: Part, pair: Sequence[Sequence[str]], count: int) -> bool:
    """Whether either side of a pair begins with so many shares of a distribution that outputs tell."""
    told = [
        [flattened(parsed(output["quantities"].get(f"{name}_{place}", "0"))) for place in range(1, count + 1)]
        for output in part.data["outputs"].values()
        for name in "pq"
        if output["quantities"].get("K") == str(len(pair)) and f"{name}_{count}" in output["quantities"]
    ]
    return all([flattened(parsed(text)) for text in side[:count]] in told for side in zip(*pair, strict=True))
