"""Ordinal classification: the system assigns every item to one of K ordered classes."""

from axiometrics.tasks.ordinal.confusion import Confusion

__all__ = ["Confusion"]
