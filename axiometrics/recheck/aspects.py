"""Lists with aspects: in which output a sum over ranks and aspects is larger, or that it is the same in both.

The aspects of a case are of some kinds. A document is relevant to all aspects of a kind, or to none of them; a context
holds any documents in any order, the same in every output. Grades are 0 and 1, weights are positive. All outputs are of
one collection, in which there is an aspect, and something relevant to every aspect.

The terms of an aspect are w^k K f(i) g(c), with its c-th relevant document at rank i, and 0 of all others; w is its
weight, and K > 0 hangs on the collection. Neither f nor g is ever negative, f does not rise and is convex. So

* where down to every rank an output has at least as many documents of an aspect, its c-th one is no later there;
* a document that moves up a rank gains what another one below it, which moves down a rank, loses at most, if g does not
  rise, since f is convex;
* of a document on one aspect and one on another the difference is that of what each adds to its own: the same where all
  others are as relevant to both, or where g is constant; at the end of the list f(i) (g(c + 1) - g(d + 1)), where c and
  d documents above are relevant to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, permutations
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.eventual_signs import count_trend, discount_trend, factors, joint_trend
from axiometrics.recheck.expressions import NotCoveredError, Step, flattened, parsed, require, written
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import Number

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output

COLLECTION = frozenset("mRGV")
"""Quantities of the collection, the same in every output."""
NUMBERS = ("one", "some", "any")
TOLD = {"documents", "complete", "quantities", "rows", "values"}
Slot = str | int
"""A context, or whether a document is relevant."""


class Lists:
    """The outputs of a case, kind by kind of its aspects."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        told = data["aspects"]
        self.kinds: Mapping[str, str] = told["kinds"]
        require(all(len(each) == 1 and each.isalpha() for each in self.kinds), "kinds are single letters")
        require(self.kinds and set(self.kinds.values()) <= set(NUMBERS), "kinds of so many aspects")
        self.contexts: Mapping[str, Mapping[str, Any]] = told["contexts"]
        self.equal, self.heavier = (self._pairs(told, name) for name in ("equal", "heavier"))
        self.alike = self._pairs(told, "alike")
        weights = [*map(frozenset, self.equal + self.heavier)]
        require(len(set(weights)) == len(weights), "weights that are compared twice")
        for context in self.contexts.values():
            require(set(context) <= {"relevant", "more"}, "what is not known of a context")
            relevant = context.get("relevant", [])
            require(isinstance(relevant, list), "documents of a context that are no list")
            require(all(set(each) <= set(self.kinds) for each in relevant), "documents of another kind")
            require(not context.get("more") or self._single(context["more"]), "more of what is no aspect")
        self.parts = {name: self._parts(output) for name, output in data["outputs"].items()}

    def _pairs(self, told: Mapping[str, Any], name: str) -> list[list[str]]:
        found = told.get(name, [])
        require(all(map(self._single, found)), f"{name} is said of pairs of single aspects")
        return [list(pair) for pair in found]

    def _single(self, pair: Sequence[str]) -> bool:
        return len(pair) == len(set(pair)) == 2 and all(self.kinds.get(name) == "one" for name in pair)

    def _parts(self, told: Mapping[str, Any]) -> list[Mapping[str, str]]:
        require(set(told) <= TOLD and "documents" in told, "an output that is more than its documents")
        require(not (told["complete"] or told["quantities"] or told["rows"]), "rows beside documents")
        parts: list[Mapping[str, str]] = told["documents"]
        for part in parts:
            require(set(part) in ({"context"}, {"relevant"}), "neither a context nor a document")
            require(set(part.get("relevant", "")) <= set(self.kinds), "a document of another kind")
        names = sorted(part["context"] for part in parts if "context" in part)
        require(names == sorted(self.contexts), "a context that is not once in every list")
        return parts

    def columns(self, low: str, high: str) -> dict[str, tuple[list[Slot], list[Slot]]] | None:
        """Return what both lists have for each kind, rank by rank; None where their contexts are at other ranks.

        The longer list ends with documents that are relevant to nothing.
        """
        one, other = self.parts[low], self.parts[high]
        length = min(len(one), len(other))
        if any(part != {"relevant": ""} for part in (*one[length:], *other[length:])):
            return None
        pairs = zip(one[:length], other[:length], strict=True)
        if any(x.get("context") != y.get("context") for x, y in pairs):
            return None
        return {kind: (_column(one[:length], kind), _column(other[:length], kind)) for kind in self.kinds}

    def longer(self, low: str, high: str) -> int:
        """Return how many documents one list has more than the other."""
        return len(self.parts[high]) - len(self.parts[low])

    def never(self, context: str, kind: str) -> bool:
        """Whether no document of a context is relevant to an aspect."""
        patterns = self.contexts[context].get("relevant")
        return patterns is not None and not any(kind in each for each in patterns)

    def dominated(self, context: str, more: str, less: str) -> bool:
        """Whether every document of a context that is relevant to one aspect is so to another."""
        patterns = self.contexts[context].get("relevant")
        return patterns is not None and all(more in each for each in patterns if less in each)


def _column(parts: Sequence[Mapping[str, str]], kind: str) -> list[Slot]:
    return [part["context"] if "context" in part else int(kind in part["relevant"]) for part in parts]


# --- what terms hang on


@dataclass(frozen=True)
class Shape:
    """How the terms w^k K f(i) g(c) change.

    f is ``same``, ``falls`` (positive, and strictly convex), or is ``weak``: it may stay equal, or be 0. g is ``same``,
    ``falling``, ``rising`` or ``mixed``, and positive, or that of the ``first`` document alone. With ``limited`` there
    are only those of the first ranks.
    """

    weight: int = 0
    collection: bool = False
    ranks: str = "same"
    counts: str = "same"
    limited: bool = False

    @property
    def positive(self) -> bool:
        """Whether no term of a relevant document is zero."""
        return self.ranks != "weak" and self.counts != "first" and not self.limited


def domain_of(domain: str) -> tuple[str, list[str], str]:
    """Return the kind of a domain, its choices, and its last rank, or nothing where there is none.

    >>> domain_of("seen_exponential_1_all"), domain_of("ranks_5"), domain_of("aspects")
    (('seen', ['exponential', '1'], ''), ('ranks', [], '5'), ('aspects', [], ''))
    """
    kind, *parts = domain.split("_")
    limit = parts.pop() if parts else "all"
    require(limit == "all" or (limit.isdecimal() and int(limit) >= 1), f"{domain} ends at no rank")
    return kind, parts, "" if limit == "all" else limit


def shape_of(kind: str, choices: Sequence[str], step: Step, limit: str) -> Shape:
    """Read off a body how its terms change; raises NotCoveredError where that is not evident.

    At a rank the gain is the sum of w over the aspects that a document is relevant to. A reader is satisfied by a
    relevant document with one probability.
    """
    found: dict[str, int] = {}
    ranks, counts = {"same"}, {"same"}
    for part, power in factors(step):
        names = names_of(part)
        if part.kind == "number" and part.value > 0:
            continue
        if part.kind == "name" and part.value not in "ic":
            found[part.value] = found.get(part.value, 0) + power
        elif names == {"i"}:
            ranks.add(discount_trend(part, power))
        elif names == {"c"}:
            counts.add(count_trend(part, power))
        else:
            raise NotCoveredError(f"how {part.kind} changes, of {', '.join(sorted(names))}")
    own = {name: power for name, power in found.items() if power}
    if kind == "seen" and own.get("s") == own.get("p") == 1:
        counts.add("first" if _chance(*choices) == 1 else "falling")
        own = {name: power for name, power in own.items() if name not in "sp"} | {"b": 1}
    elif kind == "ranks" and own == {"g": 1} and counts == {"same"}:
        own = {"b": 1, "w": 1}
    judged = [own.pop(name, 0) for name in "xb"]
    weight = own.pop("w", 0)
    known = kind in ("pairs", "seen", "ranks") and set(own) <= set("rhqe") and weight >= 0
    if not (known and min(judged) >= 0 and any(judged)):
        raise NotCoveredError("terms that are not zero where a document is not relevant, or look at more")
    falls = next((each for each in ("weak", "falls") if each in ranks), "same")
    return Shape(weight, bool(own), falls, joint_trend(counts), bool(limit))


def _chance(stop: str = "", gmax: str = "") -> Fraction:
    """Return the probability that a document of grade 1 satisfies, where an aspect's highest grade is 1."""
    require(stop in ("linear", "exponential"), f"readers who stop by {stop}")
    require(gmax == "aspect" or (gmax.isdecimal() and int(gmax) >= 1), f"{gmax} is no highest grade")
    top = 1 if gmax == "aspect" else int(gmax)
    return Fraction(1, top) if stop == "linear" else Fraction(1, 2**top)


# --- which output has more


def difference(lists: Lists, low: str, high: str, domain: str, body: str) -> str:
    """Return the sign of what one output has more of a reduction than another; "" where none is evident."""
    kind, choices, limit = domain_of(domain)
    step = parsed(body)
    same = lists.parts[low] == lists.parts[high]
    if same or _of_collection(kind, names_of(step) - COLLECTION, limit):
        return "zero"
    columns = lists.columns(low, high)
    if columns is None:
        return ""
    if names_of(step) <= {"i"} and kind == "ranks":
        return _by_length(lists.longer(low, high), step, limit)
    try:
        shape = shape_of(kind, choices, step, limit)
    except NotCoveredError:
        return ""
    sides = {name: _side(shape, *column) for name, column in columns.items()}
    if "" in sides.values():
        return _swap(lists, shape, columns)
    sure = any(side == "positive" and lists.kinds[name] != "any" for name, side in sides.items())
    return "positive" if sure else "nonnegative" if set(sides.values()) != {"zero"} else "zero"


def _of_collection(kind: str, names: set[str], limit: str) -> bool:
    """Whether a sum runs over what the collection has, or over ranks of which there always are so many."""
    looked = {"ideal": "ig", "best": "ig", "aspects": "wrh", "padded": "iwrhqe", "paddedranks": "i"}
    return names <= set(looked.get(kind, "-")) and (bool(limit) or not kind.startswith("padded"))


def _by_length(longer: int, step: Step, limit: str) -> str:
    """Sums over the ranks of what does not look at documents."""
    if longer == 0:
        return "zero"
    if longer < 0 or not _is_positive(step, "i"):
        return ""
    return "nonnegative" if limit else "positive"


def _is_positive(step: Step, names: str) -> bool:
    """Whether a product of positive numbers, of discounts that are never 0, and of what is positive is so."""
    try:
        for part, power in factors(step):
            known = part.kind == "name" and part.value in names and part.value != "i"
            if known or (part.kind == "number" and part.value > 0):
                continue
            if names_of(part) != {"i"} or "i" not in names or discount_trend(part, power) != "falls":
                return False
    except NotCoveredError:
        return False
    return True


def _moved(low: Sequence[Slot], high: Sequence[Slot]) -> list[int]:
    """Return how many relevant documents more one list has, down to each part."""
    pairs = zip(low, high, strict=True)
    return [*accumulate(y - x if isinstance(x, int) and isinstance(y, int) else 0 for x, y in pairs)]


def _side(shape: Shape, low: Sequence[Slot], high: Sequence[Slot]) -> str:
    """Return the sign of what one list has more of a single aspect."""
    moved = _moved(low, high)
    if not any(moved):
        return "zero"
    if min(moved) >= 0:
        if shape.ranks == "same" and not shape.limited and not moved[-1]:
            return "zero"
        return "positive" if shape.positive else "nonnegative"
    if [each for each in moved if each] != [1, -1] or moved[-1] or shape.limited:
        return ""
    if shape.ranks == "same":
        return "zero"
    if shape.counts in ("rising", "mixed"):
        return ""
    return "positive" if shape.positive else "nonnegative"


def _swap(lists: Lists, shape: Shape, columns: Mapping[str, tuple[list[Slot], list[Slot]]]) -> str:
    """Compare a document on one aspect with one on another, in two lists that are the same but for it."""
    apart = {
        name: [(place, x, y) for place, (x, y) in enumerate(zip(*column, strict=True)) if x != y]
        for name, column in columns.items()
    }
    moved = {name: found[0] for name, found in apart.items() if len(found) == 1}
    old = [name for name, (_, x, y) in moved.items() if (x, y) == (1, 0)]
    new = [name for name, (_, x, y) in moved.items() if (x, y) == (0, 1)]
    if sum(map(bool, apart.values())) != 2 or len(old) != 1 or len(new) != 1:
        return ""
    pair = [old[0], new[0]]
    place = moved[old[0]][0]
    if place != moved[new[0]][0] or not all(lists.kinds[name] == "one" for name in pair):
        return ""
    if shape.collection and {*pair} not in map(set, lists.alike):
        return ""
    equal = not shape.weight or {*pair} in map(set, lists.equal)
    before, after = (columns[name][0] for name in pair)
    rest = [(x, y) for at, (x, y) in enumerate(zip(before, after, strict=True)) if at != place]
    if shape.counts == "same" or all(_as_relevant(lists, x, y, *pair) for x, y in rest):
        if equal:
            return "zero"
        return ("positive" if shape.positive else "nonnegative") if pair[::-1] in lists.heavier else ""
    ends = all(x == y == 0 for x, y in zip(before[place + 1 :], after[place + 1 :], strict=True))
    return _at_the_end(lists, shape, pair, rest[:place]) if equal and ends else ""


def _as_relevant(lists: Lists, x: Slot, y: Slot, old: str, new: str) -> bool:
    """Whether all documents of a part are as relevant to one aspect as to another."""
    if isinstance(x, str):
        return lists.dominated(x, old, new) and lists.dominated(x, new, old)
    return x == y


def _at_the_end(lists: Lists, shape: Shape, pair: Sequence[str], above: Sequence[tuple[Slot, Slot]]) -> str:
    """Compare g(c + 1) with g(d + 1): above, c documents are on the new aspect, and more, d, on the old one."""
    old, new = pair
    contexts = [x for x, _ in above if isinstance(x, str)]
    more = [name for name in contexts if list(lists.contexts[name].get("more", ())) == [old, new]]
    focal = sum(x - y for x, y in above if isinstance(x, int) and isinstance(y, int))
    known = all(name in more or lists.dominated(name, old, new) for name in contexts)
    if not known or len(more) + focal < 1 or shape.counts not in ("falling", "first"):
        return ""
    never = all(lists.never(x, new) if isinstance(x, str) else y == 0 for x, y in above)
    sure = shape.ranks != "weak" and not shape.limited and (shape.counts == "falling" or never)
    return "positive" if sure else "nonnegative"


# --- values and signs


def size_of(output: Output, name: str) -> Number:
    """Return a quantity of the collection, which is the same in every output; the highest grade is 1."""
    if name not in COLLECTION:
        raise NotCoveredError(f"{name} of {output.name} is not told")
    return output.point.number(Fraction(1)) if name == "G" else output.point.drawn("of the collection", name)


def sum_of(output: Output, domain: str, body: str) -> Number:
    """Return what a reduction is: an unknown number, one for all outputs in which it is the same."""
    lists, key = output.part.lists, written(flattened(parsed(body)))

    def is_same(one: str, other: str) -> bool:
        ways = (one, other), (other, one)  # it may be seen one way round alone
        return any(difference(lists, low, high, domain, body) == "zero" for low, high in ways)

    same = (each for each in lists.parts if is_same(each, output.name))
    return output.point.drawn("over aspects", domain, key, next(same))


def aspect_signs(part: Part, name: str) -> Iterator[str]:
    """Yield the signs by which a symbol is a quantity, a reduction, or what one output has more of it."""
    first = next(iter(part.lists.parts))
    for size in COLLECTION:
        if part.same(name, lambda outputs, s=size: size_of(outputs[first], s)):
            yield "positive"
    for about in part.data["reductions"].values():
        where = about["domain"], about["body"]
        for output in part.lists.parts:
            if part.same(name, lambda outputs, o=output, w=where: sum_of(outputs[o], *w)):
                yield _own_sign(*where)
        for low, high in permutations(part.lists.parts, 2):
            sign = difference(part.lists, low, high, *where)
            if sign and part.same(
                name, lambda outputs, x=low, y=high, w=where: sum_of(outputs[y], *w) - sum_of(outputs[x], *w)
            ):
                yield "nonnegative" if sign == "zero" else sign


def _own_sign(domain: str, body: str) -> str:
    """Return the sign of a reduction; "" where none is evident."""
    kind, choices, limit = domain_of(domain)
    step = parsed(body)
    if kind in ("ideal", "best"):
        gains = [power for part, power in factors(step) if part.kind == "name" and part.value == "g"]
        fair = kind == "ideal" or _is_fair(choices)
        return "positive" if fair and gains == [1] and _is_positive(step, "ig") else ""
    if kind in ("padded", "paddedranks") and limit:
        return "positive" if _is_positive(step, "iwrhqe") else ""
    if kind == "ranks" and names_of(step) <= {"i"}:
        return "nonnegative" if _is_positive(step, "i") else ""
    try:
        shape_of(kind, choices, step, limit)
    except NotCoveredError:
        return ""
    return "nonnegative"


def _is_fair(choices: Sequence[str]) -> bool:
    """Whether of the best lists no document loses, and one that is relevant to something gains at the first rank."""
    if len(choices) != 4 or choices[0] not in ("exact", "greedy") or choices[3] not in ("none", "given"):
        return False
    _, cover, number, _ = choices
    if cover == "exponential":
        return number == "aspect" or (number.isdecimal() and int(number) >= 1)
    above, _, below = number.partition("d")
    parts = [above, *([below] if below else [])]
    whole = all(part.isdecimal() for part in parts) and int(below or 1) > 0
    return cover == "alpha" and whole and Fraction(int(above), int(below or 1)) <= 1
