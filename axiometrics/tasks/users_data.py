"""What users give, read alike in every task: notations, label vectors, items that one side lacks, options.

Notations have in common names, sets of them in braces, and two sides with a bar between. Whatever cannot be read is
refused with the reason.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import count, groupby
from typing import TYPE_CHECKING, Any

from axiometrics.errors import InputError
from axiometrics.numerals import whole_value

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGE = 64
"""From this many items on, labels in arrays stay there, to be counted by NumPy."""

PLAIN_VECTORS = frozenset({list, tuple, str})
"""Types of label vectors that are taken as they are."""


def label_vectors(
    gold: object, system: object, *, instead: Sequence[str] = ("dicts item -> label",), two_way: str = ""
) -> tuple[Any, Any]:
    """Return gold and system labels as sequences, short arrays as lists; raises InputError.

    ``instead`` names the other forms that a task reads, ``two_way`` what it reads from an array of two dimensions.

    >>> label_vectors("abb", ("x", "x", "y"))
    ('abb', ('x', 'x', 'y'))
    """
    one, other = (
        _vector(labels, side, instead, two_way) for side, labels in (("gold", gold), ("system", system))
    )
    if len(one) != len(other):
        raise InputError(
            f"gold has {len(one)} labels and system has {len(other)}; give one label per item in the same order"
        )
    return one, other


def _vector(labels: Any, side: str, instead: Sequence[str], two_way: str) -> Any:
    if type(labels) in PLAIN_VECTORS:
        return labels
    labels = flat(labels, side, "one label per item" + (f", or {two_way}" if two_way else ""))
    if hasattr(labels, "ndim"):
        return labels if labels.shape[0] >= LARGE else labels.tolist()
    if isinstance(labels, set | frozenset):
        raise InputError(f"{side} is a set, which has no order; give {_either('lists', *instead)}")
    try:
        return labels if isinstance(labels, str | list | tuple) else list(labels)
    except TypeError as error:
        raise InputError(f"{side} is {labels!r}; give {_either('label vectors', *instead)}") from error


def _either(*forms: str) -> str:
    """Join two or more forms: a, b, or c."""
    return f"{', '.join(forms[:-1])}{',' if len(forms) > 2 else ''} or {forms[-1]}"


def flat(given: object, side: str, wanted: str) -> Any:
    """Return what was given, a pandas column as its array; raises InputError for an array of other than one dimension.

    >>> flat([1, 2], "gold", "one share for each class")
    [1, 2]
    """
    if hasattr(given, "to_numpy"):
        given = given.to_numpy()
    if hasattr(given, "ndim") and given.ndim != 1:
        raise InputError(f"{side} has {given.ndim} dimensions; give {wanted}")
    return given


BLOCK = 1 << 16
"""Items that are counted together: their labels stay near the processor."""
ROOM = 4
"""Places of a table for each item, up to which it is filled directly."""


def few_counts(gold: Sequence[Any], system: Sequence[Any]) -> dict[Any, int] | None:
    """Count pairs of labels, the system's first; None for vectors of unequal lengths, and for what is no label.

    >>> few_counts("aab", "xyy")
    {('x', 'a'): 1, ('y', 'a'): 1, ('y', 'b'): 1}
    """
    if not 0 < len(gold) == len(system):
        return None
    counts: dict[Any, int] = {}
    try:
        for pair in zip(system, gold):  # noqa: B905 (both are as long)
            counts[pair] = counts.get(pair, 0) + 1
    except TypeError:  # what has no hash
        return None
    return counts


MODERATE = 1 << 12
"""Items up to which counting each side takes less time than looking at all counts twice."""


def near_counts(
    gold: NDArray[Any], system: NDArray[Any]
) -> tuple[NDArray[Any], tuple[NDArray[Any], NDArray[Any]]] | None:
    """Count pairs of labels from 0 on: a table, rows are the system's, with the sums of its rows and of its columns.

    None where there are too many items, or labels that are negative or far from 0.

    >>> import numpy as np
    >>> near_counts(np.array([0, 0, 1]), np.array([1, 0, 0]))
    (array([[1, 1],
           [1, 0]]), (array([2, 1]), array([2, 1])))
    """
    import numpy as np

    if not 0 < len(gold) == len(system) <= MODERATE:
        return None
    top, most = system.item(system.argmax()), gold.item(gold.argmax())
    if top < 0 or most < 0 or (top + 1) * (most + 1) > ROOM * len(gold):
        return None
    try:
        sizes = np.bincount(system), np.bincount(gold)
    except (TypeError, ValueError):  # numbers that may have 64 bits without a sign; negative labels
        return None
    key = np.multiply(system, most + 1, dtype=np.int64)
    np.add(key, gold, out=key, casting="unsafe")  # uint64 has no common type; its labels are few here
    return np.bincount(key, minlength=(top + 1) * (most + 1)).reshape(top + 1, most + 1), sizes


def whole_numbers(labels: Any) -> NDArray[Any] | None:
    """Return a long list of labels as an array where all are plain whole numbers of 64 bits; None for others.

    >>> whole_numbers([3, 4]), whole_numbers(["a"]), whole_numbers([1.0])
    (array([3, 4]), None, None)
    """
    import numpy as np

    try:
        found = np.frombuffer(array("q", labels), dtype=np.int64)
        return found if {*map(type, labels)} <= {int, bool} else None
    except (TypeError, OverflowError):
        return None


def cross_counts(gold: NDArray[Any], system: NDArray[Any]) -> tuple[NDArray[Any], int, int] | None:
    """Count pairs of whole-number labels: a table, rows are the system's, and the labels of its first row and column.

    None where labels are so far apart that the table would be much larger than the data. Cost O(items), in one pass
    where the first labels show the range of all.

    >>> import numpy as np
    >>> cross_counts(np.array([7, 7, 8]), np.array([3, 4, 4]))
    (array([[1, 0],
           [1, 1]]), 3, 7)
    """
    some = slice(0, BLOCK)
    span = _span(system[some], gold[some])
    if _places(span) > ROOM * len(gold):
        return None
    found = _filled(gold, system, span)
    if found is None:
        span = _span(system, gold)
        found = _filled(gold, system, span) if _places(span) <= ROOM * len(gold) else None
    return None if found is None else (found, span[0], span[2])


Span = tuple[int, int, int, int]
"""The lowest and the highest label of the system, and of the gold."""


def _span(system: NDArray[Any], gold: NDArray[Any]) -> Span:
    return int(system.min()), int(system.max()), int(gold.min()), int(gold.max())


def _places(span: Span) -> int:
    """Return how many pairs of labels there may be; very many, too, where labels are too large to be multiplied."""
    low, high, least, most = span
    width = most - least + 1
    return (high - low + 1) * width if max(map(abs, span)) * (width + 1) < 2**62 else 2**62


def _filled(gold: NDArray[Any], system: NDArray[Any], span: Span) -> NDArray[Any] | None:
    """Return the table of a span, filled block by block; None where a block has labels beyond it."""
    import numpy as np

    low, _, least, most = span
    width, places = most - least + 1, _places(span)
    block = max(BLOCK, 2 * places)
    counts = np.zeros(places, dtype=np.int64)
    for start in range(0, len(gold), block):
        ours, theirs = system[start : start + block], gold[start : start + block]
        if len(gold) > BLOCK and _wider(_span(ours, theirs), span):
            return None
        key = np.multiply(ours, width, dtype=np.int64)
        np.add(key, theirs, out=key, dtype=np.int64)
        if offset := low * width + least:
            key -= offset
        counts += np.bincount(key, minlength=places)
    return counts.reshape(-1, width)


def _wider(one: Span, other: Span) -> bool:
    return one[0] < other[0] or one[1] > other[1] or one[2] < other[2] or one[3] > other[3]


def numbered_names(names: Any) -> NDArray[Any]:
    """Number names from 0 in order of appearance.

    >>> numbered_names("bab").tolist()
    [0, 1, 0]
    """
    import numpy as np

    numbers: defaultdict[Any, int] = defaultdict(count().__next__)
    listed = names.tolist() if hasattr(names, "tolist") else names
    return np.fromiter(map(numbers.__getitem__, listed), dtype=np.int64, count=len(names))


def is_nothing(name: object) -> bool:
    """Whether a name or label stands for none: None, or one that is not equal to itself, as NaN and NaT of any type.

    >>> is_nothing(None), is_nothing(float("nan")), is_nothing("")
    (True, True, False)
    """
    try:
        return name is None or bool(name != name)
    except (TypeError, ValueError, ArithmeticError):  # pandas.NA, a signalling NaN
        return True


def listed(names: Sequence[Hashable]) -> str:
    """Return the first names, and how many more there are.

    >>> listed("abcde")
    "'a', 'b', 'c' and 2 more"
    """
    shown = ", ".join(repr(name) for name in names[:3])
    return shown + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def whole_count(value: object, what: str) -> int:
    """Return what counts items as an int; raises InputError for anything else, text too.

    >>> whole_count(2.0, "tp")
    2
    """
    try:
        found = -1 if isinstance(value, str) else whole_value(value)
    except ValueError:
        found = -1
    if found < 0:
        raise InputError(f"{what} is {value!r}; counts are whole numbers from 0 on")
    return found


def require_missing(missing: str, ways: Sequence[str]) -> None:
    """Refuse an option that a task does not have; raises InputError.

    >>> require_missing("none", ("error", "empty"))
    Traceback (most recent call last):
    axiometrics.errors.InputError: missing='none' is not possible; give 'error' or 'empty'
    """
    if missing not in ways:
        *others, last = map(repr, ways)
        raise InputError(f"missing={missing!r} is not possible; give {', '.join(others)} or {last}")


def require_same_form(gold: object, system: object, both: str = "as dicts item -> label") -> None:
    """Refuse a dict on one side alone; raises InputError."""
    if isinstance(gold, Mapping) != isinstance(system, Mapping):
        raise InputError(f"gold and system have different forms; give both {both}")


def require_same_items(
    extra: Sequence[Hashable], absent: Sequence[Hashable], sides: tuple[str, str], remedy: str
) -> None:
    """Refuse items that gold lacks, and those that the system lacks where there is a remedy; raises InputError.

    ``sides`` says what an item has in the gold, and what in the system.

    >>> require_same_items((), "ab", ("category", "cluster"), "give one")
    Traceback (most recent call last):
    axiometrics.errors.InputError: system has no cluster for items 'a', 'b' that gold contains; give one
    """
    if extra:
        raise InputError(
            f"gold has no {sides[0]} for {_items(extra)} that system contains; leave them out of system"
        )
    if absent and remedy:
        raise InputError(f"system has no {sides[1]} for {_items(absent)} that gold contains; {remedy}")


def _items(items: Sequence[Hashable]) -> str:
    return f"item{'s' if len(items) > 1 else ''} {listed(items)}"


_SET = re.compile(r"\{([^{}]*)\}")


def sets(text: str, refusal: str) -> list[list[str]]:
    """Return the names in every pair of braces; raises InputError with a refusal for anything outside of them.

    >>> sets("{a b}{a, c}", "write sets in braces")
    [['a', 'b'], ['a', 'c']]
    """
    if _SET.sub("", text).strip():
        raise InputError(refusal)
    return [inside.replace(",", " ").split() for inside in _SET.findall(text)]


def in_braces(parts: Iterable[Sequence[str]]) -> str:
    """Write sets of names.

    >>> in_braces([["a", "b"], ["a", "c"]])
    '{a b}{a c}'
    """
    return "".join("{" + " ".join(part) + "}" for part in parts)


SHORTEST = 5
"""Equal names in a row from which on they are written with their number."""


def in_runs(names: Iterable[str]) -> list[str]:
    """Return names as they are written one after another.

    >>> in_runs("abbbbbbc")
    ['a', 'b^6', 'c']
    """
    runs = ((name, len(list(run))) for name, run in groupby(names))
    return [each for name, n in runs for each in ([f"{name}^{n}"] if n >= SHORTEST else [name] * n)]


def sides(text: str, refusal: str) -> tuple[str, str]:
    """Return what stands before the one bar, the system's, and after it, the gold's; raises InputError with a refusal.

    >>> sides("{a b} | {a}{b}", "write a bar")
    ('{a b} ', ' {a}{b}')
    """
    system, bar, gold = text.partition("|")
    if not bar or "|" in gold:
        raise InputError(refusal)
    return system, gold


def letters(index: int) -> str:
    """Name things a, b, ..., z, a1, b1, ...

    >>> [letters(i) for i in (0, 25, 26)]
    ['a', 'z', 'a1']
    """
    round_, place = divmod(index, 26)
    return chr(ord("a") + place) + (str(round_) if round_ else "")
