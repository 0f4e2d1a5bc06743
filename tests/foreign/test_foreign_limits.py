"""A metric that hangs, hoards or dies costs its own value only, and nothing outlives the worker."""

import math
import mmap
import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest

from axiometrics.foreign import Value, Worker

SMALL = 256 << 20
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs an enforced memory limit or waitid")


def test_a_call_that_hangs_times_out_and_the_others_keep_their_values():
    def metric(item):
        while item == 2:
            time.sleep(0.01)
        return item

    with Worker(metric, timeout=3.0) as worker:
        replies = worker.call([(item,) for item in range(5)])
        assert [getattr(reply, "kind", reply) for reply in replies] == [
            Value(0.0),
            Value(1.0),
            "timed_out",
            Value(3.0),
            Value(4.0),
        ]
        assert replies[2].message == "no answer within 3 s, after 2 of the batch's 5 calls"


def test_a_metric_that_always_hangs_costs_three_timeouts():
    with Worker(lambda item: time.sleep(60), timeout=0.2) as worker:
        replies = worker.call([(item,) for item in range(1000)])
        assert worker.losses == 3
    assert {reply.kind for reply in replies} == {"timed_out"}
    assert len(replies) == 1000
    assert [reply.message.startswith("not tried") for reply in replies[:4]] == [False, False, False, True]


def test_a_metric_that_swallows_every_exception_is_stopped_too(reply_to):
    def metric():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            try:
                time.sleep(60)
            except BaseException:
                continue

    assert reply_to(metric, timeout=0.3).kind == "timed_out"


@linux
def test_a_library_that_reserves_a_gigabyte_at_its_first_call_still_has_some_for_its_work():
    def metric(item):
        reserved = mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        return len(bytearray(100 << 20)) / (100 << 20) * (item if len(reserved) else 0)

    with Worker(metric) as worker:
        assert worker.call([(1,), (2,)]) == [Value(1.0), Value(2.0)]


@linux
def test_texts_of_pandas_are_kept_by_pyarrow_and_fit_into_the_limit():
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    pytest.importorskip("pyarrow", reason="needs pyarrow")

    def metric(gold, system):
        frame = pandas.DataFrame({"gold": list(gold), "system": list(system)})
        return float((frame.gold == frame.system).mean())

    with Worker(metric) as worker:
        assert worker.call([("ab", "ab"), ("ab", "aa")]) == [Value(1.0), Value(0.5)]


@linux
def test_allocating_without_end_is_out_of_memory_and_the_next_call_is_tried():
    def metric(item):
        hoard = []
        while item == 1:
            hoard.append(bytearray(10_000_000))
        return item

    with Worker(metric, memory=SMALL) as worker:
        replies = worker.call([(0,), (1,), (2,)])
    assert [getattr(reply, "kind", reply) for reply in replies] == [Value(0.0), "out_of_memory", Value(2.0)]


@linux
def test_allocating_small_objects_without_end_is_out_of_memory(reply_to):
    def metric():
        hoard = []
        while True:
            hoard.append([None])

    assert reply_to(metric, memory=64 << 20, timeout=60).kind == "out_of_memory"


@linux
def test_memory_kept_between_calls_is_given_back_with_the_process():
    kept = []

    def metric(item):
        kept.append(bytearray(100_000_000))
        return item

    with Worker(metric, memory=SMALL) as worker:
        kinds = [getattr(reply, "kind", None) for reply in worker.call([(item,) for item in range(20)])]
    lost = kinds.index(
        "out_of_memory"
    )  # the third, or later where memory that Python has freed is used again
    assert lost >= 2
    assert kinds[lost + 1 : lost + 3] == [None, None]


@pytest.mark.parametrize(
    ("die", "message"),
    [
        (lambda: os._exit(3), "ended the process with exit code 3"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "the process was killed by SIGKILL"),
        (lambda: sys.exit("done"), "asked the process to exit (SystemExit: done)"),
        (lambda: os.closerange(3, 4096), None),
    ],
)
def test_ending_the_process_is_a_crash_and_the_next_call_is_tried(die, message):
    with Worker(lambda item: die() if item == 1 else item) as worker:
        before, crash, after = worker.call([(0,), (1,), (2,)])
    assert (before, after) == (Value(0.0), Value(2.0))
    assert crash.kind == "crashed"
    assert message is None or crash.message == message


def test_a_metric_that_always_crashes_costs_three_processes():
    with Worker(lambda item: os._exit(0)) as worker:
        replies = worker.call([(item,) for item in range(100)])
        assert worker.losses == 3
    assert {reply.kind for reply in replies} == {"crashed"}


@linux
def test_a_process_that_died_between_two_batches_is_replaced():
    with Worker(lambda item: item) as worker:
        worker.call([(0,)])
        os.kill(worker.pid, signal.SIGKILL)
        os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOWAIT)  # dead, but left for the worker to reap
        assert worker.call([(1,)]) == [Value(1.0)]


def test_a_metric_that_forks_gives_one_reply_per_call():
    def metric(item):
        os.fork()
        return item

    with Worker(metric) as worker:
        assert worker.call([(0,), (1,)]) == [Value(0.0), Value(1.0)]


def test_a_metric_may_start_processes_of_its_own(reply_to):
    def metric():
        with multiprocessing.get_context("fork").Pool(1) as pool:
            return pool.apply(math.hypot, (3, 4))

    assert reply_to(metric) == Value(5.0)


def test_ending_a_worker_ends_what_the_metric_started(reply_to, is_gone, tmp_path):
    note = tmp_path / "pid"

    def metric():
        note.write_text(str(subprocess.Popen(["sleep", "600"]).pid))
        time.sleep(600)

    assert reply_to(metric, timeout=5.0).kind == "timed_out"
    assert is_gone(int(note.read_text()))


SCRIPT = """
import pathlib, signal, sys, time
from axiometrics.foreign import Worker

signal.signal(signal.SIGINT, signal.default_int_handler)  # the suite may have been started where it is ignored

def metric(item):
    if not item:
        return 0.5
    pathlib.Path(sys.argv[1]).touch()
    time.sleep(6000)

with Worker(metric, timeout=5000) as worker:
    print(worker.pid, flush=True)
    try:
        worker.call([(1,)])
    except KeyboardInterrupt:
        assert worker.pid is None
        print(worker.call([(0,)]), flush=True)
        raise
"""


@pytest.fixture
def hanging_script(tmp_path):
    called = tmp_path / "called"
    command = [sys.executable, "-c", SCRIPT, str(called)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as script:
        child = int(script.stdout.readline())
        while not called.exists():
            time.sleep(0.02)
        yield script, child
        script.kill()


def test_ctrl_c_ends_the_child_and_is_raised_in_the_parent(is_gone, hanging_script):
    script, child = hanging_script
    os.killpg(script.pid, signal.SIGINT)
    out, error = script.communicate(timeout=300)
    assert out == "[Value(value=0.5)]\n"
    assert error.rstrip().endswith("KeyboardInterrupt")
    assert error.count("Traceback") == 1
    assert is_gone(child)


def test_a_hanging_child_ends_soon_after_its_parent_was_killed(is_gone, hanging_script):
    script, child = hanging_script
    script.kill()
    assert is_gone(child)
