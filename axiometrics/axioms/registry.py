"""The registry of constraints: a decorated generator becomes a frozen record."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, TypedDict, Unpack

from axiometrics.errors import InputError
from axiometrics.parameters import Parameter, Value, bind, instance_key
from axiometrics.registry import Registry
from axiometrics.tasks import get_task

__all__ = ["CONSTRAINTS", "UNIT", "Constraint", "constraint", "constraints"]

Quantifier = Literal["every", "some n", "all n from n0", "some case", "some between", "equal maxima"]
Judging = Literal["outputs", "means", "forms", "masses"]
Demand = Literal["positive", "zero", "nonnegative", "definite"]
Premise = tuple[Mapping[str, int], Literal["zero", "nonnegative"]]
PAIR = MappingProxyType({"better": 1, "worse": -1})
UNIT = ""
"""The name, in a linear form, of the number 1, whose weight is the form's constant."""


@dataclass(frozen=True)
class Constraint:
    """A demand on a metric's scores: a linear form (``margin``) of the named outputs must be positive, or zero.

    It may also be demanded to be ``nonnegative``, or ``definite``: positive, where a tie counts as a contradiction.

    ``margin_of`` gives the margin of each parameter setting where it differs. With ``same_sign_as``, a second linear
    form, the demand is that the two have the same sign (both positive, both zero, or both negative). With ``within``
    the demand is that the linear form of the values themselves, whatever the metric's orientation, lies between two
    bounds, which belong to the range; None is no bound. With ``of_quality`` an error's values count with the
    opposite sign there, as in all other demands; the bounds are then 0. ``scored_by`` names outputs that another metric
    scores, by task and key, whatever metric is judged: what that metric's score is compared with.

    ``premises`` are linear forms that must be zero, or not negative, for the demand to be made of a case. Of a
    ``total`` constraint a case in which an output has no value is a counterexample; of the others it is left out. A
    proof of a ``continuous`` one shows also that the metric is continuous along each of its quantities. ``given`` names
    choices for each of which some case must meet the demand.

    ``judging`` says what the outputs are: ``outputs`` of the task, ``means`` over several of them, ``forms`` in which
    one is written, or ``masses`` that are shared out. Only ``outputs`` are those of wider tasks too; ``forms`` are
    judged also of a metric that notices them, about which nothing else can be said.

    ``generator`` takes a chooser and the parameters and returns a case of the task. ``preconditions`` name
    degenerate cases, so that a verdict can say that the constraint holds except there. ``variants`` are the
    parameter settings listed besides the default; a constraint that is not ``primary`` is checked on demand.
    """

    key: str
    task: str
    generator: Callable[..., Any]
    margin: Mapping[str, int] = field(default_factory=lambda: PAIR)
    demand: Demand = "positive"
    quantifier: Quantifier = "every"
    parameters: tuple[Parameter, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    preconditions: tuple[str, ...] = ()
    variants: tuple[Mapping[str, Value], ...] = ()
    primary: bool = True
    cites: str | None = None
    section: str = ""
    latex: str = ""
    origin: str = "__main__"
    margin_of: Callable[..., Mapping[str, int]] | None = None
    same_sign_as: Mapping[str, int] | None = None
    within: tuple[int | None, int | None] | None = None
    of_quality: bool = False
    premises: tuple[Premise, ...] = ()
    total: bool = False
    continuous: bool = False
    given: tuple[str, ...] = ()
    judging: Judging = "outputs"
    scored_by_of: Callable[..., Mapping[str, tuple[str, str]]] | None = None

    @property
    def scored_by(self) -> Mapping[str, tuple[str, str]]:
        """Task and key of the metric that scores an output, for outputs that the judged metric does not score."""
        return self.scored_by_of(**self.values) if self.scored_by_of else {}

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
    def forms(self) -> tuple[Mapping[str, int], ...]:
        """The linear forms in scores: the margin, and the one whose sign it must have; or what it is inside bounds."""
        if self.within is not None:
            low, high = self.within
            above = () if low is None else ({**self.margin, UNIT: -low},)
            below = {name: -weight for name, weight in self.margin.items()}
            return above + (() if high is None else ({**below, UNIT: high},))
        return (self.margin, self.same_sign_as) if self.same_sign_as else (self.margin,)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the judged outputs, worse before better; those of a second form follow."""
        forms = (self.margin, self.same_sign_as or {}, *(form for form, _ in self.premises))
        named = (name for form in forms for name in sorted(form, key=lambda name: (form[name], name)))
        return tuple(dict.fromkeys(named))

    @property
    def allows_ties(self) -> bool:
        """Whether a case that is at the edge of the demand meets it."""
        return self.within is not None or self.demand == "nonnegative"

    @property
    def knows_ties(self) -> bool:
        """Whether a tie is something of its own, neither a case that meets the demand nor one against it."""
        return self.demand == "positive" and self.within is None

    def about(self, form: Mapping[str, int], demand: Demand = "positive") -> Constraint:
        """Return the constraint with one linear form as its margin, a demand on it, and nothing else."""
        plain = replace(self, margin=form, demand=demand, same_sign_as=None, within=None, premises=())
        return replace(plain, margin_of=None, total=False, continuous=False, quantifier="every", given=())

    @property
    def compared(self) -> tuple[str, str] | None:
        """The names of the two outputs that every case compares, worse and better; None for other kinds of demands.

        A demand that compares the score with that of another metric compares no outputs.

        >>> constraints("clustering")["homogeneity"].compared
        ('worse', 'better')
        """
        weights = sorted(self.margin.items(), key=lambda item: item[1])
        plain = self.quantifier == "every" and self.forms == (self.margin,) and not self.scored_by_of
        if not plain or [weight for _, weight in weights] != [-1, 1]:
            return None
        return weights[0][0], weights[1][0]

    @property
    def bound_generator(self) -> Callable[..., Any]:
        """The generator with its parameters filled in: a function of the chooser alone."""
        return partial(self.generator, **self.values)

    def with_parameters(self, **given: Any) -> Constraint:
        """Return the same constraint in another reading; raises InputError for values that are not allowed."""
        values = bind(f"constraint {self.key!r}", self.parameters, {**self.values, **given})
        margin = MappingProxyType(dict(self.margin_of(**values))) if self.margin_of else self.margin
        return replace(self, values=values, margin=margin)

    def __hash__(self) -> int:
        return hash((self.task, self.label, self.origin))


CONSTRAINTS: Registry[Constraint] = Registry(
    "constraint", catalogue="axiometrics.axioms.catalogue", group="axiometrics.constraints"
)


class Demanded(TypedDict, total=False):
    """What a constraint may state besides its generator; what each means is said at `Constraint`."""

    demand: Demand
    quantifier: Quantifier
    preconditions: Iterable[str]
    primary: bool
    cites: str | None
    section: str
    latex: str
    same_sign_as: Mapping[str, int] | None
    within: tuple[int | None, int | None] | None
    of_quality: bool
    premises: Iterable[Premise]
    total: bool
    continuous: bool
    given: Iterable[str]
    judging: Judging
    scored_by: Callable[..., Mapping[str, tuple[str, str]]]


def constraint(
    *,
    task: str,
    key: str | None = None,
    parameters: Iterable[Parameter] = (),
    variants: Iterable[Mapping[str, Any]] = (),
    margin: Mapping[str, int] | Callable[..., Mapping[str, int]] = PAIR,
    **demanded: Unpack[Demanded],
) -> Callable[[Callable[..., Any]], Constraint]:
    """Register the decorated generator as a constraint and return the record.

    ``margin`` may be a function of the parameters; ``same_sign_as`` is a second linear form, of other outputs, whose
    sign it must have; ``within`` are bounds of the linear form of the values instead, or with ``of_quality`` of the
    scores turned so that more is better; ``scored_by`` is a function that returns task and key of the metric that
    scores an output, for outputs which the judged one does not score: they need a demand of zero. The demand is made of
    every case; with ``quantifier="some case"`` of one case (for each choice of what is ``given``); with
    ``"some between"`` a value between the outputs ``low`` and ``high`` must be that of ``judged``; with
    ``"equal maxima"`` the largest value of the one output must be the same whatever it is judged against; with
    ``"some n"`` or ``"all n from n0"`` the generator asks for one size, and the demand is made of one of its values, or
    of all from some value on.

    Raises DuplicateKeyError when the task has the key already, UnknownKeyError for an unknown task.
    """
    get_task(task)
    stated: dict[str, Any] = {**demanded, "preconditions": tuple(demanded.get("preconditions", ()))}
    stated["given"] = tuple(demanded.get("given", ()))
    stated["premises"] = tuple(
        (MappingProxyType(dict(form)), sign) for form, sign in demanded.get("premises", ())
    )
    if demanded.get("same_sign_as"):
        stated["same_sign_as"] = MappingProxyType(dict(stated["same_sign_as"]))
    stated["scored_by_of"] = stated.pop("scored_by", None)
    kind = stated.get("demand"), stated.get("quantifier", "every")
    if stated["scored_by_of"] and kind != ("zero", "every"):
        raise InputError(
            "scored_by needs demand='zero' of every case: scores of other metrics may have another orientation"
        )
    bound = tuple(parameters), tuple(variants), margin

    def register(generator: Callable[..., Any]) -> Constraint:
        name = str(key or getattr(generator, "__name__", "constraint"))
        return CONSTRAINTS.register(_record(name, generator, *bound, {"task": task, **stated}))

    return register


def _record(
    name: str,
    generator: Callable[..., Any],
    parameters: tuple[Parameter, ...],
    variants: tuple[Mapping[str, Any], ...],
    margin: Mapping[str, int] | Callable[..., Mapping[str, int]],
    stated: Mapping[str, Any],
) -> Constraint:
    """Return the record of a generator at the parameters' defaults."""
    values = bind(f"constraint {name!r}", parameters, {})
    return Constraint(
        key=name,
        generator=generator,
        margin=MappingProxyType(dict(margin(**values) if callable(margin) else margin)),
        margin_of=margin if callable(margin) else None,
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
