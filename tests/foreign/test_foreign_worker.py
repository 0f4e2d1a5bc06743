"""A worker survives whatever a metric does, and says what it was."""

import math
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
import warnings
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from axiometrics.errors import InputError, TargetError
from axiometrics.foreign import Failure, Value, Worker

pytestmark = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="closures are handed over by fork"
)

SMALL = 256 << 20


def reply_to(function, *args, **limits):
    with Worker(function, **limits) as worker:
        return worker.call([args])[0]


def raise_with_a_broken_text():
    class Broken(Exception):
        def __str__(self):
            raise RuntimeError

    raise Broken


def raise_over_two_lines():
    raise ValueError("two\nlines")


def recurse(depth=0):
    return recurse(depth + 1)


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        (lambda: 1 / 0, "ZeroDivisionError: division by zero"),
        (raise_over_two_lines, "ValueError: two lines"),
        (raise_with_a_broken_text, "Broken"),
        (recurse, "RecursionError: maximum recursion depth exceeded"),
        (lambda: input(), "EOFError: EOF when reading a line"),
        (lambda gold: gold, "TypeError: <lambda>() missing 1 required positional argument: 'gold'"),
        (lambda: signal.default_int_handler(2, None), "KeyboardInterrupt"),
    ],
)
def test_an_exception_is_named_in_one_line(metric, message):
    reply = reply_to(metric if metric is not recurse else lambda: recurse())
    assert isinstance(reply, Failure)
    assert reply.kind == "raised"
    assert reply.message.startswith(message)
    assert "\n" not in reply.message


@pytest.mark.parametrize("nothing", [None, math.nan, Decimal("nan"), complex(math.nan, 0)])
def test_none_and_nan_are_undefined(nothing):
    assert reply_to(lambda: nothing).kind == "undefined"


@pytest.mark.parametrize("beyond", [math.inf, -math.inf, 10**400, Fraction(10**400)])
def test_infinities_are_not_finite(beyond):
    assert reply_to(lambda: beyond).kind == "not_finite"


@pytest.mark.parametrize(
    "thing",
    ["0.5", b"1", 1 + 2j, complex(0, math.nan), [0.5], (0.5, 0.5), {}, object(), float, Decimal("snan")],
)
def test_anything_else_is_not_a_number(thing):
    assert reply_to(lambda: thing).kind == "not_a_number"


@pytest.mark.parametrize(
    "number", [1, True, 0.1, -0.0, 5e-324, Fraction(1, 3), Decimal("0.1"), complex(0.5, 0)]
)
def test_every_real_number_is_a_value_in_all_its_digits(number):
    expected = float(number.real)
    reply = reply_to(lambda: number)
    assert reply == Value(expected)
    assert math.copysign(1, reply.value) == math.copysign(1, expected)


def test_numpy_scalars_and_arrays_of_size_one_are_values():
    np = pytest.importorskip("numpy")
    things = [np.float32(0.5), np.float64(0.5), np.array(0.5), np.array([[0.5]]), np.complex64(0.5)]
    with Worker(lambda position: things[position]) as worker:
        assert worker.call([(position,) for position in range(len(things))]) == [Value(0.5)] * len(things)


def test_other_numpy_results_are_no_values():
    np = pytest.importorskip("numpy")
    things = [np.array([0.5, 0.5]), np.array([]), np.array("0.5"), np.str_("0.5"), np.timedelta64(1, "s")]
    things += [np.complex128(1j), np.ma.masked, np.float64("nan"), np.float32("inf")]
    with Worker(lambda position: things[position]) as worker:
        kinds = [reply.kind for reply in worker.call([(position,) for position in range(len(things))])]
    assert kinds == ["not_a_number"] * 6 + ["undefined"] * 2 + ["not_finite"]


def test_a_call_that_hangs_times_out_and_the_others_keep_their_values():
    def metric(item):
        while item == 2:
            time.sleep(0.01)
        return item

    with Worker(metric, timeout=0.5) as worker:
        replies = worker.call([(item,) for item in range(5)])
        assert [getattr(reply, "kind", reply) for reply in replies] == [
            Value(0.0),
            Value(1.0),
            "timed_out",
            Value(3.0),
            Value(4.0),
        ]
        assert replies[2].message == "no answer within 0.5 s, after 2 of the batch's 5 calls"


def test_a_metric_that_always_hangs_costs_three_timeouts():
    with Worker(lambda item: time.sleep(60), timeout=0.2) as worker:
        begin = time.monotonic()
        replies = worker.call([(item,) for item in range(1000)])
        assert time.monotonic() - begin < 5
        assert worker.losses == 3
    assert {reply.kind for reply in replies} == {"timed_out"}
    assert len(replies) == 1000
    assert [reply.message.startswith("not tried") for reply in replies[:4]] == [False, False, False, True]


def test_a_metric_that_swallows_every_exception_is_stopped_too():
    def metric():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            try:
                time.sleep(60)
            except BaseException:
                continue

    assert reply_to(metric, timeout=0.3).kind == "timed_out"


def test_allocating_without_end_is_out_of_memory_and_the_next_call_is_tried():
    def metric(item):
        hoard = []
        while item == 1:
            hoard.append(bytearray(10_000_000))
        return item

    with Worker(metric, memory=SMALL) as worker:
        replies = worker.call([(0,), (1,), (2,)])
    assert [getattr(reply, "kind", reply) for reply in replies] == [Value(0.0), "out_of_memory", Value(2.0)]


def test_allocating_small_objects_without_end_is_out_of_memory():
    def metric():
        hoard = []
        while True:
            hoard.append([None])

    assert reply_to(metric, memory=64 << 20).kind == "out_of_memory"


def test_memory_kept_between_calls_is_given_back_with_the_process():
    kept = []

    def metric(item):
        kept.append(bytearray(100_000_000))
        return item

    with Worker(metric, memory=SMALL) as worker:
        kinds = [getattr(reply, "kind", None) for reply in worker.call([(item,) for item in range(5)])]
    assert kinds == [None, None, "out_of_memory", None, None]


@pytest.mark.parametrize(
    ("die", "message"),
    [
        (lambda: os._exit(3), "ended the process with exit code 3"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "the process was killed by SIGKILL"),
        (lambda: sys.exit("done"), "asked the process to exit (SystemExit: done)"),
        (lambda: os.closerange(3, 256), None),
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


def test_a_process_that_died_between_two_batches_is_replaced():
    with Worker(lambda item: item) as worker:
        worker.call([(0,)])
        os.kill(worker.pid, signal.SIGKILL)
        time.sleep(0.1)
        assert worker.call([(1,)]) == [Value(1.0)]


def test_a_metric_that_forks_gives_one_reply_per_call():
    def metric(item):
        os.fork()
        return item

    with Worker(metric) as worker:
        assert worker.call([(0,), (1,)]) == [Value(0.0), Value(1.0)]


def test_a_metric_may_start_processes_of_its_own():
    def metric():
        with multiprocessing.get_context("fork").Pool(1) as pool:
            return pool.apply(math.hypot, (3, 4))

    assert reply_to(metric) == Value(5.0)


def test_changed_arguments_are_noticed_and_the_value_is_kept():
    def metric(gold, system):
        system.sort()
        return 0.5

    reply = reply_to(metric, ["a"], ["y", "x"])
    assert reply == Failure("mutated", "argument 2 was list ['y', 'x'] and became list ['x', 'y']", 0.5)


def test_changed_arrays_are_noticed():
    np = pytest.importorskip("numpy")

    def metric(table):
        table[0, 0] += 1
        return 0.5

    assert reply_to(metric, np.eye(2)).kind == "mutated"


def test_a_call_that_puts_equal_objects_in_place_changes_nothing():
    def metric(gold):
        gold[:] = ["".join(["a", "b"]) for _ in gold]
        return 0.5

    assert reply_to(metric, ["ab", "ab"]) == Value(0.5)


def test_one_call_does_not_see_what_another_did_to_shared_arguments():
    shared = [1, 2]
    with Worker(lambda gold: gold.append(3) or len(gold)) as worker:
        assert [reply.value for reply in worker.call([(shared,), (shared,)])] == [3.0, 3.0]
    assert shared == [1, 2]


def test_prints_and_warnings_reach_nobody(capfd):
    def metric():
        print("noise")
        print("noise", file=sys.__stdout__)
        os.write(1, b"noise")
        os.write(2, b"noise")
        subprocess.run([sys.executable, "-c", "print('noise')"], check=True)
        warnings.warn("noise", stacklevel=1)
        return 1

    print("before")
    assert reply_to(metric) == Value(1.0)
    assert capfd.readouterr() == ("before\n", "")


def test_closures_reach_the_process_by_fork():
    offset = 41
    assert reply_to(lambda item: item + offset, 1) == Value(42.0)


def test_batches_larger_than_one_block_keep_their_order():
    with Worker(lambda item: item) as worker:
        assert worker.call([(item,) for item in range(2500)]) == [Value(float(item)) for item in range(2500)]


def test_arguments_larger_than_any_buffer_arrive():
    assert reply_to(len, "x" * 5_000_000) == Value(5e6)


def test_an_empty_batch_gives_no_replies():
    with Worker(len) as worker:
        assert worker.call([]) == []


def test_a_worker_starts_in_a_fifth_of_a_second_and_answers_20_000_calls_a_second():
    begin = time.perf_counter()
    with Worker(lambda gold, system: 1.0) as worker:
        assert time.perf_counter() - begin < 0.2
        batch = [(["a", "b", "c"] * 3, ["x", "y", "z"] * 3)] * 20_000
        assert any(_seconds(worker, batch) < 1 for _ in range(5))


def _seconds(worker, batch):
    begin = time.perf_counter()
    worker.call(batch)
    return time.perf_counter() - begin


def test_closing_twice_is_harmless_and_leaves_no_process():
    worker = Worker(len)
    worker.call([("a",)])
    pid = worker.pid
    worker.close()
    worker.close()
    assert worker.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(InputError, match="closed"):
        worker.call([("a",)])


def test_ending_a_worker_ends_what_the_metric_started(tmp_path):
    note = tmp_path / "pid"

    def metric():
        note.write_text(str(subprocess.Popen(["sleep", "60"]).pid))
        time.sleep(60)

    assert reply_to(metric, timeout=0.7).kind == "timed_out"
    assert _is_gone(int(note.read_text()))


def _is_gone(pid, patience=5.0):
    """A killed process is gone, or a zombie that its new parent has yet to reap."""
    stat = Path(f"/proc/{pid}/stat")
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            if stat.read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.05)
    return False


SCRIPT = """
import os, sys, time
from axiometrics.foreign import Worker
worker = Worker(lambda item: time.sleep(60) if item else 0.5, timeout=50)
with worker:
    print(worker.pid, flush=True)
    try:
        worker.call([(1,)])
    except KeyboardInterrupt:
        assert worker.pid is None
        print(worker.call([(0,)]), flush=True)
        raise
"""


@pytest.fixture
def hanging_script():
    command = [sys.executable, "-c", SCRIPT]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as script:
        child = int(script.stdout.readline())
        time.sleep(0.2)
        yield script, child
        script.kill()


def test_ctrl_c_ends_the_child_and_is_raised_in_the_parent(hanging_script):
    script, child = hanging_script
    os.killpg(script.pid, signal.SIGINT)
    out, error = script.communicate(timeout=10)
    assert out == "[Value(value=0.5)]\n"
    assert error.rstrip().endswith("KeyboardInterrupt")
    assert error.count("Traceback") == 1
    assert _is_gone(child)


def test_a_hanging_child_ends_soon_after_its_parent_was_killed(hanging_script):
    script, child = hanging_script
    script.kill()
    assert _is_gone(child)


def test_a_target_is_loaded_in_the_child(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import os\nhome = os.getpid()\ndef metric(gold, system):\n    return home == os.getpid()\n"
    )
    assert reply_to(f"{file}:metric", [], []) == Value(1.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import os; os._exit(4)", "its import ended the process with exit code 4"),
        ("raise TypeError('no')", "its import raised TypeError: no"),
        ("while True: pass", "its import took longer than 0.5 s"),
        ("metrik = len", "did you mean 'metrik'"),
    ],
)
def test_a_target_that_cannot_be_loaded_is_an_error_on_starting(tmp_path, text, message):
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(TargetError, match=message), Worker(f"{file}:metric", startup=0.5):
        pass


def test_a_target_that_cannot_be_loaded_again_fails_the_rest_of_the_batch(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import os, pathlib\ndef metric(item):\n    pathlib.Path(__file__).unlink()\n    os._exit(1)\n"
    )
    with Worker(f"{file}:metric") as worker:
        replies = worker.call([(item,) for item in range(5)])
    assert [reply.kind for reply in replies] == ["crashed"] * 5
    assert "could not be started again" in replies[1].message


def test_spawn_takes_targets_and_picklable_functions():
    assert reply_to("math:hypot", 3, 4, start_method="spawn") == Value(5.0)
    assert reply_to(math.hypot, 3, 4, start_method="spawn") == Value(5.0)


def test_spawn_says_what_to_do_with_a_function_that_cannot_be_pickled():
    with pytest.raises(InputError, match="define it at the top of a module"):
        reply_to(lambda: 1, start_method="spawn")


def test_arguments_that_cannot_be_pickled_are_named():
    with Worker(len) as worker, pytest.raises(InputError, match="item 1 of the batch"):
        worker.call([("a",), (lambda: 1,)])


@pytest.mark.parametrize("thing", [int, 3, None])
def test_only_functions_and_targets_can_be_run(thing):
    with pytest.raises(InputError, match="give a function"):
        Worker(thing)


@pytest.mark.parametrize("limits", [{"timeout": 0}, {"timeout": math.nan}, {"memory": -1}, {"startup": 0}])
def test_limits_must_be_positive(limits):
    with pytest.raises(InputError, match="not positive"):
        Worker(len, **limits)


def test_a_process_with_threads_may_start_a_worker_without_a_warning():
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert reply_to(len, "abc") == Value(3.0)
    finally:
        stop.set()
        thread.join()


def test_a_daemon_may_start_a_worker():
    def daemon(sender):
        sender.send(reply_to(len, "abc"))

    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        process = context.Process(target=daemon, args=(sender,), daemon=True)
        process.start()
    assert receiver.recv() == Value(3.0)
    process.join()
    receiver.close()
    sender.close()


def test_the_random_state_of_the_parent_is_left_alone():
    random.seed(1)
    expected = random.random()
    random.seed(1)
    reply_to(lambda: random.random())
    assert random.random() == expected
