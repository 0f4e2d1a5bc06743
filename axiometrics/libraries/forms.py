"""Forms of judged outputs that libraries want besides those of the tasks, also as files of records."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from axiometrics.tasks.ordinal.confusion import Confusion

__all__ = ["labels_of_matrix"]


def labels_of_matrix(rows: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return (gold, system) labels from 1 on of a matrix with assigned classes in rows and true ones in columns.

    >>> labels_of_matrix([[1, 0], [2, 0]])
    ([1, 1, 1], [1, 2, 2])
    """
    return Confusion.of(rows).to_labels()


def with_files(call: Callable[[str, str], Any], gold: Mapping[Any, Any], system: Mapping[Any, Any]) -> Any:
    """Write gold and system as JSON records of one test case and return what a call on (system file, gold file) gives.

    Each is a mapping from item to value; a set of labels becomes a list of words.

    >>> from pathlib import Path
    >>> with_files(lambda system, gold: Path(gold).read_text(), {1: {"a"}}, {1: {"x"}})
    '[{"test_case": "q", "id": "1", "value": ["a"]}]'
    """
    with TemporaryDirectory() as folder:
        paths = []
        for name, side in (("system", system), ("gold", gold)):
            path = Path(folder, f"{name}.json")
            path.write_text(json.dumps([_record(item, value) for item, value in side.items()]), "utf-8")
            paths.append(str(path))
        return call(*paths)


def _record(item: Any, value: Any) -> dict[str, Any]:
    words = sorted(map(str, value)) if isinstance(value, set | frozenset) else value
    return {"test_case": "q", "id": str(item), "value": words}
