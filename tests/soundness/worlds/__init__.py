"""What each task's objects are, by definition: naive views on which a formula's source runs with plain numbers."""

from . import clustering, filtering

WORLDS = {module.WORLD.key: module.WORLD for module in (clustering, filtering)}
