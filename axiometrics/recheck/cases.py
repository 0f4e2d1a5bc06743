"""One parametric case: that its values are those of the formula's reductions, and that its symbols have their signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from axiometrics.recheck import expressions, partitions
from axiometrics.recheck.aspects import Lists, aspect_signs
from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    divisors_of,
    ends,
    flattened,
    parsed,
    require,
    sign_of,
)
from axiometrics.recheck.facts import any_number, extremes, lemmas, proportions, signed_sums, slopes
from axiometrics.recheck.facts.class_sums import class_sign
from axiometrics.recheck.facts.divergences import reader_sign
from axiometrics.recheck.facts.forecasts import require_tables, table_signs
from axiometrics.recheck.facts.two_lists import list_signs, require_agreement
from axiometrics.recheck.families import NormalForms, require_names, with_cells
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.partitions import COUNTED, Row, gap_signs, require_items, rows_of
from axiometrics.recheck.presence import Conditional, counts_of, items_of, numerator
from axiometrics.recheck.ranks import filled, lack_sign, names_of, shares, with_rows
from axiometrics.recheck.terms import never_zero
from axiometrics.recheck.values import FROM_ONE, POINTS, PRIME, Number, Place, Point, require_values

BASES = {"agreement", "clusters", "comparison", "list", "documents", "table", "cells", "partition"}
"""What an output is told by, other than rows."""
SIGNED = {"multilabel": ("ideal", "whole"), "quantification": ("classes", "class_pairs")}
THERE = r"present\(([^()]*)\)"  # one where a count is not zero


class Part:
    """One parametric case: its symbols with their signs, its outputs, and the branches of its proof."""

    def __init__(self, document: Mapping[str, Any], data: Mapping[str, Any], formula: Step) -> None:
        self.task, self.data, self.formula = document["task"], with_cells(with_rows(data)), formula
        self.variables = frozenset(document["variables"])
        require_names(data)
        named = {node["value"] for node in document["formula"] if node["kind"] in ("quantity", "variable")}
        require(not named & {*data["reductions"]}, "a quantity has the name of a reduction")
        self.by_aspects = "aspects" in data or any("documents" in told for told in data["outputs"].values())
        require(not self.by_aspects or self.task == "diversity", "documents of another task")
        every = data["outputs"].values()
        self.by_comparison = any("comparison" in told for told in every)
        alone = all({"comparison"} == BASES & set(told) and not told.get("rows") for told in every)
        require(alone or not self.by_comparison, "families that are told in more than one way")
        self.by_partition = partitions.are_partitions(self.task, data)
        self.by_agreement = any("agreement" in told for told in every)
        alone = self.task == "rank_similarity" and not any(
            told["complete"] or any(told["rows"].values()) or "agreement" not in told for told in every
        )
        require(alone or not self.by_agreement, "lists that are told in more than one way")
        self.by_tables = any("table" in told for told in every)
        require(not self.by_tables or self.task == "probabilistic", "tables of another task")
        require(self.task == "clustering" or not any("cells" in told for told in every), "cells")
        self.signs = {each["name"]: each["sign"] for each in data["symbols"]} | {"l": "positive"}
        if self.by_agreement:
            require_agreement(data)
        known = {each["name"] for each in data["symbols"] if "definition" not in each}
        self.sums = [set(members) for members in data["not_all_zero"] if members and known >= set(members)]
        self.sums += items_of(data, self.is_positive) if self.task == "classification" else []
        self.options: dict[str, list[str]] = {}
        self.forms = NormalForms(self.task, self.variables, data["reductions"])
        made = {each["name"]: parsed(each.get("definition", "0")) for each in data["symbols"]}
        self.distances = {
            n: told for n, step in made.items() if (told := signed_sums.bounded(step)).distances
        }
        self.extremes = {n: one for n, step in made.items() if (one := signed_sums.only_extreme(step))}
        self.there = {n: asked for n, step in made.items() if (asked := signed_sums.there_of(step))}
        self.counts = counts_of(data)
        self.settled = proportions.with_numbers(formula, data, self.variables)
        self.points = [self._point() for _ in range(POINTS)]

    @cached_property
    def lists(self) -> Lists:
        """The outputs of a case with aspects."""
        return Lists(self.data)

    @cached_property
    def sizes(self) -> list[str]:
        """The sizes of all cells that are told, and of their clusters, categories and outputs."""
        told = [each for each in self.data["outputs"].values() if "cells" in each]
        rows = [row for each in told for row in each["rows"]["cells"]]
        return list(
            dict.fromkeys([each["quantities"]["N"] for each in told] + [r[x] for r in rows for x in "nab"])
        )

    @cached_property
    def factors(self) -> list[Step]:
        """What some symbol is the logarithm of, if that is at least 2."""
        made = [parsed(each.get("definition", "0")) for each in self.data["symbols"]]
        inside = [step.parts[0] for step in made if step.kind == "log"]
        free = {each["name"]: each["sign"] for each in self.data["symbols"] if "definition" not in each}
        return [step for step in inside if expressions.at_least(flattened(step), 2, free)]

    # --- what the symbols are

    def _point(self) -> tuple[Point, dict[str, Output]]:
        """Return a random case: sizes are random, and what is defined by the rows has that value."""
        point = Point()
        outputs = {name: Output(self, name, point, measured=True) for name in self.data["outputs"]}
        for each in self.data["symbols"]:
            if "definition" in each:
                for place, (what, output) in self.data["measured"].items():
                    if place in each["definition"] and place not in point.values:
                        point.values[place] = self.measured(outputs[output], what)
                point.values[each["name"]] = next(iter(outputs.values())).text(each["definition"])
        return point, outputs

    def apart(self, point: Point) -> Any:
        """Return differences with their distances, and with their squares, and extremes: see `distances_at`."""
        return signed_sums.distances_at(self, point)

    def measured(self, output: Output, what: str) -> Number:
        """Return what the rows make of a reduction or quantity of an output."""
        return output.atom(what) if what in self.data["reductions"] else output.named(what)

    @cached_property
    def _row_sums(self) -> list[Callable[[Mapping[str, Output]], Number]]:
        return signed_sums.row_sums(self)

    def values_hold(self) -> None:
        """Require that every value that is stated is what the rows make of that reduction or quantity."""
        if self.by_tables:
            require_tables(self.data, self.formula)
        elif self.task == "probabilistic":
            require_items(self)
        require_values(self.task, self.settled)
        for _, outputs in self.points:
            for name, output in outputs.items():
                known = BASES & set(output.told) or output.told["rows"]
                made = set(output.told["values"]) & set(self.data["reductions"])
                require(known or not made, f"the values of {name} rest on rows that are not told")
                require(
                    not (output.told["complete"] and "clusters" in output.told), "clusters without a rest"
                )
                for what, stated in output.told["values"].items():
                    if output.text(stated) != self.measured(output, what):
                        kind = NotCoveredError if "each" in self.data else RefusedError  # of all it may be so
                        raise kind(f"{what} of {name} is not {stated!r}")

    def signs_hold(self) -> None:
        """Require that every symbol that is defined has the sign that is claimed of it."""
        defined = {each["name"]: each["definition"] for each in self.data["symbols"] if "definition" in each}
        for members in self.data["not_all_zero"]:
            signs = {self.signs.get(name) for name in members}
            require(members and signs <= {"positive", "nonnegative"}, "a sum of nothing, or of anything")
            if defined.keys() & set(members) and not self._some_there(members, defined):
                raise NotCoveredError(f"no rule shows that {', '.join(members)} are not all zero")
        for each in self.data["symbols"]:
            if "definition" in each and each["sign"] != "real":
                enough = {"positive"} if each["sign"] == "positive" else {"positive", "nonnegative"}
                if not any(sign in enough for sign in self._shown(each)):
                    raise NotCoveredError(
                        f"no rule shows that {each['name']} ({each['meaning']}) is {each['sign']}"
                    )

    def _some_there(self, members: Sequence[str], defined: Mapping[str, str]) -> bool:
        """Whether what some symbols are made of adds up to what evidently is not zero."""
        if self.by_comparison or self.by_partition:
            return (proportions.some_missing if self.by_comparison else partitions.some_above)(self, members)
        texts = [f"({defined.get(name, name)})" for name in members]
        if "positive" in self._expanded({"definition": " + ".join(texts)}):
            return True
        asked = [defined.get(name, "") for name in members]
        if signed_sums.apart_with(self, members) or signed_sums.one_there(self, asked):
            return True
        terms = [{name for name, _ in powers} for text in texts for powers in self._top(text)]
        return never_zero(terms, self.sums, self.signs) or class_sign(self, " + ".join(texts)) == "positive"

    def same(self, name: str, value: Any) -> bool:
        """Whether a symbol has a value that is computed from the outputs."""
        return all((point.values[name] - value(outputs)) % PRIME == 0 for point, outputs in self.points)

    def _shown(self, each: Mapping[str, Any]) -> Iterator[str]:
        """Yield the signs of a symbol that some rule shows, one rule after another."""
        name = each["name"]
        if self.by_aspects or self.by_partition:
            yield from partitions.cell_signs(self, each) if self.by_partition else aspect_signs(self, name)
            return
        if self.by_agreement:
            yield from list_signs(self, name, each["definition"])
            return
        if self.by_tables:
            yield from table_signs(self, name)
            yield signed_sums.sign_by_parts(self, each["definition"])
            return
        if self.by_comparison:  # of which no rows are told
            yield from chain.from_iterable(self._compared(name, output) for output in self.data["outputs"])
            return
        lemma = each.get("lemma", "0")
        logs = lemmas.terms_of(lemma)
        shown = "lemma" in each and (lemmas.lemma_holds(logs, self.signs) or self.is_positive(lemma))
        if shown and self.same(name, lambda outputs: next(iter(outputs.values())).text(lemma)):
            yield "positive"
        yield from self._fraction(each["definition"])
        if any(self.same(name, value) for value in self._row_sums):
            yield "nonnegative"
        if name in self.distances and signed_sums.bounded(self.in_sizes(each["definition"])).is_nonnegative(
            self.is_shown
        ):
            yield "nonnegative"
        yield from signed_sums.signs_by_means(self, each["definition"])
        yield signed_sums.sign_by_parts(self, each["definition"])
        yield "nonnegative" if signed_sums.one_there(self, [each["definition"]], sure=False) else ""
        yield extremes.discount_sign(extremes.calls_of(each["definition"]), self.signs)
        yield extremes.cut_sign(each["definition"], self.signs)
        yield "nonnegative" if self._is_one_less(each["definition"]) else ""
        yield from self._by_reductions(name)
        if self.task == "clustering":
            yield from chain(gap_signs(self, name), lemmas.count_signs(self, name))
        yield from slopes.moved_signs(self, name)
        yield class_sign(self, each["definition"])
        if self.task == "ranking":
            yield lack_sign(self, each["definition"]) or reader_sign(self, each["definition"])
        yield lemmas.each_sign(self, each["definition"])
        yield from self._expanded(each)  # what takes longest

    def _is_one_less(self, definition: str) -> bool:
        """Whether something is one less than a number of items, or of classes with items, where there is an item."""
        what = self.data["measured"].get(definition.removesuffix(" - 1"), ("",))[0]
        known = FROM_ONE.get(self.task, {}).get("", "")
        return definition.endswith(" - 1") and what in (*"NPSU",) and "N" in known and what in known

    def _by_reductions(self, name: str) -> Iterator[str]:
        """Yield the signs that a symbol has as a reduction, or as the rest or the gain of one."""
        for key, atom in self.data["reductions"].items():
            sign = lemmas.body_sign(atom["body"], self.task)
            if sign == "real" and atom["domain"] in SIGNED.get(self.task, ()):
                place = Place(self.task, atom["domain"].removeprefix("whole"))
                sign = "nonnegative" if place.sign(parsed(atom["body"])) >= 0 else sign
            if sign == "real":
                continue
            rest = f"rest of {atom['domain']}[{expressions.written(flattened(parsed(atom['body'])))}]"
            if all(point.values[name] == point.named(rest) for point, _ in self.points):
                yield "nonnegative"
            for output in self.data["outputs"]:
                if self.same(name, lambda outputs, o=output, k=key: self.measured(outputs[o], k)):
                    some = any_number.some_there(self, output, atom)
                    filled = some or (sign == "positive" and self._filled(output, atom))
                    yield "positive" if filled else "nonnegative"
                if "list" in self.data["outputs"][output] and self._shared(name, output, atom):
                    yield "nonnegative"
            if atom["domain"].startswith("best"):
                yield from extremes.gain_signs(self, name, key, atom)

    def _compared(self, name: str, output: str) -> Iterator[str]:
        """What totals and shares of a family have a sign by, wherever the symbol is one of them."""
        first, *others = (
            list(proportions.signs_of(self.data["outputs"], output, self.data["reductions"], point))
            for point, _ in self.points
        )
        for place, (value, sign) in enumerate(first):
            same = [self.points[0][0].values[name] == value]
            same += [self.points[k][0].values[name] == other[place][0] for k, other in enumerate(others, 1)]
            if all(same):
                yield sign

    def _shared(self, name: str, output: str, atom: Mapping[str, str]) -> bool:
        """Whether a symbol is part of a sum over ranks: all contexts, and some focal documents."""
        found = [shares(outputs[output], atom["domain"], atom["body"]) for _, outputs in self.points]
        return any(
            all(point.values[name] == value for (point, _), value in zip(self.points, each, strict=True))
            for each in zip(*found, strict=True)
        )

    def _filled(self, output: str, atom: Mapping[str, str]) -> bool:
        """Whether a focal row of a clustering certainly is among those that a reduction runs over."""
        told = self.data["outputs"][output]
        if "list" in told:
            return filled(self.points[0][1][output], atom["domain"], atom["body"])
        rows = (rows_of(self.data, told, atom["domain"]) or ()) if "clusters" in told else ()
        return any(
            "n" not in row or self.is_positive(row["n"])
            for row in rows
            if self.is_positive(row.get("times", "1"))
        )

    def _expanded(self, each: Mapping[str, Any]) -> Iterator[str]:
        """Write what is measured as polynomials in the sizes and in what the rest adds up to."""
        known = Conditional(dict(self.signs), self.sign)
        try:
            names = {
                place: self._polynomial(what, output, known)
                for place, (what, output) in self.data["measured"].items()
                if place in each["definition"]
            }
            yield self.sign(known.terms(parsed(each["definition"]), names), known.signs)
        except (RefusedError, LookupError):
            return

    def sign(self, flat: Flat, known: Mapping[str, str]) -> str:
        """Return a sign by coefficients; strict if a term is not zero, whichever symbols of sums that never are."""
        direction, strict = sign_of(flat, known)
        some = strict or never_zero([{name for name, _ in powers} for powers in flat], self.sums, known)
        return "positive" if direction > 0 and some else "nonnegative" if direction >= 0 else "negative"

    def _polynomial(self, what: str, output: str, known: Conditional) -> Flat:
        told = self.data["outputs"][output]
        require(not {"documents", "table", "partition"} & set(told), "sums that have no terms")
        about = self.data["reductions"].get(what) or (COUNTED.get(what) if "clusters" in told else None)
        if about is None:
            text = told["quantities"][what].replace(" ", "")
            if "present(" not in text:
                return flattened(parsed(text))
            some = re.fullmatch(rf"{THERE}(?:\+{THERE})*(?:\+(\w+))?", text)
            require(some and self.signs.get(some[3] or "") != "real", "more than a number of classes")
            asked = re.findall(THERE, text)
            least = max(sum(map(self.is_positive, asked)), int(self.is_positive(" + ".join(asked))))
            known.signs[text] = "nonnegative"  # how many more there are; equal texts are equal numbers
            return {((text, 1),): Fraction(1), **({(): Fraction(least)} if least else {})}
        step, total = parsed(about["body"]), Flat()
        extreme = {"group", "each"} if about["domain"].startswith(("best", "smallest", "largest")) else set()
        require("list" not in told or not names_of(step) & set(told["quantities"]), "a body that reads sizes")
        for row in rows_of(self.data, told, about["domain"]) or ():
            require(not {"either", *extreme} & row.keys(), "sums that have no terms")
            if "each" in row:
                total = added(total, partitions.of_further(self, known.signs, step, row, about["domain"]))
                continue
            there = None if self.always(row, step) else flattened(parsed(row["if"]))
            count = flattened(parsed(row.get("times", "1"))) if there is None else known.there(there)
            here = any_number.sided(self, step, row)  # with its columns
            total = added(total, known.times(count, known.terms(here, {}, there)))
        if told["complete"]:
            return total
        rest = f"rest of {about['domain']}[{expressions.written(flattened(step))}]"
        rest += f" in {output}" if "list" in told else ""
        known.signs[rest] = "real" if lemmas.body_sign(about["body"], self.task) == "real" else "nonnegative"
        return added(total, {((rest, 1),): Fraction(1)})

    def always(self, row: Row, step: Step) -> bool:
        """Whether a row may be counted where it is not there: its condition holds, or it would add nothing."""
        if "if" not in row or self.is_positive(row["if"]):
            return True
        divisors = {name for powers in flattened(step) for name, power in powers if power < 0}
        whole = all(name in row and self.is_positive(row[name]) for name in divisors)
        if not whole or "c" not in row or flattened(step, {"c": {}}):
            return False
        return expressions.at_least(
            added(flattened(parsed(row["if"])), flattened(parsed(row["c"])), Fraction(-1)), 0, self.signs
        )

    def is_positive(self, text: str) -> bool:
        """Whether something is evidently positive."""
        try:
            return self.sign(flattened(parsed(text)), self.signs) == "positive"
        except RefusedError:
            return False

    def _fraction(self, text: str) -> Iterator[str]:
        """Write something as one fraction of sizes, and yield the sign that its coefficients show."""
        if top := self._top(text):
            yield self.sign(top, self.signs)

    def _top(self, text: str) -> Flat:
        """Return what stands above the bar of a fraction that is evidently not negative; nothing of any other."""
        return numerator(self.in_sizes(text), self.signs, lambda flat: self.sign(flat, self.signs))

    def is_above_zero(self, step: Step) -> bool:
        """Whether coefficients show that something is positive."""
        return self._by_coefficients(step) == "positive"

    def is_shown(self, step: Step) -> bool:
        """Whether coefficients show that something is not negative."""
        return self._by_coefficients(step) in ("positive", "nonnegative")

    def _by_coefficients(self, step: Step) -> str:
        try:
            below = {self.sign(flattened(each), self.signs) for each in divisors_of(step)}
            return self.sign(ends(step)[0], self.signs) if below <= {"positive"} else ""
        except RefusedError:
            return ""

    def in_sizes(self, text: str) -> Step:
        """Write the counts that are measured in terms of the symbols."""
        told = {
            place: self.data["outputs"][output].get("quantities", {}).get(what, place)
            for place, (what, output) in self.data["measured"].items()
        }
        return parsed(
            re.sub(r"[A-Za-z_]\w*", lambda match: f"({told.get(match.group(), match.group())})", text)
        )
