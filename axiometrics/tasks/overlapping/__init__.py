"""Overlapping clusterings: an item may be in several gold categories and in several system clusters."""

from axiometrics.tasks.overlapping.families import Families

__all__ = ["Families"]
