"""What a metric of lists with aspects sees: rank by rank, aspect by aspect, and the best lists of the collection.

At a rank and an aspect, ``x`` is the grade, ``b`` 1 if it is relevant, ``i`` the rank, ``c`` the relevant documents of
the aspect so far, ``w`` its weight, ``r`` its relevant documents in the collection, ``h`` their highest grade, ``q``
and ``e`` the discounted gain of its own ideal list, linear or exponential, ``s`` the probability that the document
satisfies a reader and ``p`` that no document above satisfied them. At a rank alone, ``g`` is a gain, ``u`` the number
of documents so far that are relevant to nothing, ``o`` is 1 where the list has covered every aspect for the first time.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import sympy

from axiometrics.errors import InputError, NotSymbolicError
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity, as_node, text
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View, offered
from axiometrics.tasks.diversity import Document


class At(NamedTuple):
    """What an aspect of the document at a rank offers; ``s`` and ``p`` only where readers are satisfied."""

    x: Quantity
    b: Quantity
    i: Quantity
    c: Quantity
    w: Quantity
    r: Quantity
    h: Quantity
    q: Quantity
    e: Quantity
    s: Quantity | None = None
    p: Quantity | None = None


class Rank(NamedTuple):
    """What a rank offers."""

    i: Quantity
    g: Quantity
    u: Quantity | None = None
    o: Quantity | None = None


class Aspect(NamedTuple):
    """What an aspect offers."""

    w: Quantity
    r: Quantity
    h: Quantity


class Domain(NamedTuple):
    """What a reduction runs over: its kind, and numbers and words that say which; ``None`` for no limit."""

    kind: str
    choices: tuple[str, ...]
    upto: int | None


def _named(kind: str, *choices: object, upto: object = None) -> str:
    parts = [kind, *(_choice(each) for each in choices)]
    return "_".join([*parts, "all" if upto is None else _from_one(upto, "upto")])


def _from_one(given: object, name: str) -> str:
    """Write a whole number from 1 on, or a word; raises NotSymbolicError."""
    found = _choice(given)
    if not isinstance(given, str) and (not found.isdecimal() or found == "0"):
        raise NotSymbolicError(f"{name} is {found.replace('d', '/')}; give a whole number from 1 on")
    return found


def _choice(given: object) -> str:
    """Write a word, or a plain number such as 1/2 as ``1d2``."""
    if isinstance(given, str):
        return given
    node = as_node(given)
    if node.kind != "number":
        raise NotSymbolicError(
            f"how far a list goes, and how documents cover aspects, is given by numbers, not by {text(node)}"
        )
    value = Fraction(node.value)
    return f"{value.numerator}d{value.denominator}" if value.denominator > 1 else str(value.numerator)


def domain_of(name: str) -> Domain:
    """Return what a domain is by its name.

    >>> domain_of("best_exact_alpha_1d2_none_5")
    Domain(kind='best', choices=('exact', 'alpha', '1d2', 'none'), upto=5)
    """
    kind, *parts = name.split("_")
    limit = parts.pop() if parts else "all"
    return Domain(kind, tuple(parts), None if limit == "all" else int(limit))


class _Positive(dict[str, tuple[Any, ...]]):
    """What is positive in a domain."""

    def get(self, domain: str, default: object = ()) -> Any:
        """Return the positive symbols."""
        kind = domain.partition("_")[0]
        if not kind:
            return ()
        if kind == "aspects":
            return _w, _r, _h
        return (_i, _w, _r, _h, _q, _e) if kind in ("pairs", "padded", "seen") else (_i,)


_NAMES = tuple(dict.fromkeys((*At._fields, *Rank._fields)))
VARIABLES = tuple(
    sympy.Symbol(name, positive=True) if name in "iwrhqe" else sympy.Symbol(name, nonnegative=True)
    for name in _NAMES
)
_i, _w, _r, _h, _q, _e = (VARIABLES[_NAMES.index(name)] for name in "iwrhqe")
m = sympy.Symbol("m", nonnegative=True)
QUANTITIES = (m, *sympy.symbols("n R G V", nonnegative=True))
RULES = Rules(
    QUANTITIES,
    VARIABLES,
    extremes=frozenset({"best_exact"}),
    marginalise=lambda domain, core: m if (domain, core) == ("aspects", 1) else None,
    signs=Signs(positive=_Positive()),
)


class AspectView(View):
    """The judged list as a metric author sees it."""

    rules = RULES
    fractional = frozenset("wgqesp")

    aspects_number = QuantityOf("m", "Number of aspects that a document of the collection is relevant to.")
    listed = QuantityOf("n", "Number of listed documents.")
    relevant = QuantityOf("R", "Number of documents of the collection that are relevant to an aspect.")
    top_grade = QuantityOf("G", "The highest grade in the collection, 0 if nothing is relevant.")
    cover = QuantityOf("V", "The least number of documents of the collection that cover every aspect.")

    aspects = ReductionOver("aspects", Aspect._fields, "Sum over the aspects.", Aspect)

    def pairs(self, body: Callable[[At], Any], upto: Any = None) -> Quantity:
        """Sum over ranks and aspects, of all listed documents or of the first ``upto``."""
        return self._reduced(_named("pairs", upto=upto), At._fields[:-2], offered(body, At))

    def padded(self, value: Callable[[At], Any], upto: Any) -> Quantity:
        """Sum over the first ``upto`` ranks and all aspects; a shorter list goes on with non-relevant documents."""
        return self._reduced(_named("padded", upto=upto), At._fields[:-2], offered(value, At))

    def ranks(self, body: Callable[[Rank], Any], upto: Any = None) -> Quantity:
        """Sum over the ranks; ``g`` is the sum of the document's grades by the weights of the aspects."""
        return self._reduced(_named("ranks", upto=upto), Rank._fields, offered(body, Rank))

    def padded_ranks(self, value: Callable[[Rank], Any], upto: Any) -> Quantity:
        """Sum over the first ``upto`` ranks; a shorter list goes on with non-relevant documents."""
        return self._reduced(_named("paddedranks", upto=upto), Rank._fields, offered(value, Rank))

    def ideal(self, body: Callable[[Rank], Any], upto: Any = None) -> Quantity:
        """Sum over the ranks of the list of all relevant documents by falling ``g``."""
        return self._reduced(_named("ideal", upto=upto), Rank._fields[:2], offered(body, Rank))

    def seen(self, value: Callable[[At], Any], gmax: Any, stop: str) -> Quantity:
        """Sum, over ranks and aspects, of the value where a reader is satisfied, by the probability of that.

        At grade x that is (2^x - 1)/2^gmax, or x/gmax with ``stop="linear"``; ``gmax`` is a number, or ``"aspect"``
        for the highest grade that a document of the collection has for the aspect. A body is given its weight too.
        """
        return self._reduced(
            _named("seen", stop, _from_one(gmax, "gmax")),
            At._fields,
            offered(lambda at: at.s * at.p * value(at), At),
        )

    def best(
        self, discount: Callable[[Quantity], Any], cover: Sequence[object], *, ideal: str, upto: Any = None
    ) -> Quantity:
        """Return the highest discounted gain that a list of the collection has, or the ``greedy`` list's.

        ``cover`` says how documents cover aspects: ``("alpha", alpha, weights)`` or ``("exponential", gmax, weights)``.
        """
        kind, number, weights = cover
        number = _from_one(number, "gmax") if kind == "exponential" else number
        name = _named("best", ideal, kind, number, weights, upto=upto)
        return self._reduced(name, Rank._fields[:2], lambda i, g: g * discount(i))


formula = AspectView.formula


MOST_STATES = 20_000
"""Sets of documents that are looked at for the best lists."""

Gains = tuple[Fraction, ...]
"""What a list gains at every rank."""


class Cover(NamedTuple):
    """How documents cover aspects: what is left of an aspect after a document of each grade, and what aspects weigh."""

    left: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]
    first: tuple[Fraction, ...]
    """What a document of each grade gets of an aspect of which everything is left."""


def _whole_numbers(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return values as whole numbers of a unit, and how many units are 1."""
    unit = math.lcm(*(value.denominator for value in values))
    return [int(value * unit) for value in values], unit


class _Covering:
    """A cover in whole numbers, for lists of so many documents at most."""

    def __init__(self, cover: Cover, length: int) -> None:
        self.left, self.part = _whole_numbers(cover.left)
        self.weights, weights = _whole_numbers(cover.weights)
        self.first, first = _whole_numbers(cover.first)
        self.everything = (self.part**length,) * len(cover.weights)
        self.unit = weights * first * self.part**length

    def gain(self, left: Sequence[int], document: Document) -> int:
        """Return what a document adds."""
        parts = zip(self.weights, left, document, strict=True)
        return sum(weight * rest * self.first[grade] for weight, rest, grade in parts if grade)

    def after(self, left: Sequence[int], document: Document) -> tuple[int, ...]:
        """Return what is left of every aspect."""
        return tuple(rest * self.left[grade] // self.part for rest, grade in zip(left, document, strict=True))

    def gains(self, sums: Sequence[int]) -> Gains:
        """Return the gain at every rank of a list whose sums are given."""
        return tuple(Fraction(two - one, self.unit) for one, two in pairwise((0, *sums)))


KEPT = 1 << 14
"""Collections whose best lists are kept."""


@lru_cache(maxsize=KEPT)
def greedy_list(documents: tuple[Document, ...], cover: Cover, length: int | None) -> Gains:
    """Return the gains of the list that takes the document of highest gain at each rank.

    Of several the one whose grades are greatest in dictionary order. ``length`` cuts it.
    """
    rest = Counter(document for document in documents if any(document))
    most = rest.total() if length is None else min(length, rest.total())
    covering = _Covering(cover, most)
    left, sums = covering.everything, [0]
    for _ in range(most):
        gain, chosen = max((covering.gain(left, document), document) for document in rest)
        sums.append(sums[-1] + gain)
        left = covering.after(left, chosen)
        rest[chosen] -= 1
        rest += Counter()
    return covering.gains(sums[1:])


def best_lists(documents: tuple[Document, ...], cover: Cover, length: int | None) -> tuple[Gains, ...]:
    """Return the gains of the lists of up to ``length`` documents of which none is behind another at every rank.

    Raises InputError where there are too many documents.
    """
    relevant = tuple(document for document in documents if any(document))
    return _best_lists(relevant, cover, len(relevant) if length is None else min(length, len(relevant)))


@lru_cache(maxsize=KEPT)
def _best_lists(documents: tuple[Document, ...], cover: Cover, most: int) -> tuple[Gains, ...]:
    tally, covering = Counter(documents), _Covering(cover, most)
    single, several = _apart(tally)
    ahead = sorted((covering.gain(covering.everything, each) for each in single), reverse=True)
    kinds = sorted(several)
    room = (*(several[kind] for kind in kinds), len(ahead))
    states = {(0,) * len(room): _State(covering.everything, {(0,)})}
    looked = 0
    for _ in range(most):
        following: dict[tuple[int, ...], _State] = {}
        for taken, state in states.items():
            for place, free in enumerate(room):
                if taken[place] >= free:
                    continue
                kind = kinds[place] if place < len(kinds) else None
                gain = covering.gain(state.left, kind) if kind else ahead[taken[-1]]
                more = (*taken[:place], taken[place] + 1, *taken[place + 1 :])
                if more not in following:
                    following[more] = _State(covering.after(state.left, kind) if kind else state.left, set())
                following[more].lists.update((*each, each[-1] + gain) for each in state.lists)
        states = {taken: _State(state.left, _foremost(state.lists)) for taken, state in following.items()}
        looked += len(states)
        if looked > MOST_STATES:
            raise InputError(
                f"the best list of {tally.total()} relevant documents of {len(tally)} kinds is not found among more "
                f"than {MOST_STATES} sets of documents; choose ideal=greedy"
            )
    found = {each for state in states.values() for each in state.lists}
    return tuple(covering.gains(each[1:]) for each in sorted(_foremost(found), reverse=True))


Sums = tuple[int, ...]
"""What a list has gained down to every rank."""


class _State(NamedTuple):
    """What a set of documents leaves of every aspect, and the sums of its orders that none is ahead of."""

    left: tuple[int, ...]
    lists: set[Sums]


def _apart(tally: Counter[Document]) -> tuple[list[Document], Counter[Document]]:
    """Return the documents that share no aspect with any other, whose gain is always the same, and all others."""
    held = Counter(
        at
        for document, count in tally.items()
        for at, grade in enumerate(document)
        if grade
        for _ in range(count)
    )
    alone = [
        document
        for document, count in tally.items()
        if count == 1 and all(held[at] == 1 for at, grade in enumerate(document) if grade)
    ]
    return alone, Counter(
        {document: count for document, count in tally.items() if document not in set(alone)}
    )


def _foremost(lists: set[Sums]) -> set[Sums]:
    """Keep the lists of one length of which none has at every rank as much as another."""
    if len(lists) < 2:
        return lists
    kept: list[Sums] = []
    for each in sorted(lists, reverse=True):
        if not any(all(map(operator.ge, other, each)) for other in kept):
            kept.append(each)
    return set(kept)


@lru_cache(maxsize=KEPT)
def smallest_cover(documents: tuple[Document, ...]) -> int:
    """Return the least number of documents that together are relevant to every aspect; 0 where there is none.

    >>> smallest_cover(((1, 0), (0, 1), (1, 1)))
    1
    """
    sets = {frozenset(at for at, grade in enumerate(document) if grade) for document in documents} - {
        frozenset()
    }
    largest = [each for each in sets if not any(each < other for other in sets)]
    everything = frozenset().union(*largest)
    if len(everything) < len(documents[0] if documents else ()) or not everything:
        return 0
    for count in range(1, len(everything) + 1):
        for chosen in combinations(largest, count):
            if frozenset().union(*chosen) == everything:
                return count
    return 0
