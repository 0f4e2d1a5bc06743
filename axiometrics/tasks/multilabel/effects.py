"""What constraints do to items and labels, as it is stated beside them, and which output has more by that.

Where a sum cannot be written out, of roots or extremes of what changes, it is compared: row by row, or for any one
item, label or hit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import ABOVE, sum_sign
from axiometrics.tasks.multilabel.rows import FAMILIES, PARTS
from axiometrics.tasks.multilabel.view import COMMON, EITHER, VARIABLES, T, in_information, is_evident

INFORMATION = sympy.log(VARIABLES["m"] / VARIABLES["n"])
RECURSION = {"e": "r", "f": "k", "d": "d"}
"""What the recursion adds up to where no label has two parents: of gold, the system and both the information of their
closures, since what each label adds to its parent adds up to log(T/n) from any label up, and parts in common once."""
SHARED = {
    "k": "gained", "l": "lost", "e": "further", "h": "small", "a": "bits", "b": "more_bits",
    "p": "tops", "q": "more_tops",
}  # fmt: skip
POSITIVE = frozenset("kl")
STRUCTURE = ("paths", "topmost")
"""The families of which effects tell by themselves what all items together have, or each."""
Stated = TypeVar("Stated", bound=Callable[..., Any])
Texts = tuple[str, ...]
"""Of every output in words of three: what is in common, missed and extra."""


@dataclass(frozen=True)
class Effect:
    """What the outputs of a constraint do to items and labels; None for what is not known.

    ``raw`` and ``closed`` have the changed items, that with most gold labels first, ``labels`` the changed labels, the
    one first that the last output gives more often; each has a text for every output, an empty one where it is not
    there. ``c m x`` are what all outputs share of one, k and l are at least 1, e and h at least 0. ``information`` is
    that of all items together, with a and b at least 0, and a above 0 where that is ``sure`` or each label tells
    something; ``totals`` are all sums together.
    """

    outputs: tuple[str, ...] = ("worse", "better")
    raw: tuple[Texts, ...] | None = ()
    closed: tuple[Texts, ...] | None = ()
    labels: tuple[Texts, ...] | None = ()
    information: Texts | None = ()
    contents: tuple[Texts, ...] = ()
    """The information of labels themselves, log(T/n) each, in the closures of the changed items, or of any one item if
    ``each``, with a and b at least 0, and a above 0 as in that of all items; all other items have the same in every
    output, and so have all labels."""
    paths: tuple[Texts, ...] | None = None
    """The same of the nodes that lead to nearest common ancestors, in forests; beside ``totals`` of one item alone, if
    ``each``, that has gold labels: any other has no nodes in any output."""
    entered: Texts = ()
    """The same of the first changed item where it has no such nodes at first: the system gives it no label. Else some
    are in common, and are called c alone."""
    topmost: tuple[Texts, ...] | None = None
    """The same of topmost mistakes, all of them as missed; beside ``totals`` of all items together."""
    totals: Texts = ()
    each: bool = False
    """Whether every item, and every label, has of its own what ``totals`` say of all together."""
    sure: bool = False
    wrong: bool = False
    """Whether something is missed or extra in the first output."""
    forests: bool = False
    """Whether this is known where no label has two parents alone."""
    some_gold: bool = False
    """Whether the first changed item certainly has a gold label."""
    hits: str = ""
    """What is the same of the right labels in the lists: places i, or these with frequencies n."""
    ahead: str = ""
    """What is known of right labels of which the last output has all that the first has, or as many, at places that are
    no later, and perhaps more of them: places i, or these with frequencies n."""
    ideal: bool = False
    """Whether gold and frequencies are the same, and with them what the best lists could have."""
    everything: bool = False
    """Whether every other sum is the same, too."""
    doubled: bool = False
    """Whether the last output has twice as many items."""
    where: Mapping[str, int] = field(default_factory=dict)
    """In which cases the outputs do this and not another thing."""
    added: tuple[Any, ...] = ()
    """The quantities that are 1 more in the last output."""

    def all_of(self, family: str) -> Texts:
        """Return what a family has in all items or labels together, or in each, if that is told."""
        stated = self.__dict__[family] if family in STRUCTURE and self.totals else ()
        return stated[0] if stated else self.totals

    def own(self, families: Sequence[str], output: str) -> dict[str, sympy.Expr]:
        """Return what any one item, or label, has of every column, where each is told of."""
        place = self.outputs.index(output)
        found: dict[str, sympy.Expr] = {}
        for family in families:
            found |= own_columns(self.all_of(family)[place], [family])
        return found

    def some_gold_symbols(self) -> frozenset[Any]:
        """Return the symbols of which one is not zero where the first changed item has a gold label."""
        first = self.raw[0][0].split() if self.raw else ()
        named = zip("cm", ("raw_common_1", "raw_missed_1"), strict=True)
        return frozenset(
            sympy.Symbol(name) for letter, name in named if any(letter in part for part in first)
        )

    def tells(self, domain: str, names: set[str]) -> bool:
        """Whether sums over a domain, of what has some columns, are the same in all outputs, or are of hits ahead."""
        same = bool(names) and names <= {*self.hits}
        ahead = bool(self.ahead) and names <= {*self.ahead}
        alone = {
            "hits": same or ahead,
            "contents": bool(self.contents),
            "ideal": self.ideal,
            "whole": not names,
        }
        return self.everything or alone.get(domain, False)


def states(*effects: Effect) -> Callable[[Stated], Stated]:
    """State what the outputs of a generator do: one thing, or several, each ``where`` it says."""

    def stated(generator: Stated) -> Stated:
        generator.__dict__["effects"] = effects
        return generator

    return stated


class OpenSumError(Exception):
    """It is not known whether a sum of symbols is zero."""

    def __init__(self, members: frozenset[Any], told: str) -> None:
        self.members, self.told = members, told


# What bodies read, and what is said of them


def kind_of(atom: Any, effect: Effect, *, forest: bool) -> tuple[tuple[str, ...], str]:
    """Return the families that a body reads, and the one column that it is, if it is one. Raises NotSymbolicError."""
    names = {str(name) for name in atom.body.free_symbols & set(VARIABLES.values())}
    for family, (domain, *columns) in FAMILIES.items():
        weight = INFORMATION if family == "information" else 1
        for column in columns:
            if domain == atom.domain and atom.body == VARIABLES[column] * weight:
                return ((), "") if effect.everything and family in STRUCTURE else ((family,), column)
    for column, closed in RECURSION.items():
        if forest and atom.body == VARIABLES[column] * sympy.log(T / VARIABLES["n"]):
            return ("information",), closed
    read = [
        family
        for family, (domain, *columns) in FAMILIES.items()
        if family != "information" and domain == atom.domain and names & set(columns)
    ]
    if names - {column for family in read for column in FAMILIES[family][1:]}:
        read = []
    if effect.everything and {*read} & {*STRUCTURE}:
        return (), ""
    ordered = atom.domain == "steps"  # where a label has two parents these hang on the order of the labels
    if not read and (ordered or not effect.tells(atom.domain, names)):
        raise NotSymbolicError(f"what {atom.domain}[{atom.body}] becomes is not known")
    return tuple(read), ""


def where_right(body: Any, families: Sequence[str]) -> Any:
    """Return a body where gold and system have the same, and no more than what is in common."""
    common = {
        VARIABLES[column]: VARIABLES[FAMILIES[family][1]]
        for family in families
        for column in FAMILIES[family][1:]
    }
    return body.xreplace(common)


# One item, label or hit in a proof


def column_of(family: str, column: str, parts: Sequence[Any]) -> sympy.Expr:
    """Return a column of a family by what is in common, missed and extra."""
    common, missed, extra = parts
    if column in "dh":
        return common + missed + extra
    return common + (sympy.S.Zero, missed, extra)[FAMILIES[family].index(column) - 1]


def _own(family: str, letter: str) -> sympy.Symbol:
    return sympy.Symbol(f"own_{family}_{letter}", nonnegative=True)


def own_wrong(family: str) -> tuple[sympy.Symbol, ...]:
    """Return the counts of what any one item, or label, misses, and of what it has too many of."""
    return _own(family, "m"), _own(family, "x")


def own_columns(text: str, families: Sequence[str]) -> dict[str, sympy.Expr]:
    """Return what any one item, or label, has in an output that a text tells of, in counts of its own.

    >>> own_columns("c+m 0 0", ["labels"])
    {'t': own_labels_c + own_labels_m, 'g': own_labels_c + own_labels_m, 's': own_labels_c + own_labels_m}
    """
    found: dict[str, sympy.Expr] = {}
    for family in families:
        parts = [
            sum(
                (sympy.Integer(each) if each.isdigit() else _own(family, each) for each in part.split("+")),
                sympy.S.Zero,
            )
            for part in text.split()
        ]
        found |= {name: column_of(family, name, parts) for name in FAMILIES[family][1:]}
    return found


def item_by_item(bodies: Mapping[str, Any], family: str) -> tuple[str, str, bool]:
    """Return of two outputs the one whose body is never larger, the other one, and whether it is less in what is wrong.

    Raises NotSymbolicError where neither is evidently so.
    """
    counts = frozenset().union(*(body.free_symbols for body in bodies.values()))
    if not all(str(each).startswith("own_") for each in counts):
        raise NotSymbolicError("a body that reads more than its item is compared with no other one")
    first, last = bodies
    for low, high in ((first, last), (last, first)):
        terms = ((1, sympy.S.One, bodies[high]), (-1, sympy.S.One, bodies[low]))
        if sum_sign(terms, counts) in ABOVE:
            strict = (sum_sign(terms, counts | {each}, frozenset({each})) for each in own_wrong(family))
            return low, high, {*strict} == {"positive"}
    raise NotSymbolicError("which output has more is not the same for every item")


def hits_ahead(columns: str, *, last: bool) -> list[dict[str, Any]]:
    """Return rows of any one hit of the first output, which the last one has a place further up, and of more hits.

    >>> hits_ahead("i", last=False)
    [{'i': own_hits_i + 2, 'many': 'each'}]
    """
    found = []
    for place, more, many in (("i", 1 if last else 2, "each"), ("j", 1, "further"))[: 1 + last]:
        known = {"i": _own("hits", place) + more, "n": _own("hits", "n" if many == "each" else "o") + 1}
        found.append({**{name: known[name] for name in columns}, "many": many})
    return found


def hit_by_hit(body: sympy.Expr, outputs: Sequence[str]) -> tuple[str, str]:
    """Return first the output in which hits add no more, where the last one has all of the first, or further up.

    What is right of one place is so of any number, one after another. Raises NotSymbolicError where it is open.
    """
    fixed, moved = body.as_independent(VARIABLES["i"], as_Add=False)
    if is_evident(fixed, "hits"):  # what hangs on the label alone is the same further up
        body = moved
    first, last, more = (
        body.xreplace({VARIABLES[name]: row[name] for name in "in"})
        for row in (*hits_ahead("in", last=False), *hits_ahead("in", last=True))
    )
    counts = frozenset(first.free_symbols | last.free_symbols | more.free_symbols)
    if len(outputs) == 2 and all(str(each).startswith("own_") for each in counts):
        for turn, low, high in ((1, outputs[0], outputs[1]), (-1, outputs[1], outputs[0])):
            gain = ((turn, sympy.S.One, last), (-turn, sympy.S.One, first))
            if all(sum_sign(each, counts) in ABOVE for each in (gain, ((turn, sympy.S.One, more),))):
                return low, high
    raise NotSymbolicError("what hits further up add is not evident")


# The information of the closures of an item in a proof


def contents_of(texts: tuple[Texts, ...], place: int) -> list[dict[str, sympy.Expr]]:
    """Return what every changed item has in an output of information in common, missed and extra.

    >>> contents_of((("c m+a x", "c+a m x"),), 1)[0]["common"]
    own_contents_a + own_contents_c
    """
    parts = [
        [
            sum((_own("contents", each) for each in part.split("+") if each != "0"), sympy.S.Zero)
            for part in text
        ]
        for text in (row[place].split() for row in texts)
    ]
    return [dict(zip(PARTS, each, strict=True)) for each in parts]


def content_by_content(body: sympy.Expr, effect: Effect, *, sure: bool) -> tuple[str, str, bool]:
    """Return of two outputs the one in which no changed item has more, the other one, and whether one has less.

    Raises NotSymbolicError where neither is evident.
    """
    found = in_information(body)
    terms = [
        (side, sympy.S.One, found.xreplace({COMMON: each["common"], EITHER: sum(each.values())}))
        for side, place in ((-1, 0), (1, 1))
        for each in contents_of(effect.contents, place)
    ]
    counts = frozenset().union(*(term.free_symbols for *_, term in terms))
    first, last = effect.outputs
    for turn, low, high in ((1, first, last), (-1, last, first)):
        whole = tuple((turn * side, there, term) for side, there, term in terms)
        if sum_sign(whole, counts) in ABOVE:
            some = informed(effect, sure=sure)
            strict = [sum_sign(whole, counts | {each}, frozenset({each})) for each in some]
            return low, high, bool(some) and {*strict} == {"positive"}
    raise NotSymbolicError("which output has more is not the same for all information")


def informed(effect: Effect, *, sure: bool) -> tuple[sympy.Symbol, ...]:
    """Return the information of which some is not zero in some changed item."""
    wrong = effect.each and effect.wrong
    moved = any("a" in text for row in effect.contents for text in row)
    letters = "mx" if wrong else "a" if moved and not effect.each else ""
    return tuple(_own("contents", letter) for letter in (letters if sure else ""))


# What is compared alone, whatever families it is of


def compared_alone(atom: Any, effect: Effect, *, sure: bool) -> tuple[tuple[str, str, bool], str] | None:
    """Return how sums over hits, or over contents, compare, and how that is seen; None for all others."""
    if atom.domain == "hits" and effect.ahead:
        return (*hit_by_hit(atom.body, effect.outputs), False), "hit by hit"
    if atom.domain == "contents" and effect.contents:
        return content_by_content(atom.body, effect, sure=sure), "content by content"
    return None


def told_alone(domain: str, effect: Effect, output: str, *, sure: bool) -> list[dict[str, Any]]:
    """Return the rows of any one hit, or of a changed item's contents, in an output."""
    place = effect.outputs.index(output)
    if domain == "hits" and effect.ahead:
        return hits_ahead(effect.ahead, last=place == len(effect.outputs) - 1)
    if domain == "contents" and effect.contents:
        some = " + ".join(map(str, informed(effect, sure=sure)))
        return [{**each, "some": some, "many": "each"} for each in contents_of(effect.contents, place)]
    return []


def row_by_row(
    terms: Mapping[str, Sequence[Any]], counts: frozenset[Any], positive: frozenset[Any]
) -> tuple[str, str, bool]:
    """Return of two outputs the one whose terms add up to no more, the other one, and whether these are more.

    Raises NotSymbolicError where neither is evident.
    """
    if len(terms) != 2 or not all(part.free_symbols <= counts for each in terms.values() for part in each):
        raise NotSymbolicError("only two outputs with terms in counts are compared row by row")
    first, last = terms
    for low, high in ((first, last), (last, first)):
        whole = [(side, sympy.S.One, part) for side, end in ((1, high), (-1, low)) for part in terms[end]]
        sign = sum_sign(tuple(whole), counts, positive)
        if sign in ABOVE:
            return low, high, sign == "positive"
    raise NotSymbolicError("which output has more in the rows that change is not evident")
