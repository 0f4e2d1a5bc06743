"""Many lines at once: the quantities of formulas, and what their reductions run over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Rows
from axiometrics_example.spans.line import Line, spans_of


class Lines(Outputs):
    """Lines, whose tokens, and whose overlapping spans, are rows."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines

    def __len__(self) -> int:
        return len(self.lines)

    def table(self, index: int) -> Line:
        """Return one line."""
        return self.lines[index]

    def tables(self) -> Iterator[Line]:
        """Yield every line."""
        return iter(self.lines)

    @cached_property
    def quantities(self) -> dict[str, Any]:
        """Tokens, gold spans, system spans, and spans that both sides have, of each line."""
        sides = [(spans_of(line.gold), spans_of(line.system)) for line in self.lines]
        counts = [(len(gold), len(system), len({*gold} & {*system})) for gold, system in sides]
        columns = np.array(counts, dtype=np.int64).reshape(-1, 3).T
        tokens = np.array([line.tokens for line in self.lines], dtype=np.int64)
        return {"N": tokens, **dict(zip("GSM", columns, strict=True))}

    @cached_property
    def shared(self) -> Any:
        """Tokens that both sides mark, of each line."""
        return np.array([sum(g == s == 1 for g, s in _tokens(line)) for line in self.lines])

    def rows(self, domain: str) -> Rows:
        """Return the tokens of every line, or the pairs of a gold and a system span that share tokens."""
        made = [_overlaps(line) if domain == "overlaps" else _tokens(line) for line in self.lines]
        names = "oab" if domain == "overlaps" else "gs"
        table = np.array(list(chain.from_iterable(made)), dtype=np.int64).reshape(-1, len(names))
        owners = np.repeat(np.arange(len(made)), list(map(len, made)))
        return Rows(owners, dict(zip(names, table.T, strict=True)))


def _tokens(line: Line) -> list[tuple[int, ...]]:
    """Return of every token whether gold marks it, and whether the system does."""
    return [(int(g != "O"), int(s != "O")) for g, s in zip(line.gold, line.system, strict=True)]


def _overlaps(line: Line) -> list[tuple[int, ...]]:
    """Return of every two spans that share tokens how many, and the lengths of the system's and of the gold's."""
    pairs = ((gold, system) for gold in spans_of(line.gold) for system in spans_of(line.system))
    found = [(min(g[1], s[1]) - max(g[0], s[0]), s[1] - s[0], g[1] - g[0]) for g, s in pairs]
    return [row for row in found if row[0] > 0]
