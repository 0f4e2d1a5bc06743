"""One output at a random point: its rows, its quantities and reductions, and its score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain
from typing import TYPE_CHECKING, Any

from axiometrics.recheck import expressions
from axiometrics.recheck.aspects import size_of, sum_of
from axiometrics.recheck.expressions import Flat, NotCoveredError, Step, flattened, parsed, require
from axiometrics.recheck.facts.any_number import by_share, either, extreme_of_each, larger, of_each
from axiometrics.recheck.facts.extremes import best_of, by_distance, extreme_of
from axiometrics.recheck.facts.forecasts import nothing_in_bins, table_sum
from axiometrics.recheck.facts.lemmas import log_of
from axiometrics.recheck.facts.proportions import measured_of
from axiometrics.recheck.facts.slopes import is_endless
from axiometrics.recheck.facts.two_lists import of_lists
from axiometrics.recheck.families import WHOLES, of_many, single_of
from axiometrics.recheck.partitions import COUNTED, Row, rows_of, table_sum_of
from axiometrics.recheck.ranks import names_of, same_sizes, sum_over
from axiometrics.recheck.values import INFINITE, MEANING, ROOTED, Number, Outer, Point, Root, Value, plain

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

_TOLD = (("agreement", of_lists), ("documents", sum_of), ("list", sum_over), ("table", table_sum))


class Output:
    """One output at a random point: the values of its quantities and reductions, and of the formula.

    Without ``claims`` whatever hangs on a sign is an unknown function; with them every such sign must be claimed.
    With ``measured`` the reductions are those of the rows; else they have the values that the document states.
    What is told ``by_share`` hangs on what a denominator is of all items, rather than on itself.
    """

    def __init__(
        self, part: Part, name: str, point: Point, claims: Any = None, *, measured: bool = False
    ) -> None:
        self.part, self.name, self.point, self.claims, self.measured = part, name, point, claims, measured
        self.told, self.by_share = part.data["outputs"][name], False
        self.known: dict[tuple[int, str], tuple[Value, Step]] = {}

    def score(self) -> Value:
        """Return the formula's value, or what the output is a multiple of it, or a number."""
        if "times" not in self.told:
            return self.value(self.part.formula)
        factor, further = self.text(self.told["times"]), self.text(self.told["plus"])
        if factor == 0:
            return further
        return self.point.plus(self.point.times(self.value(self.part.formula), factor), further)

    def text(self, text: str) -> Number:
        """Return the value of a text in the symbols of the case."""
        return INFINITE if text == "oo" else plain(self.value(parsed(text), None, "symbols"))

    def value(self, step: Step, row: Row | None = None, place: str = "") -> Value:
        """Return a step's value: a number, a root, or None for none; ``place`` says in which row, or in what."""
        key = id(step), place
        if key not in self.known:
            value = self._value(step, row, place)
            self.known[key] = value, step  # which stays, so that no other step has its id
        return self.known[key][0]

    def _value(self, step: Step, row: Row | None, place: str) -> Value:
        if step.kind == "number":
            return self.point.number(step.value)
        if step.kind == "name":
            return self.point.named(step.value) if place == "symbols" else self.named(step.value, row)
        if step.kind in ("undefined", "infinite"):  # of equal values, an unknown that is no number
            if self.claims is None and not self.measured and place != "symbols":
                return self.point.drawn(step.kind)
            return INFINITE if step.kind == "infinite" and self.claims is not None else None
        if step.kind in ("maximum", "minimum") and place == "symbols":
            return extreme_of(self, step, place)
        if step.kind == "reduction":
            return self._reduction(step)
        whole, times = self._whole_of(step) if not place and self.told["values"] else ("", False)
        if whole:
            found, point = self.stated(whole), self.point
            return point.times(found, point.inverse(self.value(step.parts[0]))) if times else found
        parts = [self.value(part, row, place) for part in step.parts]
        if row is not None and self.claims is None and (found := self._by_rows(step, parts, row)) is not None:
            return found
        if step.kind in ("ratio", "guard"):
            return self._guarded(step, parts, place)
        return None if None in parts else self._computed(step, parts, place)

    def _computed(self, step: Step, parts: list[Value], place: str) -> Value:
        decided, point = self.claims is not None and place != "symbols", self.point
        if decided and (found := by_distance(self, step, parts)) is not None:
            return found
        match step.kind:
            case "sum":
                return point.plus(*parts)
            case "product":
                return point.times(*parts)
            case "quotient":
                if decided and step.parts[1].kind != "number":
                    sign = self.sign(step, parts[1], place)
                    require(all(sign), f"step {step.number} may divide by zero")
                    if parts[0] is INFINITE and sign[0] > 0:
                        return INFINITE
                return point.times(parts[0], point.inverse(parts[1]))
            case "power" if step.parts[1].kind == "number" and step.parts[1].value.denominator == 1:
                return point.raised(parts[0], int(step.parts[1].value))
            case "log":
                return log_of(self, plain(parts[0]))
            case "present":
                least = expressions.support_of(flattened(step.parts[0]), self.part.signs)
                some = point.number(Fraction(1)) if () in least else point.drawn("present", least or parts[0])
                return some if parts[0] != 0 else parts[0]
            case "maximum" | "minimum" if decided:
                first = self.sign(step, point.plus(parts[0], self.less(parts[1])), place)[0] >= 0
                return parts[0] if first == (step.kind == "maximum") else parts[1]
            case "root" if decided:
                return self._rooted(step, plain(parts[0]), place)
        return extreme_of(self, step, place) if "imum" in step.kind else point.drawn(step.kind, *parts)

    def _by_rows(self, step: Step, parts: list[Value], row: Row) -> Value:
        """Return a step in a row by what is known of its columns, which are never negative; None for all others.

        A quotient with a convention is 1 or 0, for whether its denominator is there, times either side. Extremes, and
        the root of a product of two, grow in proportion: they are x + y times what they are of its two shares.
        """
        if step.kind == "root" and step.parts[0].kind == "product":
            columns = step.parts[0].parts
        else:
            columns = step.parts[1:2] if step.kind in ("ratio", "guard") else step.parts
            row = {**self.told["quantities"], **row} if len(columns) == 1 else row
        numbers = all(self.point.small(part) is not None for part in parts)
        if step.kind not in expressions.GROWING or None in parts or numbers:
            return None
        alone = len(columns) <= 2 and set().union(*map(names_of, columns)) <= set(row)
        known = [self._column(column, row) for column in columns] if alone else [()]
        if not all(known):
            return larger(self.part, step, {**self.told["quantities"], **row}, parts)
        if step.kind in ("ratio", "guard"):
            return self._there(known[0], step.kind == "ratio", parts, row.get("if", "0"))
        if len(columns) == 1:
            return None
        sides = [plain(self.value(column, row, f"row {sorted(row.items())}")) for column in columns]
        point, total = self.point, self.point.plus(*sides)
        if 0 in (total, point.plus(sides[0], self.less(sides[1]))):
            return sides[0]
        shares = sorted(str(point.times(side, point.inverse(total))) for side in sides)
        return point.times(total, point.drawn(f"{step.kind} of shares", *shares))

    def _column(self, step: Step, row: Row) -> tuple[tuple[str, ...], ...]:
        """Return the least sets of what is never negative; the larger of two is there where one of them is."""
        if step.kind == "root":
            return self._column(step.parts[0], row)
        sides = step.parts if step.kind == "maximum" else (step,)
        columns = {name: flattened(parsed(row[name])) for name in names_of(step)}
        flats = [flattened(side, columns) for side in sides]
        if not all(
            expressions.support_of(flat, self.part.signs) and sum(flat.values()) > 0 for flat in flats
        ):
            return ()
        return expressions.support_of(reduce(expressions.added, flats), self.part.signs)

    def _there(
        self, known: tuple[tuple[str, ...], ...], divided: bool, parts: list[Value], counts: str = "0"
    ) -> Value:
        """Return either side of a convention, times 1 or 0; if some row is asked, it ``counts`` where that is not 0."""
        point = self.point
        if point.small(parts[1]) is not None:
            return None
        some = {*chain(*expressions.support_of(flattened(parsed(counts)), self.part.signs))}
        sure = expressions.is_there(known, [*self.part.sums, *([some] if some else [])])
        there = point.number(Fraction(1)) if sure else point.drawn("present", known)
        value = point.times(parts[0], point.inverse(parts[1])) if divided else parts[0]
        return either(self, there, value, parts[2])

    def distance(self, apart: Number) -> Number | None:
        """Return the symbol that is the distance of a difference from zero."""
        return self.near(self.told_apart[0], apart)

    def near(self, known: Sequence[tuple[Number, Number]], apart: Number) -> Number | None:
        """Return what is told of a difference, or of what it is turned round; None where nothing is."""
        both = apart, self.less(apart)
        return next((s for own, s in known if any(self.point.plus(each, own) == 0 for each in both)), None)

    @cached_property
    def told_apart(self) -> Any:
        """What symbols tell: see `distances_at`."""
        return self.part.apart(self.point)

    @property
    def extremes(self) -> Any:
        """Extremes that symbols tell, with what they are taken of, and their values."""
        return self.told_apart[2] if self.part.extremes and not self.measured else ()

    def less(self, value: Value) -> Value:
        """Return what is taken away from zero."""
        return self.point.times(self.point.number(Fraction(-1)), value)

    def _whole_of(self, step: Step) -> tuple[str, bool]:
        """Return the reduction over the whole that is a step or, times N, a logarithm of N, and whether it is that."""
        forms, log, own = self.part.forms, step.kind == "log", ""
        if forms.whole and (log or step.kind in ("maximum", "minimum", "power")):
            own = forms.names.get(f"whole[{expressions.written(flattened(step))}]", "")
        if step.kind == "power":
            return own or self._whole(step.parts[0].value, f"^{step.parts[1].value}"), False
        name = step.parts[0].value if log else None
        return (own, False) if own else (self._whole(name, f"^1*log:{name}^1"), True)

    def _whole(self, name: Any, rest: str) -> str:
        return self.part.forms.names.get(f"whole[1*{name}{rest}]", "") if isinstance(name, str) else ""

    def named(self, name: str, row: Row | None = None) -> Number:
        """Return the value of a column of a row, or of a quantity."""
        if row and name in row:
            return self.text(row[name])
        if self.measured and "comparison" in self.told:
            return measured_of(self, name)
        if not self.measured and name in self.told["values"]:
            return self.stated(name)
        if self.measured and "documents" in self.told:
            return size_of(self, name)
        if {"clusters", "partition"} & set(self.told) and name in COUNTED:
            return self.over(COUNTED[name]["domain"], COUNTED[name]["body"])
        if name in self.told["quantities"]:
            return self.text(self.told["quantities"][name])
        if name.startswith("log:") and name[4:] in self.told["quantities"]:
            return self.point.log(self.named(name[4:]))
        raise NotCoveredError(f"{name} is not told of {self.name}")

    def stated(self, name: str) -> Number:
        """Return the value that the document states."""
        if name not in self.told["values"]:
            raise NotCoveredError(f"{name} has no value in {self.name}")
        return self.text(self.told["values"][name])

    def _guarded(self, step: Step, parts: list[Value], place: str) -> Value:
        (value, quantity, otherwise), divided = parts, step.kind == "ratio"
        if quantity is None:
            return None
        if self.claims is None or place == "symbols":
            require(not expressions.is_infinite(step.parts[1]), "a convention for what may be infinite")
            if value == otherwise and not divided:
                return value
            direction = self.point.small(quantity)
            known: tuple[tuple[str, ...], ...] = ()
            if direction is None and place == "symbols" and None not in parts:
                sums = flattened(step.parts[1], self.part.counts)
                known = expressions.support_of(sums, self.part.signs)
            if direction is None and known:
                return self._there(known, divided, parts)
            if direction is None:
                return by_share(self, step, parts) if self.by_share else self.point.drawn(step.kind, *parts)
        else:
            if self.part.there and not divided and not isinstance(quantity, ROOTED):
                there = self.near(self.told_apart[3], quantity)
                if there is not None:
                    return either(self, there, value, otherwise)
            fixed = step.parts[1].kind == "number"
            direction, strict = (quantity != 0,) * 2 if fixed else self.sign(step, quantity, place)
            require(strict or not direction, f"step {step.number} may be 0/0 in {self.name}")
        if not direction:
            return otherwise
        return self.point.times(value, self.point.inverse(quantity)) if divided else value

    def sign(self, step: Step, value: Value, place: str) -> tuple[int, bool]:
        """Return the sign that is claimed of a value, where the claim is about that value; of a root, its square."""
        if isinstance(value, Outer) and value.positive:
            return 1, True
        if isinstance(value, Root):
            require(value.factor == 1, "the sign of a root with a factor")
            value = value.radicand
        claim = self.claims.get(f"{step.number}@{self.name}{place}")
        if claim is None:
            raise NotCoveredError(f"nothing is said of the sign at step {step.number} of {self.name}{place}")
        require(self.fits(claim, plain(value)), f"the sign at step {step.number} is claimed of another value")
        return MEANING[claim["sign"]]

    def fits(self, claim: Mapping[str, Any], value: int) -> bool:
        """Whether a quotient of polynomials has a value here."""
        return bool(self.point.quotient(claim) == value)

    def _rooted(self, step: Step, value: Value, place: str) -> Value:
        if value == 0:
            return value
        require(self.sign(step, value, place)[0] >= 0, "the root of a negative number")
        claim = self.claims.get(f"{step.number}@{self.name}{place}:root")
        if claim is None:
            return Root(1, value)
        found = self.point.quotient(claim)
        require(
            self.point.multiplied(found, found) == value and MEANING[claim["sign"]][0] >= 0,
            "a root that is none",
        )
        return found

    def _reduction(self, step: Step) -> Value:
        rows = self.told.get("rows", {}).get(step.value)
        apart = {"if", "times", "group", "either", "each"}
        alone = rows is not None and not any(apart & set(row) for row in rows)
        if alone and self.told["complete"] and not self.told["values"]:
            places = (f"#{step.value}:{number}" for number in range(len(rows)))
            terms = [self.value(step.parts[0], *place) for place in zip(rows, places, strict=True)]
            return reduce(self.point.plus, terms)
        factors = self.part.forms.of(step.value, [flattened(part) for part in step.parts])
        terms = [self.point.times(self._outside(out), self.atom(key)) for out, key in factors]
        return reduce(self.point.plus, terms or [self.point.number(Fraction(0))])

    def _outside(self, flat: Flat) -> Number:
        """Return the value of what stands outside of the reductions; log N is (N log N)/N."""
        total, point = self.point.number(Fraction(0)), self.point
        for powers, value in flat.items():
            term = point.number(value)
            for name, power in powers:
                base = name.removeprefix("log:")
                whole = self._whole(base, f"^1*log:{base}^1" if base != name else f"^{power}")
                own = "" if name.isidentifier() else self._whole(name, "^1")
                if own:
                    found = point.raised(self.stated(own), power)
                elif whole and power == 1 and base != name:
                    found = point.times(self.stated(whole), point.inverse(self.named(base)))
                elif whole and (power > 1 or not base.isidentifier()):
                    found = self.stated(whole)
                else:
                    found = point.raised(point.named(name) if base.isdecimal() else self.named(name), power)
                term = point.times(term, found)
            total = point.plus(total, term)
        return total

    def atom(self, key: str) -> Number:
        """Return the value of a reduction in normal form."""
        whole = WHOLES.get(self.part.task, {}).get(key)
        if whole:
            return plain(self.value(parsed(whole)))
        name = self.part.forms.names.get(key, key)
        found = self._reduced(self.part.data["reductions"][name]) if self.measured else self.stated(name)
        scale = self.part.forms.scales.get(key, Fraction(1))
        return found if scale == 1 else self.point.times(found, self.point.number(scale))

    def _reduced(self, about: Mapping[str, str]) -> Number:
        """Return what the rows of an output make of a reduction."""
        if "comparison" in self.told:
            return measured_of(self, about)
        summed = next((summed for kind, summed in _TOLD if kind in self.told), Output.over)
        return summed(self, about["domain"], about["body"])

    def over(self, domain: str, body: str, some: list[Row] | None = None) -> Number:
        """Return what some rows, or all, add up to, and a symbol for what is not told, the same in every output."""
        step, point = parsed(body), self.point
        if "partition" in self.told and domain != "whole":
            return table_sum_of(self, domain, step)
        if some is None and nothing_in_bins(self, domain, body):
            return point.number(Fraction(0))
        rows = self._rows(domain) if some is None else some
        if is_endless(self, domain, step, rows):
            return INFINITE
        rest = point.number(Fraction(0))
        if not self.told["complete"] and domain != "whole":
            rows, told = of_many(self, domain, step, rows)
            same = told is not None or same_sizes(self.part.data, step)
            require(same, "a body that reads what is not the same")
            name = f"rest of {domain}[{expressions.written(flattened(step))}]"
            rest = point.named(name) if told is None else told
        if domain.startswith("best"):
            return best_of(self, domain, body, rest)
        if domain == "expected":
            sides = [
                sorted((str(self.text(row[own])), str(self.text(row["times"]))) for row in self._rows(side))
                for side, own in (("clusters", "a"), ("categories", "b"))
            ]
            return point.drawn(domain, body, sides)
        if (single := single_of(self, domain, step, rows)) is not None:
            return single
        many = [n for n, row in enumerate(rows) if "each" in row]
        if domain in ("largest", "smallest") and many and rows[many[0]]["each"] in ("one", "two"):
            return extreme_of_each(self, rows, step, domain)
        groups = {f"each {n}": of_each(self, rows[n], step, domain, n) for n in many}
        counts: dict[str, list[str]] = {}
        for number, row in ((n, row) for n, row in enumerate(rows) if n not in many):
            count = point.times(self.text(row.get("times", "1")), self._presence(row, step))
            if count != 0:
                place = f"{domain}#{number}" if some is None else f"{domain}:{sorted(row.items())}"
                term = point.times(count, plain(self.value(step, row, place)))
                place = row.get("group", "")
                groups[place] = point.plus(groups[place], term) if place in groups else term
                counts.setdefault(place, []).append(str(count))
        if domain in ("largest", "smallest") and not many:  # a group without value is none of value 0
            return point.drawn(domain, body, sorted((str(v), sorted(counts[g])) for g, v in groups.items()))
        return reduce(point.plus, groups.values(), rest)

    def _rows(self, domain: str) -> list[Row]:
        rows = rows_of(self.part.data, self.told, domain)
        if rows is None:
            raise NotCoveredError(f"the rows of {domain} are not told")
        return rows

    def _presence(self, row: Row, step: Step) -> Number:
        """Return what a row counts that is there only where something is not zero."""
        return 1 if self.part.always(row, step) else self.text(f"present({row['if']})")
