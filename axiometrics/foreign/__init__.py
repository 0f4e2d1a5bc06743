"""Running somebody else's metric: loading it, calling it under limits (no sandbox), and probing its manners.

`targets` loads it; a process with an `evaluator` inside calls it, which `worker` starts (`process`, `ties`), asks and
probes; `replies` are what comes back.
"""

from axiometrics.foreign.replies import ROUNDING, Failure, Kind, Reply, Said, Value, written
from axiometrics.foreign.targets import LOADED, Target, load, receive_files, shipped_files
from axiometrics.foreign.ties import Connections, descriptors, end_with
from axiometrics.foreign.worker import Inside, Remembering, Worker, disagreement, probe

__all__ = [
    "LOADED",
    "ROUNDING",
    "Connections",
    "Failure",
    "Inside",
    "Kind",
    "Remembering",
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
    "receive_files",
    "shipped_files",
    "written",
]
