"""What each task's objects are, by definition: naive views on which a formula's source runs with plain numbers."""

from . import (
    classification,
    clustering,
    combination,
    diversity,
    filtering,
    multilabel,
    ordinal,
    organization,
    overlapping,
    probabilistic,
    quantification,
    ranking,
)

_MODULES = (
    clustering,
    filtering,
    overlapping,
    ranking,
    ordinal,
    quantification,
    organization,
    combination,
    classification,
    multilabel,
    diversity,
    probabilistic,
)
WORLDS = {module.WORLD.key: module.WORLD for module in _MODULES}
