"""What each task's objects are, by definition: naive views on which a formula's source runs with plain numbers."""

from . import (
    classification,
    clustering,
    combination,
    filtering,
    ordinal,
    organization,
    overlapping,
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
)
WORLDS = {module.WORLD.key: module.WORLD for module in _MODULES}
