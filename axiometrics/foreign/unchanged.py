"""Whether a call has changed its arguments."""

from __future__ import annotations

import pickle

from axiometrics.foreign.replies import shown

__all__ = ["change", "same"]


def change(before: bytes, args: tuple[object, ...]) -> str | None:
    """Say which argument differs from the copy that was pickled before the call, or return None.

    >>> gold = ["b", "a"]
    >>> before = pickle.dumps((gold,), pickle.HIGHEST_PROTOCOL)
    >>> gold.sort()
    >>> change(before, (gold,))
    "argument 1 was list ['b', 'a'] and became list ['a', 'b']"
    """
    try:
        # equal bytes prove that nothing changed; others may only mean that objects are shared differently
        if pickle.dumps(args, pickle.HIGHEST_PROTOCOL) == before:
            return None
        pairs = zip(pickle.loads(before), args, strict=True)
        for position, (old, new) in enumerate(pairs, start=1):
            if not same(old, new):
                return f"argument {position} was {shown(old)} and became {shown(new)}"
    except MemoryError:
        raise
    except Exception as error:
        return f"the arguments can no longer be compared ({type(error).__name__})"
    return None


def same(old: object, new: object) -> bool:
    """Say whether two values are equal in every part; NaN equals NaN, and 1 differs from 1.0.

    >>> same([1, {"a": float("nan")}], [1, {"a": float("nan")}]), same([1], [1.0])
    (True, False)
    """
    if type(old) is not type(new):
        return False
    if isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        return len(old) == len(new) and all(map(same, old, new))
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(same(old[key], new[key]) for key in old)
    if hasattr(old, "dtype") and hasattr(old, "tobytes") and hasattr(new, "tobytes"):
        return _same_array(old, new)
    if type(old).__eq__ is object.__eq__ and hasattr(old, "__dict__"):
        return same(vars(old), vars(new))
    return bool(old == new) or bool(old != old and new != new)


def _same_array(old: object, new: object) -> bool:
    form = [(getattr(each, "dtype", None), getattr(each, "shape", None)) for each in (old, new)]
    if form[0] != form[1]:
        return False
    if getattr(form[0][0], "kind", None) == "O":
        return same(old.tolist(), new.tolist())  # type: ignore[attr-defined]
    return bool(old.tobytes() == new.tobytes())  # type: ignore[attr-defined]
