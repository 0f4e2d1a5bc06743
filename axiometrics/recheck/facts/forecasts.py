"""Whole tables of forecasts, by what groups of items add to sums.

A whole table of forecasts holds any items of two classes, at least one. All items with one forecast are a group. Of a
calibrated table each forecast is the share of events in its group, of an uncalibrated one some is not; recalibrated,
its items have the shares of their groups as forecasts. What a group adds to a sum is looked at wherever its forecast is
below the share, above it, or is the same. A sum that is infinite where something happened that had no probability is
looked at in tables that miss something, and in those that do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    divisors_of,
    ends,
    flattened,
    is_infinite,
    number,
    parsed,
    put_in,
    require,
    sign_of,
    total,
    written,
)
from axiometrics.recheck.facts.slopes import along, bare, item_at
from axiometrics.recheck.partitions import decision_of
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import INFINITE, Number, Point

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output


@dataclass(frozen=True)
class Group:
    """A group's forecast and share of events, the signs of what these are written in, and their sides of one half."""

    forecast: str
    share: str
    signs: Mapping[str, str]
    sides: tuple[int, int] | None = None

    @property
    def calibrated(self) -> Group:
        """The group with its share as the forecast."""
        return Group(self.share, self.share, self.signs, self.sides and (self.sides[1],) * 2)


POSITIVE = dict.fromkeys(("m", "g0", "g1", "g2"), "positive")
SIGNS = {**POSITIVE, "g0": "nonnegative", "g2": "nonnegative"}
LOW, HIGH = "g0/(g0 + g1 + g2)", "(g0 + g1)/(g0 + g1 + g2)"
APART = (Group(LOW, HIGH, SIGNS), Group(HIGH, LOW, SIGNS))
SAME = tuple(Group(share, share, POSITIVE) for share in ("g0/(g0 + g1)", "0", "1"))
"""All groups whose forecast is not the share of events, and all whose forecast is, inside or at an end."""
FINITE = (
    Group(LOW, HIGH, POSITIVE), Group("g0/(g0 + g1)", "1", POSITIVE),
    Group(HIGH, LOW, POSITIVE), Group("g1/(g1 + g2)", "0", POSITIVE),
)  # fmt: skip
"""Those whose forecast is not the share, where nothing happened that had no probability."""
SIDES = dict.fromkeys(("a0", "b2"), "nonnegative") | dict.fromkeys(("m", "a1", "a2", "b0", "b1"), "positive")
BELOW, ABOVE = ("a0/(2*(a0 + a1))", -1), ("1/2 + b0/(2*(b0 + b2))", 1)
BETWEEN = (
    (("a0/(2*(a0 + a1 + a2))", -1), ("(a0 + a1)/(2*(a0 + a1 + a2))", -1)), (BELOW, ("1/2", 0)), (BELOW, ABOVE),
    (("1/2", 0), ABOVE), (("1/2 + b0/(2*(b0 + b1 + b2))", 1), ("1/2 + (b0 + b1)/(2*(b0 + b1 + b2))", 1)),
)  # fmt: skip
"""Two probabilities in order, each with its side of one half."""
SIDED = tuple(
    Group(one[0], other[0], SIDES, (one[1], other[1]))
    for pair in BETWEEN
    for one, other in (pair, pair[::-1])
)
SIDED_SAME = tuple(Group(p, p, SIDES, (side, side)) for p, side in (BELOW, ("1/2", 0), ABOVE))
TABLES = ({"calibrated"}, {"uncalibrated"}, {"uncalibrated", "recalibrated"})
EXTREMES = ("maximum", "minimum")
TERMS = ("reduction", "number", "name", "sum", "product", "quotient", "power", "root", *EXTREMES)
TOLD = {"table", "complete", "quantities", "rows", "values", "misses"}
ANYWHERE = Point()
"""A random place at which what groups add is known again."""
BIN = {"m": "positive", "k": "positive", "x": "nonnegative"}
APART_IN = {
    "largest": ("c", ("",)), "mass": ("d", ("event", "classes")),
    **dict.fromkeys(("width", "widest"), ("d", ("event", "classes", "top"))),
}  # fmt: skip
"""By domain, what tells how far forecasts and events of a group or bin are apart, and what bins may be of."""


def require_tables(data: Mapping[str, Any], formula: Step) -> None:
    """Require whole tables that are one, with the same sizes, and a formula whose terms have values."""
    outputs = list(data["outputs"].values())
    plain = all("table" in told and set(told) <= TOLD for told in outputs)
    require(plain, "an output that is more than a table")
    require({told["table"] for told in outputs} in TABLES, "tables of which one is no other's")
    require(not any(told["complete"] or told["rows"] for told in outputs), "rows beside a table")
    sizes = [told["quantities"] for told in outputs]
    require(all(each == sizes[0] for each in sizes), "tables of different sizes")
    require(sizes[0].get("K", "2") == "2", "tables of more than two classes")
    require(len({str(told.get("misses")) for told in outputs}) == 1, "tables of which one misses more")
    _require_terms(formula, inside=False)


def _require_terms(step: Step, *, inside: bool, there: str = "") -> None:
    """Require that terms have a value in every group or bin: that they divide by sizes alone."""
    if inside and step.kind == "guard" and is_infinite(step.parts[2]):
        _require_terms(bare(step)[0], inside=True, there="t")
        return
    inside = inside or step.kind == "reduction"
    logarithm = bool(there) and step.kind == "log" and _is_positive(step.parts[0], there)
    if inside and step.kind not in TERMS and not logarithm:
        raise NotCoveredError(f"terms with a {step.kind} in whole tables")
    if inside and step.kind == "power":
        power = step.parts[1]
        if power.kind != "number" or power.value < 0 or power.value.denominator > 1:
            raise NotCoveredError("terms with such a power in whole tables")
    if inside and step.kind in ("quotient", "root") and not _is_positive(step.parts[-1]):
        raise NotCoveredError("terms that may divide by zero")
    for part in step.parts:
        _require_terms(part, inside=inside, there=there)


def _is_positive(step: Step, there: str = "") -> bool:
    """Whether something is positive since sizes, and sums of squares of shares, are, and what is there."""
    if step.kind == "root":
        return _is_positive(step.parts[0])
    try:
        return sign_of(flattened(step), dict.fromkeys(f"nrmNKs{there}", "positive")) == (1, True)
    except RefusedError:
        return False


def _settled(step: Step, signs: Mapping[str, str]) -> Step:
    """Return a step without extremes, by the signs that coefficients show. Raises RefusedError where one is open.

    In the place of a logarithm there is its size, or minus that, by whether it is of what is above 1, or below.
    """
    parts = tuple(_settled(part, signs) for part in step.parts)
    if step.kind == "log":
        beyond = total([(Fraction(1), parts[0]), (Fraction(-1), number(1))])
        direction, strict = _fraction_sign(beyond, signs)
        above = (
            LOGARITHM + (" above 0" if strict else "") + " of " + " over ".join(map(written, ends(parts[0])))
        )
        return total([(Fraction(direction), Step("name", value=above))]) if direction else number(0)
    if step.kind in EXTREMES:
        one, other = parts
        direction = _fraction_sign(total([(Fraction(1), one), (Fraction(-1), other)]), signs)[0]
        return one if (direction >= 0) == (step.kind == "maximum") else other
    if step.kind == "power" and step.parts[1].kind == "number":
        require(
            step.parts[1].value.denominator == 1 and step.parts[1].value >= 0, "a power that is not whole"
        )
        return reduce(
            lambda one, more: Step("product", (one, more)), [parts[0]] * int(step.parts[1].value), number(1)
        )
    return Step(step.kind, parts, step.value)


LOGARITHM = "the size of the logarithm"


def _fraction_sign(step: Step, signs: Mapping[str, str]) -> tuple[int, bool]:
    """Return the sign of a fraction; raises RefusedError where coefficients show none."""
    sizes = {name for name in _names(step) if name.startswith(LOGARITHM)}
    signs = {**signs, **{name: SIGN[" above 0" not in name] for name in sizes}}
    for divisor in divisors_of(step):
        top, bottom = ends(divisor)
        require(
            bool(top) and sign_of(top, signs) == sign_of(bottom, signs) == (1, True), "a division by zero"
        )
    top, bottom = ends(step)
    require(sign_of(bottom, signs) == (1, True), "a denominator without a sign")
    return sign_of(top, signs)


SIGN = ("positive", "nonnegative")


def _names(step: Step) -> set[str]:
    """Return every name in a step."""
    return {str(step.value)} if step.kind == "name" else set().union(*map(_names, step.parts))


def _group(domain: str, p: str, share: str, side: int | None) -> list[dict[str, str]]:
    """Return the rows of a group of m items; raises NotCoveredError for another domain."""
    other, events, others = f"(1 - {p})", f"m*{share}", f"m*(1 - {share})"
    if domain == "items":
        same = {"p": p, "s": f"{p}**2 + {other}**2"}
        rows = [{**same, "t": p, "y": "1", "times": events}, {**same, "t": other, "y": "0", "times": others}]
        rows = rows if side is None else [row | decision_of(side, row["y"]) for row in rows]
        return [row for row, never in zip(rows, ("(0)", "(1)"), strict=True) if share != never]
    if domain == "entries":
        first, second = {"q": other, "Q": other}, {"q": p, "Q": "1", "O": "1"}
        every = [(first, "0", events), (second, "1", events), (first, "1", others), (second, "0", others)]
        return [{"O": o, **row, "o": o, "times": times} for row, o, times in every]
    if domain in ("groups", "blocks"):
        return [{"n": "m", "e": events} | ({"p": p} if domain == "groups" else {})]
    if domain == "forecast_groups":
        return [{"q": other, "n": "m", "e": others, "b": "N - E"}, {"q": p, "n": "m", "e": events, "b": "E"}]
    raise NotCoveredError(f"what {domain} add up to in a whole table")


def _lists(about: tuple[str, str]) -> tuple[Sequence[Group], Sequence[Group]]:
    """Return all groups that are not calibrated, and all that are, as far as that matters to a sum."""
    body = parsed(about[1])
    if is_infinite(body):
        require(about[0] == "items", "what may be infinite, of other things than items")
        return FINITE, SAME
    return (SIDED, SIDED_SAME) if names_of(body) & {*"mhf"} else (APART, SAME)


def _adds(about: tuple[str, str], group: Group) -> Step:
    """Return what a group adds to a sum."""
    domain, body = about[0], bare(parsed(about[1]))[0]
    terms = []
    for row in _group(domain, f"({group.forecast})", f"({group.share})", group.sides and group.sides[0]):
        columns = {name: parsed(text) for name, text in {**row, "K": "2"}.items()}
        if not names_of(body) <= {*columns, "N", "E"} - {"times"}:
            raise NotCoveredError("terms that look at more than their group")
        terms.append(Step("product", (columns.get("times", number(1)), put_in(body, columns))))
    return total([(Fraction(1), term) for term in terms])


def _value_of(step: Step, signs: Mapping[str, str]) -> Number:
    """Return what a fraction is at the random place."""
    top, bottom = (_anywhere(flat) for flat in ends(_settled(step, signs)))
    return ANYWHERE.times(top, ANYWHERE.inverse(bottom))


def _anywhere(flat: Flat) -> Number:
    found = ANYWHERE.number(Fraction(0))
    for powers, value in flat.items():
        parts = [ANYWHERE.raised(ANYWHERE.named(name), power) for name, power in powers]
        found = ANYWHERE.plus(found, reduce(ANYWHERE.times, parts, ANYWHERE.number(value)))
    return found


def _apart_in(domain: str) -> str:
    """Return the column that tells how far forecasts and events of a group or bin are apart; "" where none does."""
    kind, *rest = domain.split("_")
    column, of = APART_IN.get(kind, ("", ()))
    shaped = len(rest) == (0 if of == ("",) else 3)
    return column if shaped and ("" if not rest else rest[2]) in of else ""


def _in_bin(about: tuple[str, str], apart: str, signs: Mapping[str, str] | None = None) -> tuple[int, bool]:
    """Return the sign of a term in a group or bin where forecasts and events are so far apart."""
    domain, body = about
    names = {_apart_in(domain): parsed(apart), "n": parsed("m")}
    names |= {"r": parsed("k")} if "_" in domain else {}
    if not names_of(parsed(body)) <= set(names):
        raise NotCoveredError("terms that look at more than their bin")
    return _fraction_sign(_settled(put_in(parsed(body), names), signs or BIN), signs or BIN)


def _of_shares(about: tuple[str, str]) -> tuple[Number, ...]:
    """Return what a group adds whose forecast is its share of events, for shares inside and at the ends."""
    return tuple(_value_of(_adds(about, each), each.signs) for each in _lists(about)[1])


def _adds_up(about: tuple[str, str]) -> bool:
    """Whether groups with one share, and that as the forecast, add as much as one group of them all."""
    many, lists = {"m": parsed("2*m")}, _lists(about)[1]
    twice = [_value_of(put_in(_adds(about, each), many), each.signs) for each in lists]
    return twice == [ANYWHERE.plus(one, one) for one in _of_shares(about)]


def _lost(about: tuple[str, str]) -> list[tuple[Step, Mapping[str, str]]]:
    """Return what a group adds more than with its share as the forecast, where they differ."""
    pairs = [(_adds(about, each), _adds(about, each.calibrated), each.signs) for each in _lists(about)[0]]
    return [(total([(Fraction(1), one), (Fraction(-1), other)]), signs) for one, other, signs in pairs]


def _is_nothing(about: tuple[str, str]) -> bool:
    """Whether every value in a calibrated table is 0: items with one forecast are in one bin, and add up to 0 there.

    Runs of equally many items part those with one forecast.
    """
    return bool(_apart_in(about[0])) and not about[0].startswith("mass") and _in_bin(about, "0") == (0, False)


def nothing_in_bins(output: Output, domain: str, body: str) -> bool:
    """Whether items that are told by groups, each with its share of events as the forecast, leave nothing in a bin."""
    told = output.told
    groups = told.get("rows", {}).get("groups", ())
    if output.part.task != "probabilistic" or not groups or domain in told["rows"] or "_" not in domain:
        return False
    _require_terms(parsed(body), inside=True)
    whole = told["complete"] and told["quantities"].get("K") == "2"
    whole = whole and all({*row} <= {*"pneABc"} for row in groups)
    alike = [f"({row['n']})*({row['p']}) - ({row['e']})" for row in groups]
    return whole and all(output.text(each) == 0 for each in alike) and _is_nothing((domain, body))


def table_sum(output: Output, domain: str, body: str) -> Number:
    """Return what a reduction is in a whole table: an unknown number for what groups add, the same for the same."""
    point, about, kind = output.point, (domain, body), output.told["table"]
    if domain == "blocks" and kind != "calibrated":
        raise NotCoveredError("blocks of a table that is not calibrated")
    endless = is_infinite(parsed(body))
    if endless and (kind == "calibrated" or not isinstance(output.told.get("misses"), bool)):
        raise NotCoveredError("whether something happened that had no probability")
    if endless and kind == "uncalibrated" and output.told["misses"]:
        bare(parsed(body))
        return INFINITE
    try:
        if kind != "uncalibrated" and _is_nothing(about):
            return point.number(Fraction(0))
        if kind == "uncalibrated" and _apart_in(domain):
            return point.drawn("over bins", domain, body)
        shares = _of_shares(about)
        base = point.drawn("over groups", *shares) if any(shares) else point.number(Fraction(0))
        if kind == "recalibrated" and any(shares) and domain not in ("items", "entries"):
            require(_adds_up(about), "groups that become one")
        lost = [_value_of(*each) for each in _lost(about)] if kind == "uncalibrated" else []
    except RefusedError as error:
        raise NotCoveredError(f"what a group adds: {error}") from error
    return point.plus(base, point.drawn("lost", *lost)) if any(lost) else base


def table_signs(part: Part, name: str) -> Iterator[str]:
    """Yield the signs of a symbol that is a sum over an uncalibrated table, or what recalibration takes from it."""
    kinds = {output: told["table"] for output, told in part.data["outputs"].items()}
    wrong, right = (
        [each for each in kinds if kinds[each] == kind] for kind in ("uncalibrated", "recalibrated")
    )
    for about in ((each["domain"], each["body"]) for each in part.data["reductions"].values()):
        if _apart_in(about[0]):
            yield from (_never_less(part, name, output, about) for output in wrong)
            continue
        apart, same = _lists(about)
        if is_infinite(parsed(about[1])) and any(part.data["outputs"][each].get("misses") for each in wrong):
            continue
        never = all(_least([(_adds(about, each), each.signs)]) for each in same)
        for output in wrong if never else ():
            if part.same(name, lambda outputs, o=output, a=about: table_sum(outputs[o], *a)):
                yield _least([(_adds(about, each), each.signs) for each in apart])
        for output, other in product(wrong, right):

            def taken(outputs: Any, o: str = output, r: str = other, a: Any = about) -> Number:
                return table_sum(outputs[o], *a) - table_sum(outputs[r], *a)

            if part.same(name, taken):
                yield _least(_lost(about))
            for turn in (1, -1):
                if part.same(name, lambda outputs, t=turn, lost=taken: t * lost(outputs)):
                    yield _lost_sign(about, apart, turn)


def _never_less(part: Part, name: str, output: str, about: tuple[str, str]) -> str:
    """Return the sign of what bins of an uncalibrated table add up to, or of the largest, if none is below 0.

    Sums up to some forecast are not all zero where some group is not calibrated.
    """
    if not part.same(name, lambda outputs: table_sum(outputs[output], *about)):
        return ""
    try:
        if min(_in_bin(about, apart)[0] for apart in ("x", "-x", "0")) < 0:
            return ""
        apart = [_in_bin(about, each, BIN | {"x": "positive"}) for each in ("x", "-x")]
        return "positive" if about[0] == "largest" and set(apart) == {(1, True)} else "nonnegative"
    except RefusedError:
        return ""


def _lost_sign(about: tuple[str, str], apart: Sequence[Group], turn: int) -> str:
    """Return the sign of what m items add more with a forecast than with their share, or less, wherever they differ."""
    if about[0] != "items":
        return ""
    found = set()
    for each in apart:
        terms, there = [], []
        for part, happened in ((each.share, "1"), (f"1 - ({each.share})", "0")):
            if part not in ("0", "1 - (1)"):
                term, asked = item_at(about[1], happened)
                terms.append((Fraction(turn), Step("product", (parsed(f"m*({part})"), term))))
                there += asked
        found.add(along(total(terms), each.share, each.forecast, each.signs, there))
    return "positive" if found == {"positive"} else ""


def _least(steps: Sequence[tuple[Step, Mapping[str, str]]]) -> str:
    """Return the sign of a sum over groups of which some add one of these, and no other adds less than 0."""
    try:
        found = [_fraction_sign(_settled(step, signs), signs) for step, signs in steps]
    except RefusedError:
        return ""
    return "positive" if set(found) == {(1, True)} else "nonnegative" if min(found)[0] >= 0 else ""
