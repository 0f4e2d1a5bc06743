"""Items with probabilities of classes and what happened; read from ``1/2 1/2: 2; 2 x 1/4 3/4: 1``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ..numbers import Number, total
from ..world import Reduction, World

Item = tuple[tuple[Fraction, ...], int]


def numbers(*values: Any) -> list[Number]:
    return [Number(Fraction(value)) for value in values]


class Forecasts:
    def __init__(self, items: Sequence[Item]) -> None:
        self.given = items
        happened = sum(outcome == 2 for _, outcome in items)
        self.count, self.classes, self.events = numbers(len(items), len(items[0][0]), happened)

    def items(self, body: Callable[..., Any]) -> Number:
        def one(q: tuple[Fraction, ...], k: int) -> Any:
            best, t = max(q), q[k - 1]
            first = q.index(best) + 1 == k
            squares = sum(share**2 for share in q)
            return body(*numbers(t, squares, q.count(best), t == best, first, q[1], k == 2))

        return total(one(*item) for item in self.given)

    def entries(self, body: Callable[..., Any]) -> Number:
        return total(
            body(*numbers(q[k], k + 1 == y, sum(q[: k + 1]), y <= k + 1))
            for q, y in self.given
            for k in range(len(q))
        )

    def groups(self, body: Callable[..., Any]) -> Number:
        return total(body(*numbers(*row)) for row in self._groups())

    def _groups(self) -> list[tuple[Any, ...]]:
        pairs = [(q[1], int(y == 2)) for q, y in self.given]
        found = []
        for p in sorted({p for p, _ in pairs}):
            own, above = [y for r, y in pairs if r == p], [y for r, y in pairs if r >= p]
            lacking = sum(r - y for r, y in pairs if r <= p)
            found.append((p, len(own), sum(own), len(above), sum(above), lacking))
        return found

    def forecast_groups(self, body: Callable[..., Any]) -> Number:
        rows = []
        for forecast in {q for q, _ in self.given}:
            own = [y for q, y in self.given if q == forecast]
            for k, share in enumerate(forecast, 1):
                rows.append((share, len(own), own.count(k), sum(y == k for _, y in self.given)))
        return total(body(*numbers(*row)) for row in rows)


def read(text: str) -> Forecasts:
    items: list[Item] = []
    for part in text.split(";"):
        forecast, outcome = part.split(":")
        times, _, rest = forecast.rpartition(" x ")
        items += [(tuple(map(Fraction, rest.split())), int(outcome))] * int(times or 1)
    return Forecasts(items)


_ITEM = "t, s, m, h, f, p, y"
_GROUP = "p, n, e, A, B, c"

WORLD = World(
    key="probabilistic",
    view="table",
    read=read,
    quantities=("count", "classes", "events"),
    reductions=(
        Reduction(
            "items", _ITEM, ("t", "s", "m", "h", "f", "p", "y", "(p - y)", "(p - y)**2", "(1 - t)"), likely=3
        ),
        Reduction(
            "entries", "q, o, Q, O", ("q", "o", "Q", "O", "(q - o)", "(Q - O)", "(q - o)**2"), likely=2
        ),
        Reduction("groups", _GROUP, ("p", "n", "e", "A", "B", "c", "(n * p - e)")),
        Reduction("forecast_groups", "q, n, e, b", ("q", "n", "e", "b", "(n * q - e)")),
    ),
    known=(
        "-table.items(lambda t, s, m, h, f, p, y: (p - y)**2) / table.count",
        "-table.entries(lambda q, o, Q, O: (q - o)**2) / table.count",
        "-table.entries(lambda q, o, Q, O: (Q - O)**2) / table.count",
        "table.items(lambda t, s, m, h, f, p, y: t / sqrt(s)) / table.count",
        "table.items(lambda t, s, m, h, f, p, y: t) / table.count",
        "table.items(lambda t, s, m, h, f, p, y: h / m) / table.count",
        "-table.groups(lambda p, n, e, A, B, c: (n * p - e)**2 / n) / table.count",
        "table.groups(lambda p, n, e, A, B, c: n * (e / n - table.events / table.count)**2) / table.count",
        "-table.forecast_groups(lambda q, n, e, b: (n * q - e)**2 / n) / table.count",
        "ratio(table.items(lambda t, s, m, h, f, p, y: (p - y)**2), table.events, UNDEFINED)",
    ),
    size="table.count",
    by_size=False,
)
