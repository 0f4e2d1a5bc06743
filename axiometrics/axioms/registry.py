"""The registry of constraints: a decorated generator becomes a frozen record."""

from __future__ import annotations

import inspect
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from dis import Instruction, get_instructions
from fractions import Fraction
from functools import partial
from types import FunctionType
from typing import Any, Literal, SupportsIndex, TypedDict, Unpack

from axiometrics.axioms.demands import MORE, UNIT, Demand, Form, Nonnegative, OfACase, Premise, Zero
from axiometrics.errors import InputError, NotSymbolicError
from axiometrics.formulas.authored import require_recordable
from axiometrics.formulas.questions import PACKAGE, codes, filled, is_foreign
from axiometrics.parameters import Parameter, Value, bind, instance_key, split_key
from axiometrics.registry import Registry
from axiometrics.tasks import get_task
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.registry import TASKS

Judging = Literal["outputs", "means", "forms", "shares"]


@dataclass(frozen=True, repr=False)
class Constraint:
    """A demand on a metric's scores, and the generator of the cases of which it is made.

    ``demand`` says what linear forms of the named outputs' scores must be, and in which cases; ``demand_of`` gives the
    demand of each parameter setting where it differs. ``scored_by`` gives the metrics that score outputs in place of
    the judged one, by output: the judged one with other parameters, or another metric, by task and key, with which it
    is compared. It takes the judged metric and the parameters; None says that this metric has nothing to compare.

    ``judging`` says what the outputs are: ``outputs`` of the task, ``means`` over several of them, ``forms`` in which
    one is written, or ``shares`` of the items by kind of error. Only ``outputs`` are those of wider tasks too;
    ``forms`` are judged also of a metric that notices them, about which nothing else can be said.

    One that ``needs_best`` is asked only of metrics whose best value is a number, as far as they say.

    ``demand_of_metric`` gives the demand that is made of a metric, by what it states of itself and the parameters; None
    where it does not state what that takes.

    ``generator`` takes a chooser and the parameters and returns a case of the task. ``preconditions`` name
    degenerate cases, so that a verdict can say that the constraint holds except there. ``variants`` are the
    parameter settings listed besides the default; a constraint that is not ``primary`` is checked on demand.
    ``source_of`` gives what it cites, and the section, where that hangs on the parameters.
    """

    key: str
    task: str
    generator: Callable[..., Any]
    demand: Demand = MORE
    parameters: tuple[Parameter, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    preconditions: tuple[str, ...] = ()
    variants: tuple[Mapping[str, Value], ...] = ()
    primary: bool = True
    cites: str | None = None
    section: str = ""
    latex: str = ""
    origin: str = "__main__"
    demand_of: Callable[..., Demand] | None = None
    demand_of_metric: Callable[..., Demand | None] | None = None
    needs_best: bool = False
    judging: Judging = "outputs"
    source_of: Callable[..., tuple[str, str]] | None = None
    scored_by: Callable[..., Mapping[str, Any] | None] | None = None

    def __repr__(self) -> str:
        return f"<constraint {self.label} of {self.task}: {self.summary}>"

    def scorers(self, metric: Any) -> Mapping[str, Any] | None:
        """The metrics that score outputs in place of the judged one; None where that one has nothing to compare."""
        found = self.scored_by(metric, **self.values) if self.scored_by else {}
        turned = {getattr(each, "orientation", "") for each in found.values()} if found else set()
        if turned - {metric.orientation} and not isinstance(self.demand, Zero):
            raise InputError(f"{self.label} compares {metric.label} with metrics that are turned another way")
        return found

    @property
    def label(self) -> str:
        """The key with the parameters that differ from their defaults, such as ``rag_bag(size=n-1)``."""
        return instance_key(self.key, self.parameters, self.values)

    @property
    def name(self) -> str:
        """The key as words."""
        return self.key.replace("_", " ")

    @property
    def summary(self) -> str:
        """The statement in one sentence: the first line of the docstring."""
        return (inspect.getdoc(self.generator) or "").partition("\n")[0]

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        """The definition's own documentation."""
        return inspect.getdoc(self.generator)

    @property
    def of_a_case(self) -> OfACase:
        """What is asked of one case."""
        return self.demand.of_a_case

    @property
    def margin(self) -> Form:
        """The linear form of a case's scores that the demand is about, or the first of two."""
        return self.of_a_case.form

    @property
    def forms(self) -> tuple[Form, ...]:
        """The linear forms whose signs settle a case."""
        return self.of_a_case.forms

    @property
    def premises(self) -> tuple[Premise, ...]:
        """Linear forms that must be zero, or not negative, for the demand to be made of a case."""
        return self.demand.premises

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the judged outputs, worse before better; those of further forms follow."""
        return self.demand.outputs

    def about(self, demand: Demand) -> Constraint:
        """Return a constraint on the same cases with another demand."""
        return replace(self, demand=demand, demand_of=None)

    def asked_of(self, metric: Any) -> Constraint | None:
        """Return the constraint with the demand made of a metric; None where that states too little of itself."""
        if self.scorers(metric) is None or (self.needs_best and not metric.has_fixed_best):
            return None
        if self.demand_of_metric is None:
            return self
        demand = self.demand_of_metric(metric, **self.values)
        return None if demand is None else replace(self, demand=demand)

    @property
    def compared(self) -> tuple[str, str] | None:
        """The names of the two outputs that every case compares, worse and better; None for other kinds of demands.

        A demand that compares the score with that of another metric, or with a number, compares no outputs.

        >>> constraints("clustering")["homogeneity"].compared
        ('worse', 'better')
        """
        weights = sorted(self.margin.items(), key=lambda item: item[1])
        plain = self.demand is self.of_a_case and self.forms == (self.margin,) and not self.scored_by
        if not plain or UNIT in self.margin or [weight for _, weight in weights] != [-1, 1]:
            return None
        return weights[0][0], weights[1][0]

    @property
    def bound_generator(self) -> Callable[..., Any]:
        """The generator with its parameters filled in: a function of the chooser alone."""
        return partial(self.generator, **self.values)

    @property
    def symbolic_generator(self) -> Callable[..., Any]:
        """The generator, to be called with symbols. Raises NotSymbolicError where it may ask what is chosen for it.

        A question to a symbol is answered once, and lost for ever; constraints whose code asks some are swept only.
        What is looked at is the code that is called, whatever the record says of where it comes from.
        """
        if not _is_ours(self.generator):
            require_recordable(
                self.generator, also=partial(_require_straight, inspect.unwrap(self.generator))
            )
        return self.bound_generator

    def with_parameters(self, **given: object) -> Constraint:
        """Return the same constraint in another reading; raises InputError for values that are not allowed."""
        values = bind(f"constraint {self.key!r}", self.parameters, {**self.values, **given})
        demand = self.demand_of(**values) if self.demand_of else self.demand
        cites, section = self.source_of(**values) if self.source_of else (self.cites, self.section)
        return replace(self, values=values, demand=demand, cites=cites, section=section)

    def __hash__(self) -> int:
        return hash((self.task, self.label, self.origin))

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Pickle what is registered as task and label, everything else by its fields."""
        known = CONSTRAINTS.find(self.key, self.task, plugins=not self.origin.startswith("axiometrics."))
        if (
            known is not None
            and known.generator is self.generator
            and known.with_parameters(**self.values) == self
        ):
            return _registered, (self.task, self.label)
        return super().__reduce_ex__(protocol)

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields, with plain values."""
        return {item.name: getattr(self, item.name) for item in fields(self)} | {"values": dict(self.values)}


_ASKING = (
    *(
        "COMPARE_OP",
        "CONTAINS_OP",
        "DICT_UPDATE",
        "FORMAT_",
        "IS_OP",
        "JUMP_IF",
        "MAP_ADD",
        "MATCH",
        "POP_JUMP",
        "SET_ADD",
    ),
    *("BUILD_SET", "DELETE_ATTR", "STORE_ATTR", "STORE_GLOBAL", "STORE_SUBSCR", "TO_BOOL", "UNARY_NOT"),
)
"""Steps of code that ask something of a value, or keep one, by what their names begin with."""
_OPERATORS = ("+", "-", "*")
"""Operators that give a whole number for whole ones, as the symbols that stand for these say; powers are looked at."""
_PLAIN = (enumerate, Fraction, len, list, object, range, reversed, sum, tuple, zip)
_CONTAINERS = (bytearray, dict, float, Fraction, frozenset, int, list, set, str, tuple)
_ADDING = ("append", "extend", "items", "keys", "values")
_OF_CHOOSERS = frozenset(
    ["answers", "denominator", "less", "made", "number", "numbers", "single", "size_limit", "structures"]
)
"""What choosers keep to themselves: it is another thing where they make other cases, also those of a proof."""


def _is_ours(value: object) -> bool:
    """Whether a function is of this package's making, and so is all that it was made with besides plain values."""
    if type(value) is partial:  # a kind of its own may call something else
        value = (value.func, *value.args, *value.keywords.values())
    if isinstance(value, FunctionType):
        if not is_foreign(value) or not value.__code__.co_filename.startswith(PACKAGE):
            return False
        value = (*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values(), *filled(value))
    if type(value) is tuple:
        return all(map(_is_ours, value))
    return value is None or type(value) in (bool, int, str, Fraction)


def _require_straight(generator: Callable[..., Any], value: object, where: str) -> None:
    """Refuse code that may ask something of the numbers that it computes with, and what calls may change."""
    home = str(getattr(value, "__module__", ""))
    calls = callable(value) and home.partition(".")[0] in sys.stdlib_module_names
    plain = any(value is each for each in _PLAIN) or (
        isinstance(value, type) and issubclass(value, Exception)
    )
    asks = isinstance(value, type) and issubclass(value, Output) and value.asks_of_numbers
    if (
        asks
        or isinstance(value, bytearray | complex | deque | dict | float | list | set)
        or (calls and not plain)
    ):
        raise NotSymbolicError(f"{where}a generator with {value!r} is swept only")
    if isinstance(value, FunctionType) and not is_foreign(value):
        for code in codes(value):
            steps = list(get_instructions(code))
            for before, step in zip(steps[:1] + steps, steps, strict=False):
                chosen = value is generator and (before.argval,) == value.__code__.co_varnames[:1]
                if _asks(step, before) and not (chosen and step.argval == "index"):
                    line = step.positions.lineno if step.positions else ""
                    place = f"{code.co_filename}:{line}: " if line else ""
                    raise NotSymbolicError(
                        f"{place}a generator that asks something of its numbers is swept only"
                    )


def _asks(step: Instruction, before: Instruction) -> bool:
    """Whether a step of code may ask something of a value, or give another one than symbols do."""
    if step.opname.startswith("LOAD") and _is_rounded(step.argval):
        return True
    if step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
        of_kinds = any(hasattr(kind, step.argval) for kind in _CONTAINERS)
        return step.argval in _OF_CHOOSERS or (step.argval not in _ADDING and of_kinds)
    if step.opname == "BINARY_OP":
        operator = step.argrepr.removesuffix("=")
        whole = isinstance(before.argval, int) and before.opname.startswith("LOAD") and before.argval >= 0
        return operator not in _OPERATORS and not (operator == "**" and whole)
    return step.opname.startswith(_ASKING) or (step.opname == "BUILD_MAP" and (step.arg or 0) > 1)


def _is_rounded(value: object) -> bool:
    return isinstance(value, float | complex) or (isinstance(value, tuple) and any(map(_is_rounded, value)))


MODULES = {
    "clustering": ("clustering", "clustering_properties", "clustering_changes"),
    "filtering": ("filtering",),
    "overlapping": ("overlapping",),
    "classification": ("classification", "classification.invariances"),
    "multilabel": ("multilabel", "multilabel.invariances"),
    "ordinal": ("ordinal",),
    "ranking": ("ranking", "ranking_scales"),
    "diversity": ("diversity", "diversity_properties"),
    "quantification": ("quantification",),
    "probabilistic": ("probabilistic",),
    "organization": ("organization",),
    "combination": ("combination",),
    "rank_similarity": ("rank_similarity",),
}
"""The modules of this folder that register the built-in constraints of each task, in the order of the reports."""

CONSTRAINTS: Registry[Constraint] = Registry(
    "constraint",
    modules={task: tuple(f"axiometrics.axioms.{name}" for name in names) for task, names in MODULES.items()},
    group="axiometrics.constraints",
    after=TASKS,
)


def _registered(task: str, label: str) -> Constraint:
    """Return the registered constraint of a label; those of plug-ins are loaded where ours has no such key."""
    key, given = split_key(label)
    record = CONSTRAINTS.find(key, task, plugins=False) or CONSTRAINTS.get(key, task)
    return record.with_parameters(**given)


class Described(TypedDict, total=False):
    """What a constraint may state besides its generator and its demand; what each means is said at `Constraint`."""

    preconditions: Iterable[str]
    primary: bool
    cites: str | None
    section: str
    latex: str
    judging: Judging
    source_of: Callable[..., tuple[str, str]]
    scored_by: Callable[..., Mapping[str, Any] | None]
    demand_of_metric: Callable[..., Demand | None]
    needs_best: bool


def constraint(
    *,
    task: str,
    key: str | None = None,
    parameters: Iterable[Parameter] = (),
    variants: Iterable[Mapping[str, Any]] = (),
    demand: Demand | Callable[..., Demand] = MORE,
    **described: Unpack[Described],
) -> Callable[[Callable[..., Any]], Constraint]:
    """Register the decorated generator as a constraint and return the record.

    ``demand`` may be a function of the parameters; without one the output ``better`` must score more than ``worse``.
    ``scored_by`` is a function that takes the judged metric and the parameters and returns, by output, the metrics that
    score outputs in its place, or their tasks and keys; of a demand that is no zero these must be the judged
    one with other parameters, which have its orientation.

    Raises DuplicateKeyError when the task has the key already, UnknownKeyError for an unknown task.
    """
    get_task(task)
    stated: dict[str, Any] = {**described, "preconditions": tuple(described.get("preconditions", ()))}
    if "scored_by" in stated and not isinstance(demand, Zero | Nonnegative):
        raise InputError(
            "scored_by needs a demand of Zero of every case, or Nonnegative: scores of other metrics may be errors"
        )
    bound = tuple(parameters), tuple(variants), demand

    def register(generator: Callable[..., Any]) -> Constraint:
        name = str(key or getattr(generator, "__name__", "constraint"))
        return CONSTRAINTS.register(_record(name, generator, *bound, {"task": task, **stated}))

    return register


def _record(
    name: str,
    generator: Callable[..., Any],
    parameters: tuple[Parameter, ...],
    variants: tuple[Mapping[str, Any], ...],
    demand: Demand | Callable[..., Demand],
    stated: Mapping[str, Any],
) -> Constraint:
    """Return the record of a generator at the parameters' defaults."""
    values = bind(f"constraint {name!r}", parameters, {})
    return Constraint(
        key=name,
        generator=generator,
        demand=demand if isinstance(demand, Demand) else demand(**values),
        demand_of=None if isinstance(demand, Demand) else demand,
        parameters=parameters,
        values=values,
        variants=tuple(bind(f"constraint {name!r}", parameters, variant) for variant in variants),
        origin=getattr(generator, "__module__", None) or "__main__",
        **stated,
    )


def constraints(task: str | None = None) -> Mapping[str, Constraint]:
    """Return the registered constraints of a task by key.

    >>> list(constraints("clustering"))[:2]
    ['homogeneity', 'completeness']
    """
    if task is not None:
        get_task(task)
    return CONSTRAINTS.view(task)
