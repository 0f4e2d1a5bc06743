"""Running somebody else's metric: loading it, calling it under limits, and probing its manners."""

from axiometrics.foreign.replies import Failure, Kind, Reply, Said, Value
from axiometrics.foreign.targets import Target, load
from axiometrics.foreign.ties import Connections, descriptors, end_with
from axiometrics.foreign.worker import Worker, disagreement, probe

__all__ = [
    "Connections",
    "Failure",
    "Kind",
    "Reply",
    "Said",
    "Target",
    "Value",
    "Worker",
    "descriptors",
    "disagreement",
    "end_with",
    "load",
    "probe",
]
