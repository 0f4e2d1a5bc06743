"""What users give, read as a line of tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.users_data import label_vectors, listed, require_same_form
from axiometrics_example.spans.line import Line


def read(gold: Any, system: Any = None) -> Line:
    """Read tags of tokens (texts such as "BIO", lists, or dicts from token to tag), or notation. Raises InputError.

    >>> read(["B", "I"], ["B", "O"]).notation()
    'gold=BI system=BO'
    """
    if system is None:
        return gold if isinstance(gold, Line) else Line.from_notation(str(gold))
    require_same_form(gold, system, "as dicts token -> tag")
    if isinstance(gold, Mapping):
        apart = [token for token in {**gold, **system} if token not in gold or token not in system]
        if apart:
            raise InputError(
                f"only one side has tags of the tokens {listed(apart)}; tag the same tokens in both"
            )
        return Line.of(list(gold.values()), [system[token] for token in gold])
    return Line.of(*label_vectors(gold, system, instead=("dicts token -> tag",)))
