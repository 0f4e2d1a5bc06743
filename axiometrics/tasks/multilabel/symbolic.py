"""The parametric case of a constraint: the items and labels that it changes, and sums over all others.

Of an item, and of a label, gold and system have some in common, some are *missed*, and some are *extra*. What a
constraint's outputs have of these is stated beside its generator, by an `Effect`; every proof is compared with it on
all swept cases. All other items and labels are the same in every output: sums over them are symbols.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller, Undefined
from axiometrics.tasks.multilabel.effects import (
    POSITIVE,
    SHARED,
    STRUCTURE,
    Effect,
    OpenSumError,
    Texts,
    column_of,
    compared_alone,
    item_by_item,
    kind_of,
    own_wrong,
    row_by_row,
    told_alone,
    where_right,
)
from axiometrics.tasks.multilabel.rows import FAMILIES, PARTS
from axiometrics.tasks.multilabel.view import (
    QUANTITIES,
    VARIABLES,
    F,
    L,
    N,
    T,
    is_above,
    is_compared,
    may_lack_values,
    opened,
)
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured

Known = tuple[frozenset[Any], bool, str]
"""Symbols that are never negative, whether some of them is not zero, and what that is called in concrete cases."""


def parametric_cases(generator: Any, formula: Formula) -> Sequence[ParametricCase]:
    """Return the case, or one for each answer to whether a divisor is zero. Raises NotSymbolicError."""
    effects = getattr(getattr(generator, "func", generator), "effects", ())
    values = getattr(generator, "keywords", {})
    if not effects:
        raise NotSymbolicError("it is not known what the outputs do to sums over items and labels")
    if may_lack_values(formula):
        raise NotSymbolicError("a metric that has no value for some sizes alone is swept only")
    read = {str(name) for atom in formula.normal.atoms.values() for name in atom.body.free_symbols}
    if len(effects) > 1 and not read & {"t", "g", "s"}:  # closures do not tell them apart
        effects = [replace(effects[0], where={})]
    return [case for effect in effects for case in _cases(effect, values, formula)]


def _cases(effect: Effect, values: Mapping[str, Any], formula: Formula) -> Sequence[ParametricCase]:
    """Return the case of one effect, or one for each answer to whether a divisor is zero."""
    if effect.forests and values.get("hierarchy") == "dag":
        raise NotSymbolicError("labels with two parents are swept only")
    found: list[ParametricCase] = []
    left: list[tuple[Known, ...]] = [()]
    while left:
        known = left.pop()
        writing = _Writing(effect, values, known)
        try:
            found.append(writing.of(formula))
        except OpenSumError as unknown:
            left += [(*known, (unknown.members, some, unknown.told)) for some in (True, False)]
    return found


class _Writing:
    """Fills a case with the values of all symbols, where it is known of some sums of symbols whether they are zero."""

    def __init__(self, effect: Effect, given: Mapping[str, Any], known: Sequence[Known]) -> None:
        information = given.get("information", "gold")
        self.effect, self.sure = effect, information == "positive" or (effect.sure and information != "given")
        self.forest = given.get("hierarchy") in ("any", "flat")
        self.known = known
        self.zero = frozenset[Any]().union(*(members for members, some, _ in known if not some))
        self.some = [members - self.zero for members, some, _ in known if some]
        if effect.some_gold:
            self.some.append(effect.some_gold_symbols())
        self.case = ParametricCase(outputs={name: {} for name in effect.outputs})
        self.entries: list[tuple[Any, Any]] = []
        self.wrong: list[tuple[Any, ...]] = []
        self.used: dict[str, set[str]] = {}
        self.rows: dict[str, list[Mapping[str, tuple[Any, ...]]]] = {}
        self.sums: dict[str, Mapping[str, tuple[Any, ...]]] = {}

    def of(self, formula: Formula) -> ParametricCase:
        """Return the case; raises OpenSumError and NotSymbolicError."""
        case, atoms = self.case, formula.normal.atoms
        self._quantities(formula)
        kinds = {symbol: kind_of(atom, self.effect, forest=self.forest) for symbol, atom in atoms.items()}
        linear = {symbol: kind for symbol, kind in kinds.items() if kind[1]}
        self.folded = dict.fromkeys(family for kind in kinds.values() if not kind[1] for family in kind[0])
        for family in dict.fromkeys(family for kind in kinds.values() for family in kind[0]):
            read = {column for families, column in kinds.values() if families == (family,)} - {""}
            whole = self.effect.totals and not self.effect.each
            if whole and any(family in families for families, column in kinds.values() if not column):
                read = {*FAMILIES[family][1:]}
            self._family(family, read | {*"jrk"} if "d" in read else read)
        for symbol, ((family,), column) in linear.items():
            for output, value in self._sums_of(family, column).items():
                case.outputs[output][symbol] = value
                self.entries.append((sympy.expand(value), measured(symbol, output)))
        self._in_common({column: symbol for symbol, (_, column) in linear.items()})
        case.define_read(self.entries)
        for symbol, (families, column) in kinds.items():
            if not column:
                self._body(symbol, atoms[symbol], families)
        case.where = {**self.effect.where, **{told: int(some) for _, some, told in self.known}}
        case.sums += [each for each in self.wrong if case.generators.keys() >= {*each}]
        case.sums += [
            tuple(sorted(members, key=str)) for members in self.some if case.generators.keys() >= members
        ]
        domains = [atom.domain for atom in atoms.values()]
        case.told = lambda: {"outputs": {name: self._told(name, domains) for name in case.outputs}}
        return case

    def _in_common(self, sums: Mapping[str, Any]) -> None:
        """Show what is in common by what each side has and both together."""
        for output in self.effect.outputs if sums.keys() >= {*"rkd"} else ():
            one, other, union = (
                (self.case.outputs[output][sums[c]], measured(sums[c], output)) for c in "rkd"
            )
            pairs = zip(one, other, union, strict=True)
            self.entries.append(tuple(sympy.expand(x + y - z) for x, y, z in pairs))

    def _quantities(self, formula: Formula) -> None:
        names = ("item_count", "label_count", "collection_size", "forest")
        steps = any(atom.domain == "steps" for atom in formula.normal.atoms.values())
        for symbol, name in zip(QUANTITIES, names, strict=True):
            sign: Any = "nonnegative" if symbol == F else "positive"
            value = self.case.generator(name, sign, name.replace("_", " "), measured(symbol, self._first))
            if symbol == T and (N in self.effect.added or self.effect.doubled) and opened(formula).has(T):
                raise NotSymbolicError("frequencies from other items are swept only")
            if symbol == F and self.forest and steps:
                value = sympy.S.One
            for output in self.effect.outputs:
                if symbol == N and self.effect.doubled and output == self.effect.outputs[-1]:
                    value = 2 * value
                more = symbol in self.effect.added and output == self.effect.outputs[-1]
                self.case.outputs[output][symbol] = value + int(more)

    @property
    def _first(self) -> str:
        return self.effect.outputs[0]

    def _symbol(self, name: str, sign: Any, meaning: str) -> Any:
        symbol = sympy.Symbol(name)
        return sympy.S.Zero if symbol in self.zero else self.case.generator(name, sign, meaning, None)

    def _read(self, text: str, own: Mapping[str, str]) -> tuple[Any, ...]:
        """Return what is in common, of gold and of the system's, in symbols."""

        def symbol(letter: str) -> Any:
            if letter in own:
                name = own[letter]
                return self._symbol(name, "nonnegative", name.replace("_", " ")) if name else sympy.S.Zero
            sure = letter in POSITIVE or (letter == "a" and self.sure)
            return self._symbol(SHARED[letter], "positive" if sure else "nonnegative", SHARED[letter])

        parts = [
            sum(
                (sympy.Integer(term) if term.isdigit() else symbol(term) for term in part.split("+")),
                sympy.S.Zero,
            )
            for part in text.split()
        ]
        return tuple(parts)

    def _family(self, family: str, columns: set[str]) -> None:
        """Write the changed rows of a family and the sums of the others, as far as some column alone is summed."""
        stated = self.effect.__dict__[family]
        if stated is None or (family == "paths" and not self.forest):
            raise NotSymbolicError(f"the {family} are changed in a way that is not known")
        outputs = self.effect.outputs
        texts = self.effect.all_of(family) or (stated if family == "information" else ())
        if family == "paths" and self.effect.totals and (columns or not self.effect.each):
            raise NotSymbolicError(
                "how many nodes lead to common ancestors is not known of all items together"
            )
        common, self.used[family] = FAMILIES[family][1], columns
        own = {letter: f"{family}_{part}" for letter, part in zip("cmxy", (*PARTS, "other"), strict=True)}
        if common not in columns and all("m" in text for text in texts):  # then no sum shows it
            own |= dict.fromkeys("cy", "")
        if family == "topmost":  # all are called missed
            own |= dict.fromkeys("cxy", "")
        texts = texts or ("c m x",) * len(outputs)
        self.sums[family] = (
            {output: self._read(text, own) for output, text in zip(outputs, texts, strict=True)}
            if columns
            else {}
        )
        if self.effect.wrong and family != "paths" and (family != "information" or self.sure):
            letters = "m" if family == "topmost" else "mx"
            self.wrong.append(tuple(sympy.Symbol(own[letter]) for letter in letters))
        self.rows[family] = []
        whole = family == "information" or (family in STRUCTURE and self.effect.totals)
        for place, row in enumerate(() if whole else stated, 1):
            names = {
                letter: f"{family}_{part}_{place}"
                for letter, part in zip("cmxy", (*PARTS, "other"), strict=True)
            }
            if family == "paths" and place == 1:
                row = self._entering(row)
            made = {
                output: self._read(text, names) for output, text in zip(outputs, row, strict=True) if text
            }
            self.rows[family].append(made)
            self.entries += [
                (sympy.expand(value), sympy.Symbol(f"{family}_{part}_{place}@{output}"))
                for output, values in made.items()
                for part, value in zip(PARTS, values, strict=True)
            ]

    def _entering(self, row: Texts) -> Texts:
        """Return the first changed item's texts, which hang on whether it has nodes. Raises OpenSumError."""
        common = sympy.Symbol("paths_common_1")
        if not self.effect.entered or {common} in self.some:
            return row
        if common not in self.zero:
            raise OpenSumError(frozenset({common}), f"some({common}@{self._first})")
        return self.effect.entered

    def _sums_of(self, family: str, column: str) -> dict[str, Any]:
        return {
            output: column_of(family, column, parts)
            + sum(column_of(family, column, row[output]) for row in self.rows[family] if output in row)
            for output, parts in self.sums[family].items()
        }

    def _term(self, body: Any, families: Sequence[str], place: int, output: str) -> Any:
        """Return a body in a row; zero where the row is not there."""
        known = {quantity: self.case.outputs[output][quantity] for quantity in QUANTITIES}
        for family in families:
            row = self.rows[family][place]
            if output not in row:
                return sympy.S.Zero
            known |= {
                VARIABLES[column]: column_of(family, column, row[output]) for column in FAMILIES[family][1:]
            }
        return body.xreplace(known)

    def _body(self, symbol: Any, atom: Any, families: Sequence[str]) -> None:
        """Set a sum of anything: the rows that change, and one symbol for all others, which has any sign."""
        if alone := compared_alone(atom, self.effect, sure=self.sure):
            self._gained(symbol, atom, *alone)
            return
        if self.effect.each and families:
            self._item_by_item(symbol, atom, families)
            return
        if self.effect.totals:
            self._body_of_all(symbol, atom, families)
            return
        counts = {len(self.rows[family]) for family in families}
        if len(counts) > 1:
            raise NotSymbolicError(f"{symbol} reads items that change in one way and not in another")
        terms: dict[str, list[Any]] = {output: [] for output in self.case.outputs}
        for place in range(max(counts, default=0)):
            here = {output: self._term(atom.body, families, place, output) for output in terms}
            if len(set(here.values())) > 1:  # else it is one of the others
                for output, term in here.items():
                    terms[output].append(term)
        if any(is_compared(part) for each in terms.values() for part in each):
            sure = {next(iter(members)) for members in self.some if len(members) == 1}
            sure |= {name for name, known in self.case.generators.items() if known.sign == "positive"}
            known = row_by_row(terms, frozenset(self.case.generators), frozenset(sure))
            self._gained(symbol, atom, known, "row by row")
            return
        shown = {output: sum(map(self._folded, each), sympy.S.Zero) for output, each in terms.items()}
        sign: GeneratorSign = "nonnegative" if is_above(atom) else "real"
        rest = self.case.rest_of(symbol, shown[self._first], self._first, sign, f"{symbol} of all others")
        for output, value in shown.items():
            self.case.outputs[output][symbol] = rest + value

    def _gained(self, symbol: sympy.Symbol, atom: Any, ends: tuple[str, str, bool], how: str) -> None:
        """Set a sum that is no less in the second of two outputs than in the first, or more."""
        low, high, strict = ends
        kind: GeneratorSign = "nonnegative" if atom.body.is_nonnegative else "real"
        least = self.case.rest_of(symbol, sympy.S.Zero, low, kind, f"{symbol} of all")
        beyond = measured(symbol, high) - measured(symbol, low)
        sign: GeneratorSign = "positive" if strict else "nonnegative"
        more = self.case.unnamed(sign, f"{beyond}, {how}", beyond)
        self.case.outputs[low][symbol], self.case.outputs[high][symbol] = least, least + more

    def _item_by_item(self, symbol: sympy.Symbol, atom: Any, families: Sequence[str]) -> None:
        """Set a sum by that of the other output, which has no less in any item. Raises NotSymbolicError."""
        known = {output: self.effect.own(families, output) for output in self.case.outputs}
        bodies = {
            output: atom.body.xreplace({VARIABLES[name]: value for name, value in own.items()})
            for output, own in known.items()
        }
        if "paths" in families and len(families) > 1:
            raise NotSymbolicError("an item's nodes are not compared beside its labels")
        low, high, sure = item_by_item(bodies, families[0])
        strict = sure and self.effect.wrong and "paths" not in families
        self._gained(symbol, atom, (low, high, strict), "item by item")

    def _body_of_all(self, symbol: Any, atom: Any, families: Sequence[str]) -> None:
        """Set a sum where nothing is missed or extra anywhere, and the body is a number then."""
        value = self._folded(where_right(atom.body, families))
        for output, known in self.case.outputs.items():
            right = all(not any(self.sums[family][output][1:]) for family in families)
            if not right or not value.is_number:
                raise NotSymbolicError(f"{symbol} changes everywhere")
            known[symbol] = value * known[N if atom.domain == "items" else L]

    def _folded(self, body: Any) -> Any:
        """Take the side of every quotient and guard that the signs of symbols tell. Raises OpenSumError."""
        if not body.args:
            return body
        parts = [self._folded(part) for part in body.args]
        if isinstance(body, Ratio | Guard):
            value, quantity, otherwise = parts
            if not self._there(sympy.expand(quantity)):
                if otherwise.has(Undefined):
                    raise NotSymbolicError("a term may have no value")
                return otherwise
            return value / quantity if isinstance(body, Ratio) else value
        if isinstance(body, Larger | Smaller):
            raise NotSymbolicError("extremes of what changes are swept only")
        return body.func(*parts)

    def _there(self, quantity: Any) -> bool:
        """Whether a sum of symbols that are never negative is not zero, or the root of a product of such sums.

        Raises OpenSumError where that is not known.
        """
        if quantity.is_Pow and quantity.exp.is_positive:
            return all(map(self._there, sympy.factor(quantity.base).as_powers_dict()))
        terms = [term.as_coeff_Mul() for term in sympy.Add.make_args(quantity) if term != 0]
        if any(value < 0 for value, _ in terms) or not all(
            rest == 1 or rest in self.case.generators for _, rest in terms
        ):
            raise NotSymbolicError(f"cannot see whether {quantity} vanishes")
        members = frozenset(rest for _, rest in terms if rest != 1)
        if len(members) < len(terms) or any(
            self.case.generators[each].sign == "positive" for each in members
        ):
            return True
        if members and not any(some <= members for some in self.some):
            raise OpenSumError(members, f"some({self.case.measured(sum(sorted(members, key=str)))})")
        return bool(members)

    def _told(self, output: str, domains: Sequence[str]) -> dict[str, Any]:
        """Return the changed rows as data, and a row for the sums over all others, or over all."""
        rows: dict[str, list[dict[str, Any]]] = {domain: [] for domain in domains}
        by_place: dict[tuple[str, int], dict[str, Any]] = {}
        for family, made in self.rows.items():
            domain, *columns = FAMILIES[family]
            for place, row in enumerate(made):
                if output in row:
                    known = by_place.setdefault((domain, place), {})
                    known |= {name: column_of(family, name, row[output]) for name in columns}
            if self.sums[family]:
                used = [name for name in columns if name in self.used[family]]
                sums = {name: column_of(family, name, self.sums[family][output]) for name in used}
                sums["many"] = "all" if self.effect.totals else "others"
                rows.setdefault(domain, []).append(sums)
        for (domain, _), known in by_place.items():
            rows.setdefault(domain, []).append(known)
        for domain in dict.fromkeys(domains) if self.effect.each else ():
            families = [family for family in self.folded if FAMILIES[family][0] == domain]
            if families:
                wrong = next((family for family in families if family != "paths"), "")
                some = " + ".join(map(str, own_wrong(wrong))) if wrong else ""
                rows[domain].append({**self.effect.own(families, output), "some": some, "many": "each"})
        for domain in rows:
            rows[domain] += told_alone(domain, self.effect, output, sure=self.sure)
        quantities = {str(symbol): self.case.outputs[output][symbol] for symbol in QUANTITIES}
        quantities |= {
            f"{family}_{part}_{place}": value
            for family, made in self.rows.items()
            for place, row in enumerate(made, 1)
            for part, value in zip(PARTS, row.get(output, ()), strict=False)
        }
        return {"quantities": quantities, "rows": rows, "complete": False}
