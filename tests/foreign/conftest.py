import multiprocessing
import time
from pathlib import Path

import pytest

from axiometrics.foreign import Worker


@pytest.fixture(autouse=True)
def _closures_are_handed_over():
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("closures are handed over by fork")


@pytest.fixture
def reply_to():
    """The reply to one call in a worker of its own."""

    def one_reply(function, *args, **limits):
        with Worker(function, **limits) as worker:
            return worker.call([args])[0]

    return one_reply


@pytest.fixture
def is_gone():
    """Whether a process soon is gone, or a zombie that its new parent has yet to reap."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("reads /proc")

    def gone(pid, patience=60.0):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                    return True
            except (FileNotFoundError, ProcessLookupError):
                return True
            time.sleep(0.05)
        return False

    return gone
