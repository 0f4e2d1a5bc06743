"""Running somebody else's metric: loading it, calling it under limits, and probing its manners."""

from axiometrics.foreign.probes import probe
from axiometrics.foreign.replies import Failure, Kind, Reply, Value
from axiometrics.foreign.targets import load
from axiometrics.foreign.worker import Worker

__all__ = ["Failure", "Kind", "Reply", "Value", "Worker", "load", "probe"]
