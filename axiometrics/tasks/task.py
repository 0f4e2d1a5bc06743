"""What a task offers to metrics, constraints, the checker and the reports; everything that differs is behind it."""

from __future__ import annotations

import inspect
import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from axiometrics.errors import InputError, NotSymbolicError, UnknownKeyError, nearest
from axiometrics.formulas.single_output import value_alone
from axiometrics.tasks.abilities import Abilities, Generator
from axiometrics.tasks.choosing import Spread, strategy
from axiometrics.tasks.snippets import snippet

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Algebra
    from axiometrics.formulas.formula import Formula
    from axiometrics.metrics.registry import Metric


class Task(Abilities, ABC):
    """One kind of problem: what gold and system outputs are. A task states what is its own; the rest is here.

    Modules of the task's package, which are imported with their first use, by `part`, have what takes SymPy or NumPy:
    ``view`` (``formula``), ``reading`` (``read``), ``cases`` (``case_of``, ``batch_of_cases``, ``sweep``), ``draw``.
    """

    name: ClassVar[str]
    """What the task is called in text."""
    summary: ClassVar[str]
    """What gold and system are, in one line."""
    reading: ClassVar[str] = "reading"
    draw: ClassVar[str] = "draw"
    """The modules that read users' data, and draw outputs; "" is the task's package itself."""
    random_cases: ClassVar[str] = "cases"
    """The module that makes random cases."""
    output: ClassVar[type[Any]]
    """What one judged output is; it reads and writes the task's notation."""
    forms: ClassVar[Mapping[str, Callable[[Any], Any]]]
    """For each form that a black-box metric may read, the function that turns an output into arguments, gold first."""
    sweep_sizes: ClassVar[Mapping[str, tuple[int, int]]]
    """Up to which size every case is tried, by effort: for formulas and our own functions, and for foreign ones."""
    missing: ClassVar[Sequence[str]] = ("error",)
    """What may become of an item that a system leaves out, the default first."""
    named_labels: ClassVar[bool] = True
    """Whether the labels of a file mean what they say; else only their equality counts."""
    words: ClassVar[Mapping[str, str]]
    """How reports speak: ``symbols`` of formulas and ``comparison`` of outputs (markdown), and, in proofs, what
    is ``arbitrary``, what the ``reductions`` run over (a sentence, or a line ``domain: where`` for each domain and
    ``letter = meaning`` for each letter), and every quantity of the view by its symbol."""
    conditions: ClassVar[Mapping[str, tuple[str, Callable[..., Any]]]] = MappingProxyType({})
    """Named degenerate conditions: each in words, and as a function of a batch of outputs."""
    conditions_on_gold: ClassVar[bool] = False
    """Whether these are about the gold alone, so that the first output of a case tells."""
    infinite_ties: ClassVar[bool] = False
    """Whether two infinite values tie; else what compares them has no margin."""
    samples: ClassVar[Sequence[str]]
    """A few outputs in notation, small and large ones: what a user's formula is tried on before it is believed.

    A formula that does something else with numbers than with what records it, beyond some size, is found out here.
    """

    # What a task states

    @abstractmethod
    def batch(self, outputs: Sequence[Any]) -> Any:
        """Return single outputs as a batch: an `axiometrics.formulas.outputs.Outputs`."""
        raise NotImplementedError

    @abstractmethod
    def gold_notation(self, outputs: Sequence[Any]) -> str:
        """Return the gold of some outputs in the task's notation."""
        raise NotImplementedError

    # How it is registered

    @property
    def task(self) -> str:
        """The key, by which the registry has the task."""
        return self.key

    @property
    def origin(self) -> str:
        """The module that defines the task."""
        return type(self).__module__

    # Metrics and their values

    def algebra(self, output: Any) -> Any:
        """Return an exact arithmetic large enough for the output, with the logarithms up to `largest_logarithm`."""
        from axiometrics.formulas.arithmetics.extended import extended_algebra

        return extended_algebra(self.largest_logarithm(output))

    def largest_logarithm(self, output: Any) -> int:
        """Return up to which number an exact arithmetic knows all logarithms from the start; it learns others."""
        return 2

    @property
    def reads(self) -> tuple[str, ...]:
        """The forms that a black-box metric may read."""
        return tuple(self.forms)

    @property
    def pairs(self) -> tuple[str, ...]:
        """The forms that give gold and system."""
        return tuple(form for form in self.forms if form not in self.form_arguments)

    def formula(self, metric: Metric) -> Any:
        """Trace a formula metric over the task's symbolic view."""
        from axiometrics.formulas.view import symbolic_values

        return self.part("view").formula(metric.function, symbolic_values(metric.arguments))

    def read(self, gold: object, system: object = None, **options: object) -> Any:
        """Return users' data as an output, of which `of_output` gives every metric's value.

        All metrics of the task take it in place of the data, alone, so that several read them once.
        """
        return self.part(self.reading).read(gold, system, **options)

    @property
    def signature(self) -> inspect.Signature:
        """How the metrics of the task are called: as `read` is."""
        return inspect.signature(self.part(self.reading).read).replace(return_annotation="float | None")

    def score(self, metric: Metric, gold: object, system: object = None, **options: object) -> float | None:
        """Return the value of a metric on users' data, NaN or None where it has none."""
        return self.of_output(metric, self.read(gold, system, **options))

    def scorer(self, metric: Metric) -> Callable[..., float | None]:
        """Return `score` for one metric, which keeps it: a task that is called often may prepare what it can."""
        plain = type(self).score is Task.score and type(self).of_output is Task.of_output
        if metric.reads is not None or not plain:
            return partial(self.score, metric)
        read, alone, formula = self.read, self.alone, metric.formula

        def scored(gold: object, system: object = None, **options: object) -> float:
            output = read(gold, system, **options)
            single = alone(output)
            found = None if single is None else value_alone(formula, single)
            return self.number(metric, output) if found is None else found

        return scored

    def of_output(self, metric: Metric, output: object) -> float | None:
        """Return the value of a metric on data that were read, NaN or None where it has none."""
        return self.number(metric, output)

    def number(self, metric: Any, output: Any) -> float:
        """Return the value of a metric on one output as a float, NaN where it has none."""
        if metric.reads is None and (single := self.alone(output)) is not None:
            found = value_alone(metric.formula, single)
            if found is not None:
                return found
        from axiometrics.formulas.arithmetics.scalars import SCALARS

        return float(self.value(metric, output, SCALARS))

    def is_exact(self, metric: Metric, algebra: Algebra) -> bool:
        """Whether a function is to be read by its exact definition in an arithmetic."""
        if metric.exact is None:
            return False
        from axiometrics.formulas.arithmetics.scalars import SCALARS

        return algebra is not SCALARS

    def evaluate(self, formula: object, output: Any, algebra: object) -> Any:
        """Return the value of a formula on one output in an arithmetic."""
        return self.batch([output]).value(formula, algebra)

    def value(self, metric: Any, output: Any, algebra: Any) -> Any:
        """Return the value of a metric on one output: formulas in any arithmetic, functions in theirs."""
        if metric.reads is None:
            return self.evaluate(metric.formula, output, algebra)
        if self.is_exact(metric, algebra):
            return metric.exact(output, algebra, **metric.arguments)
        found = metric.function(*self.arguments(metric.reads, output), **metric.arguments)
        return math.nan if found is None else found

    def values(self, metric: Any, outputs: Any) -> Any:
        """Return the values on a batch of outputs, shape (outputs,); functions are called once per distinct output."""
        import numpy as np

        from axiometrics.formulas.arithmetics.scalars import SCALARS

        if metric.reads is None:
            return outputs.evaluate(metric.formula)
        known: dict[Any, float] = {}
        found = np.empty(len(outputs))
        for index, output in enumerate(outputs.tables()):
            if (value := known.get(output)) is None:
                value = known[output] = float(self.value(metric, output, SCALARS))
            found[index] = value
        return found

    def arguments(self, reads: str, output: Any) -> tuple[Any, ...]:
        """Return one output in the form that a black-box metric reads."""
        if reads not in self.forms:
            raise UnknownKeyError(f"{self.key} has no form {reads!r}; {nearest(reads, self.forms)}")
        return tuple(self.forms[reads](output))

    def equivalent_forms(self, reads: str, output: Any, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return equivalent forms of one output, by what was changed: the order of items, or names of labels.

        By default label vectors with the items in another order; other forms have none.
        """
        if reads != "labels":
            return {}
        gold, system = self.arguments(reads, output)
        order = random.Random(seed).sample(range(len(gold)), len(gold))
        return {"items": ([gold[item] for item in order], [system[item] for item in order])}

    def measure(self, metric: Any, cases: Any, name: str, arithmetic: Any, subset: Any = None) -> Any:
        """Return a quantity that a certificate names, of every case or of a subset, in an arithmetic."""
        from axiometrics.tasks.cases import as_numbers, reduction

        known = self.counted(cases, name)
        if known is not None:
            return as_numbers(known, arithmetic, subset)
        return reduction(metric, cases, name, arithmetic, subset)

    def counted(self, cases: Any, name: str) -> Any:
        """Return a named whole number or fraction of every case, such as a size; None for a ``reduction@output``."""
        return cases.sizes.get(name, cases.counted.get(name))

    # Cases

    def sweep(self, generator: Generator, outputs: Sequence[str], size: int) -> Any:
        """Return every case of a generator up to a size, smallest first, as a batch of cases."""
        return self.part("cases").sweep(generator, outputs, size)

    def blocks(self, generator: Generator, outputs: Sequence[str], size: int) -> Any:
        """Return the same cases as `axiometrics.tasks.cases.Blocks`, each of which is made by itself.

        By default one of all. A task whose cases can be made from any one on returns several: then no process holds
        more than one of them.
        """
        from axiometrics.tasks.cases import Blocks

        return Blocks((None,), lambda _: self.sweep(generator, outputs, size))

    def larger(self, generator: Generator, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return larger cases of a generator with little around the focal parts; by default none."""
        return self.batch_of_cases(outputs, [])

    def far(self, generator: Generator, outputs: Sequence[str]) -> Any:
        """Return a few cases of thousands of items or more, of the simplest structure; by default none."""
        return self.batch_of_cases(outputs, [])

    def series(self, generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> Any:
        """Return one case for each value of a generator's one size, ascending, as a batch of cases.

        Raises InputError, as by default, where a task has no constraints on some or all large n.
        """
        raise self._cannot("make a case for each n")

    def symbolic(self, generator: Generator, formula: Formula) -> Sequence[Any]:
        """Return parametric cases that together stand for all cases of the generator.

        Raises NotSymbolicError where there are none, as by default: nothing is proved then.
        """
        raise NotSymbolicError(f"the task {self.key} has no parametric cases")

    def condition(self, name: str, cases: Any) -> Any:
        """Return which cases of a batch meet a named condition, shape (cases,): where an output, or the gold, does."""
        import numpy as np

        batches = list(cases.outputs.values())[: 1 if self.conditions_on_gold else None]
        test = self.conditions[name][1]
        return cases.once(name, lambda: np.any([batch.each(test) for batch in batches], axis=0))

    def batch_of(self, outputs: Sequence[str], records: Sequence[Mapping[str, str]]) -> Any:
        """Return cases that are given in notation as a batch."""
        made = [self.case({name: self.from_notation(record[name]) for name in outputs}) for record in records]
        return self.batch_of_cases(outputs, made)

    def from_notation(self, text: str) -> Any:
        """Return one output that is given in notation; raises InputError."""
        return self.output.from_notation(text)

    def case(self, outputs: Mapping[str, Any]) -> Any:
        """Return one case of named outputs that no generator made."""
        return self.part("cases").case_of(outputs, {})

    def batch_of_cases(self, outputs: Sequence[str], cases: Sequence[Any]) -> Any:
        """Return single cases as a batch, smallest first."""
        return self.part("cases").batch_of_cases(outputs, cases)

    def random_case(self, generator: Generator, answers: Spread) -> Any:
        """Return one case, of any size, that drawn answers make; raises Impossible."""
        return self.part(self.random_cases).random_case(generator, answers)

    def strategy(self, generator: Generator, furthest: int | None = None) -> Any:
        """Return a Hypothesis strategy of the generator's cases, with numbers of any size or up to ``furthest``."""

        def made(answers: Spread) -> Any:
            answers.furthest = min(answers.furthest, furthest or answers.furthest)
            return self.random_case(generator, answers)

        return strategy(made)

    def condition_text(self, name: str) -> str:
        """Return a named condition in words."""
        return str(self.conditions[name][0])

    # Some outputs of every kind

    def sample(self) -> Any:
        """Return the sample outputs as plain numbers."""
        return _sample(self)

    # How outputs are told

    def notation(self, outputs: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
        """Return the gold and every output in the task's notation."""
        gold = self.gold_notation(list(outputs.values()))
        return gold, self.texts(outputs)

    def texts(self, outputs: Mapping[str, Any]) -> dict[str, str]:
        """Return every output in notation."""
        return {name: output.notation() for name, output in outputs.items()}

    def drawing(self, outputs: Mapping[str, str]) -> str:
        """Return a text drawing of outputs given in notation."""
        return str(self.part(self.draw).outputs_text(outputs))

    def picture(self, outputs: Mapping[str, str], title: str) -> str | None:
        """Return an SVG drawing of outputs given in notation; None for those that are too large."""
        try:
            found: str | None = self.part(self.draw).outputs_svg(outputs, title=title) if outputs else None
        except InputError:
            return None
        return found

    def reduction_latex(self, domain: str) -> str:
        """Return the LaTeX of the sign of reductions over a domain."""
        from axiometrics.formulas.latex import sum_over

        return self.reductions[domain] if domain in self.reductions else sum_over(domain)

    def snippet(self, metric: Metric, outputs: Mapping[str, Any]) -> str:
        """Return Python code that prints the scores of the outputs."""
        return snippet(metric, self.texts(outputs), reader=self.reader(self.output.__name__))

    def reader(self, name: str) -> str:
        """Name a class of the task's package, as ``package:Class``, that reads notation in a new interpreter."""
        return f"{type(self).__module__.rpartition('.')[0]}:{name}"

    def part(self, name: str) -> Any:
        """Return a module of the task's package."""
        return _module(type(self).__module__, name)


def power_of_two(least: int) -> int:
    """Return a power of two, at least 32, that is not below a number.

    >>> power_of_two(7), power_of_two(33)
    (32, 64)
    """
    return max(32, 1 << (least - 1).bit_length())


def named_items(first: int, last: int) -> str:
    """Return names of items as notations have them.

    >>> named_items(1, 3)
    'd1 d2 d3'
    """
    return " ".join(f"d{number}" for number in range(first, last + 1))


@cache
def _sample(task: Task) -> Any:
    from axiometrics.formulas.plain import Sample

    cases = task.batch_of(("output",), [{"output": text} for text in task.samples])
    return Sample(cases.outputs["output"])


@cache
def _module(task: str, name: str) -> Any:
    package = task.rpartition(".")[0]
    if package:
        wanted = f"{package}.{name}" if name else package
        try:
            return import_module(wanted)
        except ModuleNotFoundError as error:
            if error.name != wanted:
                raise
    raise InputError(
        f"beside {task} there is no module {name!r} in a package; write it, or override what axiometrics.tasks.Task "
        "loads it for"
    )
