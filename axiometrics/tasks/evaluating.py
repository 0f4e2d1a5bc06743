"""How a task evaluates metrics: formulas in any arithmetic, functions once per distinct output."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from axiometrics.errors import UnknownKeyError, nearest

__all__ = ["Evaluating"]


class Evaluating:
    """What tasks share whose formulas are evaluated on one output or a batch, and whose functions read some forms.

    ``forms`` has, for each form that a black-box metric may read, the function that turns an output into arguments.
    """

    key: ClassVar[str]
    forms: ClassVar[Mapping[str, Callable[[Any], Any]]]

    def evaluate(self, formula: Any, output: Any, algebra: Any) -> Any:
        """Return the value of a formula on one output in an arithmetic."""
        raise NotImplementedError

    def value(self, metric: Any, output: Any, algebra: Any) -> Any:
        """Return the value on one output: formulas in any arithmetic, functions in theirs."""
        from axiometrics.formulas.floats import SCALARS

        if metric.reads is None:
            return self.evaluate(metric.formula, output, algebra)
        if algebra is not SCALARS and metric.exact is not None:
            return metric.exact(output, algebra)
        found = metric.function(*self.arguments(metric.reads, output), **metric.values)
        return math.nan if found is None else found

    def values(self, metric: Any, outputs: Any) -> Any:
        """Return the values on a batch of outputs; functions are called once per distinct output."""
        import numpy as np

        from axiometrics.formulas.floats import SCALARS

        if metric.reads is None:
            return outputs.evaluate(metric.formula)
        tables = list(outputs.tables())
        known = {table: float(self.value(metric, table, SCALARS)) for table in dict.fromkeys(tables)}
        return np.array([known[table] for table in tables])

    def arguments(self, reads: str, output: Any) -> tuple[Any, ...]:
        """Return one output in the form that a black-box metric reads."""
        if reads not in self.forms:
            raise UnknownKeyError(f"{self.key} has no form {reads!r}; {nearest(reads, self.forms)}")
        return tuple(self.forms[reads](output))
