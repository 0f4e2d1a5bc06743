"""Everything that one matrix teaches, computed together, and which metrics satisfy wanted constraints."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.checker.cache import cell_keys, constraints_question, published_text
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import signs, sweep_cases
from axiometrics.escaping import Told
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.metrics import Metric
from axiometrics.patterns.implications import (
    Circle,
    Conflict,
    Implication,
    Step,
    circle,
    conflicts,
    demands,
    implications,
)
from axiometrics.patterns.impossible import (
    Impossibility,
    Theorem,
    restored,
    solver_is_there,
    stored,
    theorems,
)
from axiometrics.patterns.impossible import impossible as no_scores
from axiometrics.patterns.judgements import (
    RANKS,
    UNKNOWN,
    Families,
    Judgements,
    Separation,
    families,
    separating_set,
)
from axiometrics.patterns.lattice import Lattice, lattice
from axiometrics.tasks import get_task

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Cell, Matrix


def _document() -> Any:
    return import_module("axiometrics.patterns.document")  # which tells what is found here


@dataclass(frozen=True)
class Choice:
    """One metric with its cells for the required constraints; ``lacking`` are those that it does not satisfy."""

    metric: str
    family: str
    cells: tuple[Cell, ...]
    lacking: tuple[str, ...]

    @property
    def suits(self) -> bool:
        """Whether every requirement is met."""
        return not self.lacking


def choose(
    matrix: Matrix, required: Sequence[str] | None = None, *, weak: bool = False, evidence: str = "search"
) -> tuple[Choice, ...]:
    """Return every metric of a matrix with what it lacks of the required constraints, by default all; the best first.

    ``weak`` accepts ties; ``evidence`` is the least that counts: search, sweep or proof. Metrics that lack nothing
    are sorted by their weakest evidence, strongest first.
    """
    found = Judgements.of_matrix(matrix, weak=weak)
    required = [each.key for each in matrix.constraints] if required is None else required

    def enough(metric: str, name: str) -> bool:
        return found.answers[metric, name] == "holds" and found.rank(metric, name) >= RANKS[evidence]

    choices = [
        Choice(
            metric.key,
            metric.family,
            tuple(matrix.cell(metric.key, name) for name in required),
            tuple(name for name in required if not enough(metric.key, name)),
        )
        for metric in matrix.metrics
    ]

    def weakest(choice: Choice) -> int:
        return min((found.rank(choice.metric, name) for name in required), default=0)

    return tuple(sorted(choices, key=lambda choice: (len(choice.lacking), -weakest(choice))))


@dataclass(frozen=True, repr=False)
class Lessons(Told):
    """The families, the order of constraints, the conflicts, and the cases that tell the metrics apart."""

    matrix: Matrix
    weak: bool
    judgements: Judgements
    families: Families
    lattice: Lattice
    conflicts: tuple[Conflict, ...]
    orders: Orders
    separation: Separation
    theorems: tuple[tuple[Theorem, Impossibility | None], ...] = ()
    for_all: tuple[Implication, ...] = ()

    def to_markdown(self) -> str:
        """Return the page that ``axiometrics lessons`` prints."""
        return str(_document().lessons_page(self, pictures=False)[0])

    def to_dict(self) -> Any:
        """Return plain data."""
        return json.loads(_document().lessons_json(self))


def learn(
    matrix: Matrix,
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    *,
    weak: bool = False,
    size: int | None = None,
    published: bool = True,
) -> Lessons:
    """Return what a matrix teaches; ``metrics`` and ``constraints`` are the records of its rows and columns.

    Cases are those of the constraints up to ``size``, by default where the quick sweep of foreign functions ends.
    With ``weak`` a tie satisfies a constraint. Signs of margins that are ``published`` are not computed again.
    """
    size = size or _case_size(matrix.task)
    found = Judgements.of_matrix(matrix, weak=weak)
    ordered = orders(metrics, constraints, size, published=published)
    order = lattice(found)
    return Lessons(
        matrix,
        weak,
        found,
        families(found),
        order,
        conflicts(found, prove=None if weak else _prover(constraints, size, published=published)),
        ordered,
        _separation(matrix.task, ordered.signs, published=published),
        tuple((each, _sum(each.records, each.size, published=published)) for each in theorems(matrix.task)),
        () if weak else implications(constraints, _observed(order), size),
    )


def _observed(order: Lattice) -> list[tuple[str, str]]:
    """Return the pairs of constraints of which the first implies the second among the metrics, nearest ones only."""
    alike = [
        (one, other) for members in order.classes for one in members for other in members if one != other
    ]
    between = [
        (one, other) for i, j in order.covers for one in order.classes[i] for other in order.classes[j]
    ]
    return alike + between


def _case_size(task: str) -> int:
    """Return the size up to which cases tell metrics apart."""
    return get_task(task).sweep_sizes["quick"][1]


def answers(
    matrix: Matrix, metrics: Sequence[Metric], constraints: Sequence[Constraint]
) -> Iterator[tuple[str, str]]:
    """Yield, by question, what is published of lessons: signs of margins, a letter each, telling cases, and circles."""
    size = _case_size(matrix.task)
    used, pairs = _comparing(metrics, constraints, size)
    blocks = [_block(used, constraint, size, published=False) for constraint in pairs]
    for constraint, block in zip(pairs, blocks, strict=True):
        keys = cell_keys(used, [constraint], Options(size=size))
        for metric, column in zip(used, block.T, strict=True):
            if (metric, constraint) in keys:
                text = "".join(_LETTERS[sign] for sign in column.tolist())
                yield keys[metric, constraint].question, text
    found = _ordered(used, pairs, blocks, size).signs
    separation = separating_set(found)
    yield _question(found), json.dumps([separation.chosen, separation.least])
    judgements = Judgements.of_matrix(matrix)
    for conflict in conflicts(judgements, prove=_prover(constraints, size, published=False)):
        records = _named(conflict.constraints, constraints)
        question = constraints_question(f"circle up to {size}", records)
        if question is not None:
            steps = conflict.proof.steps if isinstance(conflict.proof, Circle) else ()
            yield question, json.dumps([[step.constraint, step.place, step.backwards] for step in steps])
        if not isinstance(conflict.proof, Circle) and solver_is_there():
            yield from _stored_sum(records, size, conflict.proof)
    for theorem in theorems(matrix.task) if solver_is_there() else ():
        proof = _sum(theorem.records, theorem.size, published=False)
        yield from _stored_sum(theorem.records, theorem.size, proof)


def _stored_sum(
    records: Sequence[Constraint], size: int, proof: Impossibility | None
) -> Iterator[tuple[str, str]]:
    question = constraints_question(f"sum up to {size}", records)
    if question is not None:
        yield question, json.dumps(stored(proof))


def _sum(records: Sequence[Constraint], size: int, *, published: bool) -> Impossibility | None:
    """Return cases whose inequalities add up to 0 > 0, as published or as the solver finds them, where there is one."""
    question = constraints_question(f"sum up to {size}", records) if published else None
    text = published_text(records[0].task, question) if question else None
    if text is not None:
        return restored(json.loads(text), records, size)
    return no_scores(records, size) if solver_is_there() else None


def _question(found: NDArray[np.int8]) -> str:
    """Return a digest of signs: which cases are the fewest that tell apart?"""
    return hashlib.sha256(repr(found.shape).encode() + found.tobytes()).hexdigest()


def _separation(task: str, found: NDArray[np.int8], *, published: bool) -> Separation:
    text = published_text(task, _question(found)) if published else None
    return separating_set(found, known=json.loads(text) if text is not None else None)


_LETTERS = {-1: "-", 0: "0", 1: "+", UNKNOWN: "?"}
_SIGNS = {letter: sign for sign, letter in _LETTERS.items()}


def _prover(
    constraints: Sequence[Constraint], size: int, *, published: bool
) -> Callable[[tuple[str, ...]], Circle | Impossibility | None]:
    """Return a search for proofs that nothing satisfies some constraints: circles of their cases, or sums of them."""
    known: dict[str, list[Step]] = {}

    def prove(names: tuple[str, ...]) -> Circle | Impossibility | None:
        records = _named(names, constraints)
        return around(names, records) or _sum(records, size, published=published)

    def around(names: tuple[str, ...], records: Sequence[Constraint]) -> Circle | None:
        question = constraints_question(f"circle up to {size}", records) if published else None
        text = published_text(records[0].task, question) if question else None
        if text is not None:
            return _circle(json.loads(text), records, size)
        for name, record in zip(names, records, strict=True):
            if name not in known:
                known[name] = list(demands(record, size))
        return circle(step for name in names for step in known[name])

    return prove


def contradiction(
    constraints: Sequence[Constraint], *, size: int | None = None, published: bool = True
) -> Circle | Impossibility | None:
    """Return cases that no metric at all can satisfy together: a circle, or else a sum; None where none are found.

    Cases up to ``size`` are looked at, by default small ones first, up to the size of the normal sweep.

    None says nothing: there may be such cases that are larger, or of a kind that is not looked for.
    """
    names = tuple(each.label for each in constraints)
    least, most = _case_size(constraints[0].task), get_task(constraints[0].task).sweep_sizes["normal"][1]
    for tried in [size] if size else range(least, most + 1):
        proof = _prover(constraints, tried, published=published)(names)
        if proof is not None:
            return proof
    return None


def _named(names: Sequence[str], constraints: Sequence[Constraint]) -> list[Constraint]:
    records = {constraint.label: constraint for constraint in constraints}
    return [records[name] for name in names]


def _circle(
    steps: Sequence[tuple[str, int, bool]], records: Sequence[Constraint], size: int
) -> Circle | None:
    """Return the circle of these cases, which are made again; None for no cases."""
    return (
        Circle(
            tuple(
                next(
                    step
                    for step in demands(_named([name], records)[0], size, [place])
                    if step.backwards == backwards
                )
                for name, place, backwards in steps
            )
        )
        if steps
        else None
    )


@dataclass(frozen=True)
class Orders:
    """``signs`` has shape (cases, metrics); ``places`` says for each case its constraint and its place there."""

    metrics: tuple[str, ...]
    signs: NDArray[np.int8]
    places: tuple[tuple[Constraint, int], ...]
    size: int

    def case(self, place: int) -> Any:
        """Return the outputs of a case by name."""
        constraint, inside = self.places[place]
        return sweep_cases(constraint, self.size).case(inside).outputs


def orders(
    metrics: Sequence[Metric], constraints: Sequence[Constraint], size: int, *, published: bool = True
) -> Orders:
    """Return the sign of better minus worse for every metric of ours and every case up to a size, smallest first.

    Constraints that do not compare two outputs in every case are left out, and so are other people's functions. Signs
    are exact; functions without an exact definition are compared up to rounding.
    """
    used, pairs = _comparing(metrics, constraints, size)
    blocks = [_block(used, constraint, size, published=published) for constraint in pairs]
    return _ordered(used, pairs, blocks, size)


def _ordered(
    used: Sequence[Metric], pairs: Sequence[Constraint], blocks: Sequence[NDArray[np.int8]], size: int
) -> Orders:
    sizes = [sweep_cases(constraint, size).size for constraint in pairs]
    places = [
        (constraint, inside)
        for constraint, held in zip(pairs, sizes, strict=True)
        for inside in range(len(held))
    ]
    table = np.concatenate(blocks) if blocks else np.zeros((0, len(used)), dtype=np.int8)
    order = np.argsort(np.concatenate(sizes), kind="stable") if sizes else np.zeros(0, dtype=int)
    return Orders(
        tuple(metric.label for metric in used), table[order], tuple(places[place] for place in order), size
    )


def _comparing(
    metrics: Sequence[Metric], constraints: Sequence[Constraint], size: int
) -> tuple[list[Metric], list[Constraint]]:
    """Return the metrics whose formulas are ours to evaluate, and the constraints with cases of two outputs."""
    pairs = [each for each in constraints if each.compared and len(sweep_cases(each, size))]
    return [metric for metric in metrics if metric.trusted], pairs


def _block(
    metrics: Sequence[Metric], constraint: Constraint, size: int, *, published: bool
) -> NDArray[np.int8]:
    cases = sweep_cases(constraint, size)
    keys = cell_keys(metrics, [constraint], Options(size=size)) if published else {}
    columns = []
    for metric in metrics:
        key = keys.get((metric, constraint))
        text = published_text(key.task, key.question) if key else None
        if text is not None and len(text) == len(cases):
            columns.append(np.array([_SIGNS[letter] for letter in text], dtype=np.int8))
        else:
            columns.append(signs(metric, constraint, TrustedSource(metric), cases))
    table = np.array(columns, dtype=np.int8).reshape(len(metrics), len(cases)).T
    return np.where(table == UNDECIDED, UNKNOWN, table).astype(np.int8)
