"""A worker is quick, quiet and clean, whatever started it."""

import math
import multiprocessing
import os
import random
import subprocess
import sys
import threading
import warnings

import pytest

from axiometrics.errors import InputError, TargetError
from axiometrics.foreign import Value, Worker


def test_prints_and_warnings_reach_nobody(reply_to, capfd):
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


def test_closures_reach_the_process_by_fork(reply_to):
    offset = 41
    assert reply_to(lambda item: item + offset, 1) == Value(42.0)


def test_batches_larger_than_one_block_keep_their_order():
    with Worker(lambda item: item) as worker:
        assert worker.call([(item,) for item in range(2500)]) == [Value(float(item)) for item in range(2500)]


def test_arguments_larger_than_any_buffer_arrive(reply_to):
    assert reply_to(len, "x" * 5_000_000) == Value(5e6)


def test_an_empty_batch_gives_no_replies():
    with Worker(len) as worker:
        assert worker.call([]) == []


def test_20_000_calls_are_one_exchange():
    batch = [(["a", "b", "c"] * 3, ["x", "y", "z"] * 3)] * 20_000
    with Worker(lambda gold, system: 1.0, timeout=60) as worker:
        assert [reply.value for reply in worker.call(batch)] == [1.0] * 20_000


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


def test_a_target_is_loaded_in_the_child(reply_to, tmp_path):
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
        ("metrik = len", "did you mean 'metrik'"),
    ],
)
def test_a_target_that_cannot_be_loaded_is_an_error_on_starting(tmp_path, text, message):
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(TargetError, match=message), Worker(f"{file}:metric"):
        pass


def test_a_target_whose_loading_never_ends_is_an_error_on_starting(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("while True: pass")
    with pytest.raises(TargetError, match=r"took longer than 0\.5 s"), Worker(f"{file}:metric", startup=0.5):
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


def test_spawn_takes_targets_and_picklable_functions(reply_to):
    assert reply_to("math:hypot", 3, 4, start_method="spawn") == Value(5.0)
    assert reply_to(math.hypot, 3, 4, start_method="spawn") == Value(5.0)


def test_spawn_says_what_to_do_with_a_function_that_cannot_be_pickled(reply_to):
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


def test_a_process_with_threads_may_start_a_worker_without_a_warning(reply_to, monkeypatch):
    fork = os.fork

    def fork_like_python_3_12():
        if pid := fork():
            warnings.warn("This process is multi-threaded", DeprecationWarning, stacklevel=2)
        return pid

    monkeypatch.setattr(os, "fork", fork_like_python_3_12)
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert reply_to(len, "abc") == Value(3.0)
    finally:
        stop.set()
        thread.join()


def test_a_daemon_may_start_a_worker(reply_to):
    def daemon(sender):
        sender.send(reply_to(len, "abc"))

    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        process = context.Process(target=daemon, args=(sender,), daemon=True)
        process.start()
    sender.close()
    assert receiver.recv() == Value(3.0)
    process.join()
    receiver.close()


def test_a_thread_may_start_a_worker(reply_to):
    replies = []
    thread = threading.Thread(target=lambda: replies.append(reply_to(len, "abc")))
    thread.start()
    thread.join()
    assert replies == [Value(3.0)]


def test_a_random_metric_gives_other_values_in_a_run_and_the_same_values_in_another_run():
    def run():
        with Worker(lambda item: os._exit(0) if item == 1 else random.random()) as worker:
            return worker.call([(0,), (1,), (2,), (3,)])

    one, other = run(), run()
    assert one == other
    assert len(set(one)) == 4
