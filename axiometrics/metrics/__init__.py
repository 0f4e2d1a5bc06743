"""What is judged: the `registry` of metrics, and how functions of labels are called (`reading`).

Each task has a module of its name, such as `filtering`, or a folder, such as `metrics/clustering`, whose modules have
families of metrics that are close to each other; a folder's own documentation lists them.
"""

import sys
from types import ModuleType
from typing import Any

from axiometrics.metrics.registry import METRICS, Metric, key_of, metric, metrics

__all__ = ["METRICS", "Metric", "key_of", "metric", "metrics"]


class _CallableModule(ModuleType):
    """Lets ``axiometrics.metrics`` be the package and the registry view of the same name."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return metrics(*arguments, **options)


sys.modules[__name__].__class__ = _CallableModule
