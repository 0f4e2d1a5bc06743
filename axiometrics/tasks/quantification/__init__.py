"""Ordinal quantification: the shares of ordered classes, estimated by the system and given by the gold."""

from axiometrics.tasks.quantification.distributions import Distributions

__all__ = ["Distributions"]
