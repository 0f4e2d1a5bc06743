"""How a proof leaves the house: certificates that stand alone, and files for outside checkers.

* `document`: a proof as one document (``axiometrics.certificate/1``), with its cases from
  `parametric`, and their signs from `claims`
* `smt`, of `terms`, and `coq`: files for outside checkers, made of documents alone; `smt` tells models as cases, too;
  `single_terms` are what both say of sums over any number of classes
* `writing`: the files of cells, and what installed programs say of them
* `confirmations`: which programs confirmed the published proofs

`axiometrics.recheck`, which imports nothing else, checks the documents.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from axiometrics.certify.writing import Certified, certify

__all__ = ["Certified", "certify"]


def __getattr__(name: str) -> Any:
    """Load what makes certificates when it is first asked for."""
    if name in __all__:
        return getattr(import_module("axiometrics.certify.writing"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _CallableModule(ModuleType):
    """The public function `certify` has the name of this package: both stay what they are."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return __getattr__("certify")(*arguments, **options)


sys.modules[__name__].__class__ = _CallableModule
