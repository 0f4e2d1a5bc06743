"""How a plain function takes its arguments: gold first, unless its author says otherwise."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import update_wrapper
from typing import Any

from axiometrics.errors import InputError

ROLES = (
    {
        "gold": "actual answer answers correct expected gold golden golds gt key qrel qrels ref reference references "
        "refs target targets true truth truths",
        "system": "candidate candidates est estimate estimated estimates guess guesses hat hyp hypotheses hypothesis "
        "output outputs pred predicted prediction predictions preds proposed response responses run runs sys system "
        "systems yhat",
    },
    {"gold": "categories category class classes", "system": "cluster clustering clusters"},
)
"""Words in the names of parameters that say what these are; the second ones count where none of the first do."""
ERROR_WORDS = "brier cost dissimilarity distance divergence error errors loss mae mse penalty rmse"
"""Words in the names of functions whose lower values are better."""


class Swapped:
    """A function that takes its two arguments the other way round than it is given them."""

    swapped = True

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        update_wrapper(self, function)

    def __call__(self, one: Any, other: Any, **options: Any) -> Any:
        """Call the function with both arguments in its own order."""
        return self.function(other, one, **options)


def names_of(function: Callable[..., Any], *, needed: bool = False) -> tuple[str, ...]:
    """Return the names of the parameters that can be given by place, or must be; none where they are not known.

    >>> names_of(lambda gold, system, *, beta=1: 0), names_of(lambda table, alpha=1: 0, needed=True)
    (('gold', 'system'), ('table',))
    """
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ()
    return tuple(
        each.name
        for each in found
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        and not (needed and each.default is not each.empty)
    )


def order_of(name: str, names: Iterable[str], reads: str, pairs: Collection[str]) -> tuple[str, bool]:
    """Return the form that ``reads`` names, and whether the function takes the system's output first.

    Without an order, as in ``labels:system,gold``, gold comes first; ``pairs`` are the forms that give gold and system.
    Raises InputError where the names of the parameters say the contrary.

    >>> order_of("f", ["a", "b"], "labels:system,gold", ["labels"]), order_of("f", ["a"], "table", ["labels"])
    (('labels', True), ('table', False))
    """
    form, colon, order = reads.partition(":")
    if colon:
        given = [part.strip() for part in order.split(",")]
        if form not in pairs or sorted(given) != ["gold", "system"]:
            raise InputError(_no_order(reads, form, form in pairs))
        return form, given == ["system", "gold"]
    first, second, *_ = (*names, "", "")
    if form in pairs and _contradicts(first, second):
        raise InputError(
            f"{name}({first}, {second}) seems to take the system's output first, but {form} gives gold first; "
            f"say how it is meant: --reads {form}:system,gold or --reads {form}:gold,system (in Python reads=...)"
        )
    return form, False


def _no_order(reads: str, form: str, is_pair: bool) -> str:
    if is_pair:
        return f"reads {reads!r} is no order; write {form}:gold,system or {form}:system,gold"
    return f"reads {reads!r} cannot be: only gold and system have an order; leave out what follows the colon"


def _contradicts(first: str, second: str) -> bool:
    one, other = _role(first), _role(second)
    return one != other and (one == "system" or other == "gold")


def _role(name: str) -> str:
    """Say whether a parameter is named as gold or as a system's output.

    >>> _role("y_true"), _role("systemClusters"), _role("classes"), _role("x")
    ('gold', 'system', 'gold', '')
    """
    for roles in ROLES:
        found = [role for role, known in roles.items() if _words(name) & set(known.split())]
        if len(found) == 1:
            return found[0]
    return ""


def _words(name: str) -> set[str]:
    return set(re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()))


def sounds_like_error(name: str) -> bool:
    """Whether a function's name says that lower values are better.

    >>> [sounds_like_error(name) for name in ("hamming_loss", "zeroOneLoss", "f1_score", "lossless")]
    [True, True, False, False]
    """
    return bool(_words(name) & set(ERROR_WORDS.split()))


def called_as(name: str, form: str, swapped: bool, arguments: Mapping[str, str]) -> str:
    """Write the call of a function; ``arguments`` says what forms give that are not gold and system.

    >>> called_as("f", "labels", True, {}), called_as("f", "counts", False, {"counts": "tp, fp, fn, tn"})
    ('f(system, gold)', 'f(tp, fp, fn, tn)')
    """
    return f"{name}({arguments.get(form, 'system, gold' if swapped else 'gold, system')})"


def require_fit(function: Callable[..., Any], call: str) -> None:
    """Raise InputError where a function does not take the arguments of a call, which is written as `called_as` does.

    Functions whose parameters are not known are tried on cases only.

    >>> require_fit(lambda gold, system: 0, "f(gold, system)")
    >>> require_fit(lambda ranks: 0, "f(ranks, all)")
    Traceback (most recent call last):
    axiometrics.errors.InputError: f(ranks, all) does not fit: too many positional arguments; it takes (ranks)
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*call.partition("(")[2].split(", "))
    except TypeError as error:
        lacking = "; give what is missing by name (on the command line `--with NAME=VALUE`)"
        hint = lacking if "missing" in str(error) else ""
        raise InputError(f"{call} does not fit: {error}; it takes {signature}{hint}") from None
