"""What each task's objects are, by definition: naive views on which a formula's source runs with plain numbers."""

from . import (
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
)
WORLDS = {module.WORLD.key: module.WORLD for module in _MODULES}
