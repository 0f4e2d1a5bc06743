"""What only some tasks can do: the checker and the reports ask for it, and the default says that a task cannot."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from axiometrics.errors import InputError, NotSymbolicError

if TYPE_CHECKING:
    from axiometrics.axioms.registry import Constraint
    from axiometrics.formulas.formula import Formula
    from axiometrics.formulas.single_output import Alone
    from axiometrics.metrics.registry import Metric
    from axiometrics.parameters import Parameter


@dataclass(frozen=True)
class Classes:
    """Classes by the outcomes of ``constraints``; ``names`` has a class for each combination that has a meaning.

    >>> kinds = Classes("Order", "Who sees it?", ("swap", "move"), {("holds", "holds"): "sees it"})
    >>> kinds.of(("holds", "holds")), kinds.of(("holds", "blind"))
    ('sees it', 'other')
    """

    title: str
    text: str
    constraints: tuple[str, ...]
    names: Mapping[tuple[str, ...], str]

    def of(self, outcomes: tuple[str, ...]) -> str:
        """Return the class of a combination of outcomes."""
        return self.names.get(outcomes, "other")


Generator = Callable[..., Any]
"""A constraint's function from a chooser of sizes to a template of outputs."""


class Enumeration:
    """All small judged outputs of a task, on which functions are compared."""

    size: ClassVar[int]
    """Up to which size functions are compared unless a size is given."""
    checked: ClassVar[int]
    """Up to which size constraints of library functions are swept."""
    form: ClassVar[str]
    """The form that a registered metric reads and that keeps everything of an output."""
    further: ClassVar[tuple[str, ...]] = ()
    """What metrics call the parts of the form after gold and system; by default there are none."""
    exchangeable: ClassVar[bool] = True
    """Whether gold and system are things of one kind, which can be exchanged."""

    def outputs(self, size: int) -> Iterator[Any]:
        """Yield every judged output up to a size, smallest first."""
        raise NotImplementedError

    def exchanged(self, output: Any) -> Any:
        """Return the output with gold and system exchanged."""
        raise NotImplementedError

    def identity(self, output: Any) -> Hashable:
        """Return what is the same for outputs that differ in names alone: the output, where it has no names."""
        found: Hashable = output
        return found

    def gold(self, output: Any) -> Hashable:
        """Return the gold alone: outputs with equal golds are judged against the same one."""
        raise NotImplementedError

    def perfect(self, output: Any) -> bool:
        """Say whether the system gives what the gold gives."""
        raise NotImplementedError


class Output:
    """One judged output of a task, which is defined beside its class."""

    asks_of_numbers: ClassVar[bool] = False
    """Whether making one of plain data asks which of these are the same."""

    def read_as(self, reads: str) -> tuple[Any, ...]:
        """Return the output in a form that a black-box metric of the task reads."""
        package = sys.modules[type(self).__module__].__package__
        found: tuple[Any, ...] = import_module(f"{package}.task").TASK.arguments(reads, self)
        return found

    def canonical(self) -> Hashable:
        """Return one output for all that differ in names and order alone: itself, by default."""
        found: Hashable = self
        return found


class Derived(Output):
    """An output that is not one as every function judges it: it has names, or its value is made of those of others."""

    @property
    def tables(self) -> tuple[Any, ...]:
        """The outputs as every function judges them."""
        raise NotImplementedError


class Composed(Derived):
    """An output whose value is made of the values of `tables`: a mean of them, or their best."""

    def of(self, value: Callable[[Any], Any], algebra: Any) -> Any:
        """Return its value in any arithmetic, from what ``value`` returns for each of `tables`."""
        raise NotImplementedError


class Scaled(Output):
    """An output whose value is multiplied by ``times``; ``is_number`` says that it stands for that number alone."""

    times: Any

    @property
    def is_number(self) -> bool:
        """Whether it stands for a number."""
        raise NotImplementedError

    @property
    def plain(self) -> bool:
        """Whether it is an output as every function judges it."""
        raise NotImplementedError


def plain_parts(output: Any) -> tuple[Any, ...]:
    """Return the outputs, as every function judges them, of which an output is made: itself, where it is one."""
    return tuple(output.tables) if isinstance(output, Derived) else (output,)


def of_each(test: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """Return a condition of a batch, from one of single outputs."""

    def found(batch: Any) -> Any:
        import numpy as np

        return batch.kept(test, lambda: np.array([test(output) for output in batch.tables()], dtype=bool))

    return found


def is_plain(output: object) -> bool:
    """Whether an output is one as every function judges it."""
    return output.plain if isinstance(output, Scaled) else not isinstance(output, Derived)


def _called(place: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that calls a function of a module of the task's package."""
    module, _, name = place.partition(":")
    function = attrgetter(name)

    @wraps(method, updated=())
    def called(self: Any, *arguments: Any, **options: Any) -> Any:
        return function(self.part(module))(*arguments, **options)

    return called


class Abilities:
    """What a task may do besides what every task does; a task that can overrides the default."""

    key: ClassVar[str]
    """By which the task is found, and the name of its package."""
    classes: ClassVar[tuple[Classes, ...]] = ()
    """Classes of metrics that several verdicts tell apart together; none by default."""
    declared_classes: ClassVar[bool] = False
    """Whether labels are read with the classes that they may be, in order; not by default."""
    form_arguments: ClassVar[Mapping[str, str]] = {}
    """What forms give that are no gold and system, in words such as ``tp, fp, fn, tn``; by default all are these."""
    reading_parameters: ClassVar[tuple[Parameter, ...]] = ()
    """Parameters of how an output is read, which all formulas take; none by default."""
    files: ClassVar[str] = ""
    """How ``axiometrics score`` reads files of the task: ``labels``, ``memberships``, ``organizations``, ``runs``,
    ``shares``, or a function of metrics, files and task as ``package.module:function``; not by default."""
    reductions: ClassVar[Mapping[str, str]] = {}
    """LaTeX of the signs of reductions, by domain; by default a sum over what the domain is called."""
    enumeration: ClassVar[Enumeration | None] = None
    """All small outputs of the task; None, the default, where it does not list them."""
    elsewhere: ClassVar[Mapping[str, str]] = {}
    """Methods that are functions of modules of the task's package, which take the same: ``module:function`` each."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, place in vars(cls).get("elsewhere", {}).items():
            setattr(cls, name, _called(place, getattr(cls, name)))

    def suited(self, metric: Metric, constraint: Constraint) -> Any:
        """Return the metric as it judges a constraint's outputs, by default as it is; None where it cannot."""
        return metric

    def asked_of(self, metric: Metric, constraint: Constraint) -> Any:
        """Return a constraint in the reading that suits a metric, by default as it is."""
        return constraint

    def in_simpler_task(self, metric: Metric, constraint: Constraint) -> tuple[Any, Any] | None:
        """Return a metric and a constraint of a simpler task with the same margins; None, the default, for none."""
        return None

    def by_topic(
        self, metrics: Sequence[Any], gold: object, system: object, **options: object
    ) -> Iterator[tuple[float | None, ...]]:
        """Yield the values of several metrics on every topic of gold; by default there are no topics."""
        raise self._cannot("read topics")

    def alone(self, output: Any) -> Alone | None:
        """Return what writes an output's rows as lists; None, the default, where only a batch has them."""
        return None

    def last_size(self, generator: Generator) -> int | None:
        """Return the largest value of a generator's one size; None, the default, where it may grow for ever."""
        return None

    def asymptotic(self, generator: Generator, formula: Formula) -> Any:
        """Return a formula's symbols for all large values of one size; raises NotSymbolicError, as by default."""
        raise NotSymbolicError(f"{self.key} has no values for all large n")

    def by_terms(
        self, generator: Generator, formula: Formula, forms: Sequence[Mapping[str, int]], *, wider: bool
    ) -> Any:
        """Return what the terms that a formula sums show of parametric cases: the sign of a linear form, or of two.

        They are those of any number of parts where ``wider`` says so, else of some numbers. Raises NotSymbolicError
        where that is nothing, as by default.
        """
        raise NotSymbolicError(f"{self.key} has no facts about single terms")

    def terms_hold(self, rule: str, forms: Sequence[Mapping[str, int]], outputs: Mapping[str, Any]) -> Any:
        """Return in which of some cases the outputs are what a rule about single terms asks for."""
        raise self._cannot("say what single terms show")

    def geometric(self, generator: Generator, formula: Formula, *, together: bool = False) -> Any:
        """Return a generator of one size n in closed form, with a power of an open parameter for u.

        With ``together`` every size is its least value plus n, from n = 0 on, and all contexts are empty. Raises
        NotSymbolicError where there is none, as by default.
        """
        raise NotSymbolicError("there is no closed form in n")

    def many(self, generator: Generator, outputs: Sequence[str], count: int, seed: int) -> Any:
        """Return about so many random cases, made at once; None, the default, where each is drawn by itself."""
        return None

    def with_choices(self, generator: Generator, choices: Mapping[str, Any]) -> Generator | None:
        """Return a generator with some of its choices made; None, the default, where that is not possible."""
        return None

    def lines(self, constraint: Constraint) -> Sequence[Any]:
        """Return the lines on which one quantity moves and the others stay; none by default."""
        return ()

    def middle(self, low: Any, high: Any) -> Any:
        """Return what lies halfway between two outputs, None where no floats do; by default nothing lies between."""
        raise self._cannot("say what lies between two outputs")

    def ends(self, low: Any, high: Any) -> tuple[Any, Any]:
        """Return the first and the last output on the line through two; by default there is no line."""
        raise self._cannot("say what lies on the line through two outputs")

    def enclosed(self, metric: Any, first: Any, last: Any) -> Sequence[Any]:
        """Return intervals that together contain the values of a formula at all outputs between two."""
        raise self._cannot("enclose the values between two outputs")

    def along(self, metric: Any, first: Any, last: Any, algebra: Any) -> Any:
        """Return a formula's value between two outputs in an arithmetic whose ``letter`` stands for what differs."""
        raise self._cannot("put a letter between two outputs")

    def draws(
        self, generator: Generator, count: int
    ) -> tuple[Any, Sequence[str], Sequence[Mapping[str, Any]]]:
        """Return the ends of the domain, the levels that stand alone, and random choices of all; none by default."""
        return None, (), ()

    def placed(
        self, generator: Generator, outputs: Sequence[str], chosen: Mapping[str, Any], size: int | None = None
    ) -> Any:
        """Return the case that given levels make; by default there are no levels."""
        raise self._cannot("make cases of levels")

    def judged_against(self, outputs: object) -> tuple[Any, Any]:
        """Return, for every case of a batch, the kind of its gold, and a number that is the same for equal golds."""
        raise self._cannot("compare golds")

    def largest(self, metric: object, output: Any) -> Any:
        """Return a bound that no output exceeds for the gold of an output; None, the default, where none is known."""
        return None

    def estimates(self, metric: object, output: Any) -> Any:
        """Return all outputs for the gold of an output, with intervals of a formula's values on boxes of them."""
        raise self._cannot("enclose values")

    def _cannot(self, do: str) -> InputError:
        return InputError(f"the task {self.key} does not {do}")
