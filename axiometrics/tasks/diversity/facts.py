"""Parametric cases of lists with aspects: of every reduction, which output has the larger value, and why.

With binary grades a sum over ranks and aspects is one of phi(rank, c) over the relevant documents of each aspect, where
the c-th one of the aspect has count c. Let phi(i, c) = f(i) g(c) with f and g never negative, and f not rising.

* *Ahead*: if down to every rank an output has at least as many documents of an aspect, its c-th one is never at a
  later rank, so that each term is at least as large. One is larger if f falls and g is positive, or if it has one more.
* *Deepness*: an upper document moves up a rank and a lower one, of larger count, moves down one. If f is convex and g
  does not rise, the first gains at least what the second loses; more if f falls in ever smaller steps, and g > 0.
* *Swap*: one document is on an aspect t in one output, on u in the other. At the end of the list, with equal weights,
  phi(i, c + 1) is compared for c documents of t and fewer of u. Where all other documents are as relevant to the one
  as to the other, the difference is the weights' times what one more document adds to an aspect.

Sums over what the collection offers are the same in both outputs. In every case every aspect has a relevant document.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import InverseLog, Larger, Over, Power
from axiometrics.tasks.diversity import Document
from axiometrics.tasks.diversity.chooser import Context, Setting, Template, ahead, balanced
from axiometrics.tasks.diversity.view import QUANTITIES, VARIABLES, domain_of
from axiometrics.tasks.parametric import GeneratorSign, ParametricCase, measured

if TYPE_CHECKING:
    from sympy import Expr

AT = {str(variable): variable for variable in VARIABLES}
OUTPUTS = ("worse", "better")
Side = Literal["zero", "positive", "nonnegative", "negative", "nonpositive"]
"""The sign of what the better output has more."""
TURNED: dict[Side, Side] = {"negative": "positive", "nonpositive": "nonnegative"}


def parametric_cases(generator: Callable[..., Template], formula: Formula) -> Sequence[ParametricCase]:
    """Return the one parametric case of a constraint on two outputs; raises NotSymbolicError."""
    lists = _Lists.of(generator)
    case = ParametricCase(outputs={output: {} for output in OUTPUTS}, told=lists.told)
    m, n, relevant, grade, cover = QUANTITIES
    for quantity in (m, relevant, cover):
        _set(case, quantity, "zero", "positive")
    listed = case.unnamed(
        "nonnegative", "documents that both list", measured(n, OUTPUTS[0]) - lists.longer[0]
    )
    for output, longer in zip(OUTPUTS, lists.longer, strict=True):
        case.outputs[output] |= {grade: sympy.S.One, n: listed + longer}
    for symbol, atom in formula.normal.atoms.items():
        _set(case, symbol, *_compared(lists, atom))
    return (case,)


def _set(case: ParametricCase, symbol: Any, side: Side, base: GeneratorSign) -> None:
    """Give a symbol its value in both outputs: in one of them something more, of known sign."""
    low, high = OUTPUTS if side not in TURNED else OUTPUTS[::-1]
    known = TURNED.get(side, side)
    start = case.unnamed(base, f"{symbol} of the {low} output", measured(symbol, low))
    more: Any = sympy.S.Zero
    if known != "zero":
        sign: GeneratorSign = "positive" if known == "positive" else "nonnegative"
        apart = measured(symbol, high) - measured(symbol, low)
        more = case.unnamed(sign, f"how much more {symbol} is in the {high} output", apart)
    case.outputs[low][symbol], case.outputs[high][symbol] = start, start + more


class _Aspects:
    """Answers with kinds of aspects: those that gain, those that both documents have, and those that neither has.

    Where the first aspects are told by themselves, they are kinds of their own, and the last kind is all others.
    """

    def __init__(self) -> None:
        self.of = ""

    def aspects(self, of: str = "any", *, top: int = 1) -> Setting:
        """Return three kinds of aspects, with binary grades; their weights are not those of the setting."""
        if top > 1:
            raise NotSymbolicError("graded documents are swept only")
        self.of = of
        return Setting((Fraction(1, 3),) * 3)

    def increase(self, setting: Setting, *, everywhere: bool = False) -> tuple[Document, Document]:
        """Return a document, and one that is more relevant."""
        return ((0, 0, 0), (1, 1, 1)) if everywhere else ((0, 1, 0), (1, 1, 0))

    def context(
        self, name: str, setting: Setting, kinds: Callable[[Document], bool] = lambda document: True,
        kept: Callable[[Sequence[Document]], bool] | None = None,
    ) -> Context:  # fmt: skip
        """Return a context; what is said of the first aspects holds of each of its documents."""
        return Context(name, tuple(filter(kinds, product((0, 1), repeat=3))), kept)

    def __getattr__(self, name: str) -> Any:
        raise NotSymbolicError(f"a generator that asks for {name} is swept only")


Slot = Context | int


@dataclass(frozen=True)
class _Lists:
    """Both lists, aspect by aspect: contexts, and 1 or 0 for each other document."""

    of_kind: str
    columns: Sequence[tuple[Sequence[Slot], Sequence[Slot]]]
    balanced: bool
    longer: tuple[int, int]
    """How many documents an output has more, at the end and relevant to nothing."""
    template: Template

    @classmethod
    def of(cls, generator: Callable[..., Template]) -> _Lists:
        """Return the lists of a generator; raises NotSymbolicError."""
        chooser = _Aspects()
        try:
            template = generator(chooser)
        except TypeError as error:
            raise NotSymbolicError(f"the generator has no symbolic reading: {error}") from error
        odd = template.more or template.missed or template.seen or template.meant
        if odd or tuple(sorted(template.outputs)) != tuple(sorted(OUTPUTS)):
            raise NotSymbolicError("only two lists of one collection have a symbolic reading")
        if template.kept not in (None, balanced):
            raise NotSymbolicError("collections that are told apart by what they hold are swept only")
        lists = [list(template.outputs[output]) for output in OUTPUTS]
        length = min(map(len, lists))
        if any(isinstance(part, Context) or any(part) for each in lists for part in each[length:]):
            raise NotSymbolicError("lists of different lengths are swept only")
        columns = [
            tuple(
                [part if isinstance(part, Context) else part[at] for part in each[:length]] for each in lists
            )
            for at in range(3)
        ]
        for worse, better in columns:
            if any(
                isinstance(x, Context) != isinstance(y, Context) for x, y in zip(worse, better, strict=True)
            ):
                raise NotSymbolicError("contexts at other ranks are swept only")
            if any(x != y for x, y in zip(worse, better, strict=True) if isinstance(x, Context)):
                raise NotSymbolicError("contexts in another order are swept only")
        longer = tuple(len(each) - length for each in lists)
        return cls(chooser.of, columns, template.kept is balanced, longer, template)  # type: ignore[arg-type]

    def told(self) -> dict[str, Any]:
        """Tell the lists, for certificates that stand alone; a and b are single aspects where their weights matter."""
        weights = {"two equal": "equal", "three equal": "equal", "first heavier": "heavier"}.get(self.of_kind)
        pair = {weights: ["ab"], **({"alike": ["ab"]} if self.balanced else {})} if weights else {}
        kinds = {"a": "one", "b": "one", "c": "any"} if weights else {"a": "some", "b": "any", "c": "any"}
        held = {each.name: _told_context(each) if weights else {} for each in self.template.contexts}
        lists = {name: [*map(_told_part, parts)] for name, parts in self.template.outputs.items()}
        outputs = {name: {"documents": parts} for name, parts in lists.items()}
        return {"aspects": {"kinds": kinds, **pair, "contexts": held}, "outputs": outputs}

    def moved(self, kind: int) -> list[int]:
        """Return how many relevant documents more the better list has, down to each part."""
        pairs = zip(*self.columns[kind], strict=True)
        return [*accumulate(0 if isinstance(x, Context) else y - x for x, y in pairs)]  # type: ignore[operator]


def _told_part(part: Context | Document) -> dict[str, str]:
    if isinstance(part, Context):
        return {"context": part.name}
    return {"relevant": "".join(kind for kind, grade in zip("abc", part, strict=True) if grade)}


def _told_context(context: Context) -> dict[str, Any]:
    relevant = [_told_part(document)["relevant"] for document in context.kinds]
    return {"relevant": relevant, **({"more": "ab"} if context.kept is ahead else {})}


class _Shape(NamedTuple):
    """phi(i, c) = f(i) g(c): the power of the weight, whether it hangs on the collection, and how f and g change.

    f is ``same``, ``falls`` in ever smaller steps and is positive, or is ``weak``: it may stay equal, or be 0. g is
    positive, or that of the ``first`` document alone.
    """

    weight: int
    collection: bool
    rank: Literal["same", "falls", "weak"]
    counts: Literal["same", "falling", "rising", "first", "mixed"]

    @property
    def positive(self) -> bool:
        """Whether phi is never 0."""
        return self.rank != "weak" and self.counts != "first"


def _compared(lists: _Lists, atom: Over) -> tuple[Side, GeneratorSign]:
    """Return the sign of what the better output has more, and that of the reduction itself."""
    kind, choices, upto = domain_of(atom.domain)
    names = {str(symbol) for symbol in atom.body.free_symbols}
    if kind in ("ideal", "best", "aspects"):
        return "zero", "positive" if kind != "aspects" and _is_gain(atom.body) else "real"
    if not names & set("xbcsgpuo"):
        side, sign = _by_length(lists, kind, atom.body)
    elif kind == "ranks" and _is_linear(atom.body):
        shape = _shape(atom.body.subs(AT["g"], AT["w"] * AT["b"]), ())
        side, sign = _side(lists, shape, limited=upto is not None), "nonnegative"
    elif kind in ("pairs", "seen"):
        shape = _shape(atom.body, choices if kind == "seen" else ())
        side, sign = _side(lists, shape, limited=upto is not None), "nonnegative"
    else:
        raise NotSymbolicError(f"sums of {atom.body} over {atom.domain} have no symbolic reading")
    return (side if upto is None else _weakened(side)), sign


def _is_linear(body: Expr) -> bool:
    """Whether a body is the gain times something that hangs on the rank alone."""
    slope = sympy.diff(body, AT["g"])
    return bool(slope.free_symbols <= {AT["i"]} and body.subs(AT["g"], 0) == 0)


def _is_gain(body: Expr) -> bool:
    """Whether it is so for something positive: of relevant documents, of which there is one, the sum is positive."""
    return _is_linear(body) and _shape(sympy.diff(body, AT["g"]) * AT["b"], ()).positive


def _weakened(side: Side) -> Side:
    """Return what is left of a sign where documents may be below a cut-off."""
    weak: dict[Side, Side] = {"positive": "nonnegative", "negative": "nonpositive"}
    return weak.get(side, side)


def _by_length(lists: _Lists, kind: str, body: Expr) -> tuple[Side, GeneratorSign]:
    """Sums over ranks, or ranks and aspects, of what does not look at documents; there is an aspect."""
    sure = _shape(body * AT["b"], ()).positive
    if kind in ("padded", "paddedranks"):
        return "zero", "positive" if sure else "real"
    if lists.longer == (0, 0):
        return "zero", "real"
    if kind != "ranks" or not sure:
        raise NotSymbolicError("a sum over all ranks changes with the length of the list")
    return "negative" if lists.longer[0] > lists.longer[1] else "positive", "nonnegative"


def _shape(body: Expr, seen: Sequence[str]) -> _Shape:
    """Read phi off a body, whose factors each look at one thing; raises NotSymbolicError."""
    powers = body.as_powers_dict()
    if not any(str(part) in "xbs" and power > 0 for part, power in powers.items() if part.is_Symbol):
        raise NotSymbolicError(f"the terms {body} are not 0 where a document is not relevant")
    weight, collection, ranks, counts = 0, False, {"same"}, {"same"}
    if seen and not powers.get(AT["s"]) == powers.get(AT["p"]) == 1:
        raise NotSymbolicError("only the probability that a reader is satisfied has a symbolic reading")
    for part, power in powers.items():
        names = {str(symbol) for symbol in part.free_symbols}
        if names - set(AT):
            raise NotSymbolicError(f"the terms {body} look at quantities")
        if str(part) in ("x", "b") and power.is_Integer and power > 0:
            continue
        if str(part) in ("s", "p") and seen:
            counts |= {_chances(*seen)} if str(part) == "p" else set()
        elif part == AT["w"] and power == 1:
            weight = 1
        elif names <= set("rhqe") and part.is_Symbol and power.is_Integer:
            collection = True
        elif part.is_Rational and part > 0 and power.is_Rational:
            continue
        elif names == {"i"}:
            ranks.add(_discount(part, power))
        elif names == {"c"}:
            counts.add(_count(part, power))
        else:
            raise NotSymbolicError(f"{part} has no symbolic reading")
    trends = counts - {"same"}
    if "first" in trends and trends - {"first", "falling"}:
        raise NotSymbolicError(f"how {body} changes with the count is open")
    trend = (
        "first" if "first" in trends else trends.pop() if len(trends) == 1 else "mixed" if trends else "same"
    )
    rank = next(each for each in ("weak", "falls", "same") if each in ranks)
    return _Shape(weight, collection, rank, trend)  # type: ignore[arg-type]


def _chances(stop: str, gmax: str) -> str:
    """How the probability that nobody above satisfied falls with the count: to 0 at once if one document does."""
    top = 1 if gmax == "aspect" else int(gmax)
    return "first" if stop == "linear" and top == 1 else "falling"


def _discount(part: Expr, power: Expr) -> str:
    """How a factor in the rank falls, convex: surely, or ``weak``.

    These are: 1/(a i + b)^k; 1/log2(i + k); p^(i + k) for 0 < p < 1; and, weakly, max(0, a - b i).
    """
    if isinstance(part, InverseLog) and power == 1 and _rises(part.args[0], 2):
        return "falls"
    if isinstance(part, Power) and power == 1 and _is_share(part.args[0]) and _rises(part.args[1], 0):
        return "falls"
    if isinstance(part, Larger) and power == 1 and 0 in part.args and _rises(-sum(part.args)):
        return "weak"
    if power.is_Integer and power < 0 and _rises(part, 1):
        return "falls"
    raise NotSymbolicError(f"{part} is no discount by rank")


def _rises(expression: Expr, least: int | None = None) -> bool:
    """Whether an expression is a i + b with a > 0, and at least something at the first rank."""
    slope = sympy.diff(expression, AT["i"])
    return bool(slope.is_Rational and slope > 0 and (least is None or expression.subs(AT["i"], 1) >= least))


def _is_share(base: Expr) -> bool:
    return bool(base.is_Rational and 0 < base < 1)


def _count(part: Expr, power: Expr) -> str:
    """How a factor in the count, which is 1 or more, changes."""
    c = AT["c"]
    if part == c and power.is_Integer and power > 0:
        return "rising"
    if power == 1 and isinstance(part, Larger) and set(part.args) == {2 - c, sympy.S.Zero}:
        return "first"
    if power == 1 and isinstance(part, Power) and _is_share(part.args[0]):
        above = part.args[1]
        if above == c - 1 or (isinstance(above, Larger) and set(above.args) == {c - 1, sympy.S.Zero}):
            return "falling"
    raise NotSymbolicError(f"{part} has no symbolic reading by count")


def _side(lists: _Lists, shape: _Shape, *, limited: bool) -> Side:
    """Return the sign of what the better output has more of a sum over ranks and aspects."""
    moves = [lists.moved(kind) for kind in range(3)]
    down = [kind for kind, moved in enumerate(moves) if any(step < 0 for step in moved)]
    if not any(map(any, moves)):
        return "zero"
    if not down:
        if shape.rank == "same" and not limited and not any(moved[-1] for moved in moves):
            return "zero"
        return _ahead(shape, moves[0])
    ups = [kind for kind, moved in enumerate(moves) if any(step > 0 for step in moved)]
    if down == ups and all(_deep(moves[kind]) for kind in down) and 0 in down:
        return _deepness(shape, limited=limited)
    if len(down) == len(ups) == 1 and down != ups:
        return _swap(lists, shape, down[0], ups[0])
    raise NotSymbolicError("how the lists differ has no symbolic reading")


def _ahead(shape: _Shape, moved: Sequence[int]) -> Side:
    """The better list is ahead; ``moved`` is how far for a kind of which there is an aspect."""
    sure = shape.positive and any(moved) and (shape.rank == "falls" or moved[-1] > 0)
    return "positive" if sure else "nonnegative"


def _deep(moved: list[int]) -> bool:
    """Whether one document moves up a rank, one below it down a rank, and none is gone at the end."""
    return [step for step in moved if step] == [1, -1] and not moved[-1]


def _deepness(shape: _Shape, *, limited: bool) -> Side:
    if limited or shape.counts in ("rising", "mixed"):
        raise NotSymbolicError("steps that are no smaller below are swept only")
    if shape.rank == "same":
        return "zero"
    return "positive" if shape.positive else "nonnegative"


def _swap(lists: _Lists, shape: _Shape, old: int, new: int) -> Side:
    """Compare a document on the aspect ``old`` with one on ``new``, both told by themselves."""
    if lists.of_kind not in ("two equal", "three equal", "first heavier") or not _exchanged(lists, old, new):
        raise NotSymbolicError("documents on different aspects are compared one by one only")
    if shape.collection and not (lists.balanced and {old, new} == {0, 1}):
        raise NotSymbolicError("the aspects have other relevant documents in the collection")
    parts = [part for part in lists.columns[old][0] if isinstance(part, Context)]
    if lists.of_kind == "first heavier":
        if (old, new) != (1, 0) or any(
            document[0] != document[1] for part in parts for document in part.kinds
        ):
            raise NotSymbolicError("contexts are not as relevant to the one aspect as to the other")
        return _ahead(shape, [1]) if shape.weight else "zero"
    if shape.counts == "same":
        return "zero"
    if (
        isinstance(lists.columns[old][0][-1], Context)
        or lists.columns[old][0][-1] == lists.columns[old][1][-1]
    ):
        raise NotSymbolicError("documents below see other counts")
    never = not any(document[new] for part in parts for document in part.kinds)
    counted = old == 0 and len(parts) == 1 and parts[0].kept is ahead and (new == 1 or never)
    if not counted or shape.counts in ("rising", "mixed"):
        raise NotSymbolicError("which of the two aspects has more documents above is open")
    sure = shape.rank != "weak" and (shape.counts == "falling" or never)
    return "positive" if sure else "nonnegative"


def _exchanged(lists: _Lists, old: int, new: int) -> bool:
    """Whether one aspect has in one list what the other has in the other."""
    (one, two), (three, four) = lists.columns[old], lists.columns[new]
    return one == four and two == three and sum(x != y for x, y in zip(one, two, strict=True)) == 1
