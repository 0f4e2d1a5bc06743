"""Running somebody else's metric: it is loaded (`targets`), called under limits in a process (`evaluator` inside,
`process` and `worker` outside, with `ties` to the file descriptors and children that it leaves), answers (`replies`),
and is probed for its manners (`worker`).
"""

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
