"""However a run ends, nothing that it started outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from axiometrics.foreign import Worker
from axiometrics.foreign.replies import Value

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

RUN = """
import os, pathlib, re, subprocess, sys, time
import axiometrics as ax

here = pathlib.Path(sys.argv[1])

def busy():
    helper = subprocess.Popen(["sleep", "6000"])
    (here / f"{os.getpid()} {helper.pid}").touch()

@ax.metric(task="clustering", reads="labels")
def sleeps(gold, system):
    busy()
    time.sleep(6000)

@ax.metric(task="clustering", reads="labels")
def holds_the_lock(gold, system):
    busy()
    re.match("(a+)+$", "a" * 80 + "b")

ax.matrix("clustering", metrics=["sleeps", "holds_the_lock"], constraints=["homogeneity"], effort="quick",
          jobs=2, timeout=6000, cache=False)
"""


def descendants(process: int) -> set[int]:
    parents = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(place.parent.name)] = int(place.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found, new = set(), {process}
    while new:
        new = {each for each, parent in parents.items() if parent in new}
        found |= new
    return found


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_killed_leaves_no_process(how, is_gone, tmp_path):
    command = [sys.executable, "-c", RUN, str(tmp_path)]
    with subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL) as run:
        while len(list(tmp_path.iterdir())) < 2:
            assert run.poll() is None
            time.sleep(0.05)
        left = descendants(run.pid) | {int(pid) for note in tmp_path.iterdir() for pid in note.name.split()}
        run.send_signal(how)
    assert len(left) >= 6  # two of the pool, two workers, two helpers
    assert all(is_gone(each) for each in left)


def test_a_metric_that_ends_its_process_leaves_no_process(is_gone, tmp_path):
    note = tmp_path / "pid"

    def metric():
        note.write_text(str(subprocess.Popen(["sleep", "6000"]).pid))
        os._exit(3)

    with Worker(metric) as worker:
        assert worker.call([()])[0].message == "ended the process with exit code 3"
        assert is_gone(int(note.read_text()))


def test_a_metric_may_wait_for_all_its_children():
    def metric():
        subprocess.Popen(["true"])
        while True:
            try:
                os.wait()
            except ChildProcessError:
                return 1.0

    with Worker(metric, timeout=60) as worker:
        assert worker.call([()])[0].value == 1.0


def test_workers_share_the_process_that_sweeps_up_and_begin_it_again_where_it_is_gone(is_gone, tmp_path):
    note = tmp_path / "pid"

    def metric():
        note.write_text(str(subprocess.Popen(["sleep", "6000"]).pid))
        os._exit(3)

    def sweeping():
        return {each for each in descendants(os.getpid()) if b"pidfd_open" in command_of(each)}

    with Worker(lambda: 1.0) as one, Worker(lambda: 2.0) as other:
        assert [*one.call([()]), *other.call([()])] == [Value(1.0), Value(2.0)]
    (small,) = sweeping()
    os.kill(small, signal.SIGKILL)
    with Worker(metric) as worker:
        worker.call([()])
        assert is_gone(int(note.read_text()))
    assert len(sweeping() - {small}) == 1


def command_of(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
