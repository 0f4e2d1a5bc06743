"""The registry of metrics: a decorated function becomes a callable, frozen record."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Literal, SupportsIndex

from axiometrics.errors import InputError, NotSymbolicError
from axiometrics.metrics.reading import Swapped, names_of, order_of
from axiometrics.parameters import Combined, Parameter, Value, bind, instance_key, split_key
from axiometrics.registry import Registry
from axiometrics.tasks import Task, get_task
from axiometrics.tasks.registry import TASKS

Orientation = Literal["score", "error"]


class _HowItIsCalled:
    """What `inspect.signature` says of a metric: the gold, the system output, and the options of its task."""

    def __get__(self, metric: Metric | None, owner: type[Metric]) -> inspect.Signature:
        if metric is None:
            raise AttributeError("a class of metrics is called as any other")
        return get_task(metric.task).signature


@dataclass(frozen=True, repr=False)
class Metric:
    """A metric of one task, with its parameters bound. Call it on users' data: ``metric(gold, system)``.

    ``reads`` is None for a formula (a function of the task's view); otherwise it names the form in which the
    function takes its input. ``exact`` is a second definition over exact arithmetic, for functions that have one; it is
    given the parameters, too. ``cites`` is a key of the bibliography. An ``error`` metric is better when lower.
    ``undefined_somewhere`` says that a function returns None where the metric has no value; a formula says so itself.
    ``combined`` names the parameters that matter only through one number. What is not ``trusted`` is only called in
    another process. ``aliases`` are names that others use, such as ``P@{k}``, where ``{k}`` stands for the value of the
    parameter k.
    """

    key: str
    task: str
    family: str
    function: Callable[..., Any]
    orientation: Orientation = "score"
    parameters: tuple[Parameter, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    reads: str | None = None
    exact: Callable[..., Any] | None = None
    cites: str | None = None
    origin: str = "__main__"
    trusted: bool = True
    registered: bool = False
    undefined_somewhere: bool = False
    combined: Combined | None = None
    aliases: tuple[str, ...] = ()

    @property
    def kind(self) -> Literal["formula", "function"]:
        """Whether the definition is a formula that can be proved, or code that can only be run."""
        return "formula" if self.reads is None else "function"

    def __repr__(self) -> str:
        return f"<metric {self.label} of {self.task}: {self.summary}>"

    @property
    def built_in(self) -> bool:
        """Whether axiometrics itself defines the metric."""
        return self.origin.startswith("axiometrics.")

    @property
    def label(self) -> str:
        """The key with the parameters that differ from their defaults, such as ``bcubed_f(alpha=1/3)``."""
        return instance_key(self.key, self.parameters, self.values)

    @property
    def arguments(self) -> dict[str, Value]:
        """The values of the parameters that the definition itself takes."""
        return {each.name: self.values[each.name] for each in self.parameters if not each.of_reading}

    @property
    def name(self) -> str:
        """The key as words."""
        return self.key.replace("_", " ")

    @property
    def summary(self) -> str:
        """What the number means: the first line of the docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        """The definition's own documentation."""
        return inspect.getdoc(self.function)

    @cached_property
    def range(self) -> tuple[Fraction | None, Fraction | None]:
        """The least and the greatest value that the documentation states, as in ``Range [0, 1)``; None for no number.

        >>> metrics("ranking")["kendall_tau_a"].range, metrics("ranking")["dcg"].range
        ((Fraction(-1, 1), Fraction(1, 1)), (Fraction(0, 1), None))
        """
        found = _RANGE.search(" ".join((self.__doc__ or "").split()))
        low, high = (found[1], found[2]) if found else ("", "")
        return _number(low), _number(high)

    @property
    def has_fixed_best(self) -> bool:
        """Whether its best value is a number, as far as the documentation says: not in ``Range [0, infinity]``."""
        found = _RANGE.search(" ".join((self.__doc__ or "").split()))
        return found is None or self.range[self.orientation == "score"] is not None

    @property
    def is_partial(self) -> bool:
        """Whether the definition itself says that there are cases without a value."""
        if self.reads is not None:
            return self.undefined_somewhere
        return bool(self.formula.graph.has("undefined"))

    @property
    def is_unbounded(self) -> bool:
        """Whether the formula itself says that its value is infinite in some cases."""
        return self.reads is None and bool(self.formula.graph.has("infinite"))

    @cached_property
    def formula(self) -> Any:
        """The traced formula; None for functions. Raises NotSymbolicError when the definition is not a formula."""
        if self.reads is not None:
            return None
        home = get_task(self.task)
        try:
            return self._traced(home)
        except Exception as error:
            if home.origin.startswith("axiometrics.") or isinstance(error, NotSymbolicError):
                raise
            why = f"{type(error).__name__}: {error}"
            raise NotSymbolicError(f"the task {home.key} cannot evaluate formulas ({why})") from error

    def _traced(self, home: Task) -> Any:
        """Return the formula; raises NotSymbolicError where the function gives other numbers than that."""
        found = home.formula(self)
        values_known = all(isinstance(value, int | Fraction | str) for value in self.values.values())
        if values_known and not self.origin.startswith("axiometrics."):
            from axiometrics.formulas.formula import require_agreement

            require_agreement(found, home.sample())
        return found

    def with_parameters(self, **given: object) -> Metric:
        """Return the same metric with other parameter values; raises InputError for values out of range."""
        values = bind(f"metric {self.key!r}", self.parameters, {**self.values, **given})
        return replace(self, values=values)

    __signature__ = _HowItIsCalled()

    def __call__(self, gold: Any, system: Any = None, **options: Any) -> float | None:
        """Return the value for one system output, None where the metric has none; the task says what it reads.

        Several metrics of the same large data need not read it each time: give them what `Task.read` returns.

        >>> data = get_task("clustering").read(gold="aabb", system="xxxy")
        >>> [metrics("clustering")[key](data) for key in ("purity", "rand")]
        [0.75, 0.5]

        >>> list(inspect.signature(metrics("clustering")["purity"]).parameters)
        ['gold', 'system', 'missing']
        """
        found = self._scored(gold, system, **options)
        return found if found == found else None

    @cached_property
    def _scored(self) -> Callable[..., float | None]:
        return get_task(self.task).scorer(self)

    def __hash__(self) -> int:
        return hash((self.task, self.label, self.origin))

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Pickle what is registered as task and label, everything else by its fields."""
        known = METRICS.find(self.key, self.task, plugins=not self.built_in)
        if known is not None and replace(self, values=known.values) == known:
            return _registered, (self.task, self.label)
        return super().__reduce_ex__(protocol)

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields: what was traced is traced again."""
        return {item.name: getattr(self, item.name) for item in fields(self)} | {"values": dict(self.values)}


_RANGE = re.compile(r"Range [\[(](.*?), (.*?)[\])](?=[ ,.;]|$)")


def _number(text: str) -> Fraction | None:
    return Fraction(text) if re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text) else None


FAMILIES = {
    "clustering": (".set_matching", ".counting_pairs", ".entropy", ".bcubed"),
    "filtering": ("",),
    "ranking": (".precision", ".discounted_gain", ".correlation"),
    "diversity": (".novelty", ".averages"),
    "overlapping": ("",),
    "classification": (".counting", ".averages", ".association", ".two_classes"),
    "multilabel": (".sets", ".hierarchies", ".information"),
    "ordinal": ("",),
    "quantification": ("",),
    "probabilistic": (".scoring_rules", ".calibration"),
    "organization": ("",),
    "combination": ("",),
    "rank_similarity": ("",),
}
"""The modules of each task's built-in metrics, "" for the one of its name, families in the order of the reports."""

METRICS: Registry[Metric] = Registry(
    "metric",
    modules={
        task: tuple(f"axiometrics.metrics.{task}{name}" for name in names) for task, names in FAMILIES.items()
    },
    group="axiometrics.metrics",
    after=TASKS,
)


def _registered(task: str, label: str) -> Metric:
    """Return the registered metric of a label; those of plug-ins are loaded where ours has no such key."""
    key, given = split_key(label)
    record = METRICS.find(key, task, plugins=False) or METRICS.get(key, task)
    return record.with_parameters(**given)


def metric(
    *,
    task: str,
    family: str = "user",
    error: bool = False,
    parameters: Iterable[Parameter] = (),
    reads: str | None = None,
    exact: Callable[..., Any] | None = None,
    cites: str | None = None,
    key: str | None = None,
    undefined_somewhere: bool = False,
    combined: Combined | None = None,
    aliases: Iterable[str] = (),
) -> Callable[[Callable[..., Any]], Metric]:
    """Register the decorated function as a metric and return the record.

    Without ``reads`` the function is a formula over the task's view. It names the form of a plain function's input,
    and the order where that is not gold first, as in ``labels:system,gold``. ``error=True`` says that lower is better,
    and ``undefined_somewhere=True`` that a function returns None where the metric has no value; ``combined`` names
    parameters that matter only through one number; ``aliases`` are names that others use.
    Raises DuplicateKeyError when the task has the key already, UnknownKeyError for an unknown task.
    """

    def register(function: Callable[..., Any]) -> Metric:
        record = build(
            function,
            task=task,
            family=family,
            error=error,
            parameters=parameters,
            reads=reads,
            exact=exact,
            cites=cites,
            key=key,
            undefined_somewhere=undefined_somewhere,
            combined=combined,
        )
        return METRICS.register(replace(record, registered=True, aliases=tuple(aliases)))

    return register


def build(
    function: Callable[..., Any],
    *,
    task: str,
    family: str = "user",
    error: bool = False,
    parameters: Iterable[Parameter] = (),
    reads: str | None = None,
    exact: Callable[..., Any] | None = None,
    cites: str | None = None,
    key: str | None = None,
    trusted: bool | None = None,
    undefined_somewhere: bool = False,
    combined: Combined | None = None,
) -> Metric:
    """Return the record of a metric without registering it; of plain functions only ours are ``trusted``."""
    home = get_task(task)
    key = str(key or getattr(function, "__name__", type(function).__name__))
    if reads is not None:
        reads, swapped = order_of(key, names_of(function), reads, home.pairs)
        turned = getattr(function, "turned", partial(Swapped, function))
        function = turned() if swapped else function
    if reads is not None and reads not in home.reads:
        raise InputError(f"reads={reads!r} is not a form of {task}; give one of {', '.join(home.reads)}")
    listed, origin = tuple(parameters), _origin(function)
    if reads is None:
        known = {parameter.name for parameter in listed}
        listed += tuple(each for each in home.reading_parameters if each.name not in known)
    return Metric(
        key=key,
        task=task,
        family=family,
        function=function,
        orientation="error" if error else "score",
        parameters=listed,
        values=bind("metric", listed, {}),
        reads=reads,
        exact=exact,
        cites=cites,
        origin=origin,
        trusted=reads is None or origin.startswith("axiometrics.") if trusted is None else trusted,
        undefined_somewhere=undefined_somewhere,
        combined=combined,
    )


def _origin(function: Callable[..., Any]) -> str:
    """Return the module of a function; only what really stands in one of ours is ours, whatever it wraps."""
    found = function.function if isinstance(function, Swapped) else function
    said = getattr(found, "__module__", None) or "__main__"
    return (
        getattr(found, "__globals__", {}).get("__name__", said) if said.startswith("axiometrics.") else said
    )


def metrics(task: str | None = None) -> Mapping[str, Metric]:
    """Return the registered metrics of a task by key.

    >>> metrics("clustering")["purity"]("abb", "xxy")
    0.6666666666666666
    """
    if task is not None:
        get_task(task)
    return METRICS.view(task)


def key_of(name: str, task: str | None = None, *, plugins: bool = True) -> str:
    """Return the key that a name in common use stands for, with its cutoff; what is no such name stays as it is.

    Capitals do not count, and hyphens and dots are as good as underscores. A registered key of the task stands for
    itself. Raises InputError where several tasks know the name, under different keys, and no task is given.

    >>> key_of("nDCG@10", "ranking"), key_of("MAP"), key_of("purity")
    ('ndcg_at(k=10)', 'average_precision', 'purity')
    """
    records = list(METRICS.view(task, plugins=plugins).values())
    base, _, values = name.partition("(")
    own = [record for record in records if record.key == base.strip()]
    if (own and task is not None) or any(sign in base for sign in "*?[:"):
        return name
    given = {part.partition("=")[0].strip() for part in values.rpartition(")")[0].split(",")} - {""}
    found: dict[str, dict[str, None]] = {}
    for record in records:
        if record in own and _takes(record, given):
            found.setdefault(name, {})[record.task] = None
            continue
        for alias in (record.key, *record.aliases) if _takes(record, given) else ():
            matched = _alias_pattern(alias).fullmatch(_plain(base))
            if matched is not None:
                cutoff = ",".join(f"{parameter}={value}" for parameter, value in matched.groupdict().items())
                rest = ",".join(part for part in (cutoff, values.rpartition(")")[0]) if part)
                found.setdefault(f"{record.key}({rest})" if rest else record.key, {})[record.task] = None
    if len(found) > 1:
        known = ", ".join(f"{key} in {' and '.join(homes)}" for key, homes in found.items())
        first = next(iter(next(iter(found.values()))))
        raise InputError(
            f"the metric {name!r} is {known}; name the task, as in --task {first} (task={first!r})"
        )
    return next(iter(found), name)


def _takes(record: Metric, given: Collection[str]) -> bool:
    return set(given) <= {parameter.name for parameter in record.parameters}


def _plain(name: str) -> str:
    return re.sub(r"[-. ]", "_", name.strip().lower())


def _alias_pattern(alias: str) -> re.Pattern[str]:
    """Return what matches an alias as ``_plain`` writes it, with a whole number for each ``{parameter}``."""
    parts = re.split(r"\{(\w+)\}", alias)
    texts = [
        re.escape(_plain(part)) if place % 2 == 0 else rf"(?P<{part}>[0-9]+)"
        for place, part in enumerate(parts)
    ]
    return re.compile("".join(texts))
