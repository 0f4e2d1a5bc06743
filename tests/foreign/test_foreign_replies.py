"""What a call returned, raised or changed becomes one reply."""

import math
import signal
from decimal import Decimal
from fractions import Fraction

import pytest

from axiometrics.foreign import Failure, Value, Worker


def raise_with_a_broken_text():
    class Broken(Exception):
        def __str__(self):
            raise RuntimeError

    raise Broken


def raise_what_ends_whoever_asks():
    class Ending(BaseException):
        def __str__(self):
            raise type(self)

        __repr__ = __str__

    raise Ending


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
        (raise_what_ends_whoever_asks, "Ending"),
        (lambda: recurse(), "RecursionError: maximum recursion depth exceeded"),
        (lambda: input(), "EOFError: EOF when reading a line"),
        (lambda gold: gold, "TypeError: <lambda>() missing 1 required positional argument: 'gold'"),
        (lambda: signal.default_int_handler(2, None), "KeyboardInterrupt"),
    ],
)
def test_an_exception_is_named_in_one_line(reply_to, metric, message):
    reply = reply_to(metric)
    assert isinstance(reply, Failure)
    assert reply.kind == "raised"
    assert reply.message.startswith(message)
    assert "\n" not in reply.message


@pytest.mark.parametrize("nothing", [None, math.nan, Decimal("nan"), complex(math.nan, 0)])
def test_none_and_nan_are_undefined(reply_to, nothing):
    assert reply_to(lambda: nothing).kind == "undefined"


@pytest.mark.parametrize("beyond", [math.inf, -math.inf, 10**400, Fraction(10**400)])
def test_infinities_are_not_finite(reply_to, beyond):
    assert reply_to(lambda: beyond).kind == "not_finite"


@pytest.mark.parametrize(
    "thing",
    ["0.5", b"1", 1 + 2j, complex(0, math.nan), [0.5], (0.5, 0.5), {}, object(), float, Decimal("snan")],
)
def test_anything_else_is_not_a_number(reply_to, thing):
    assert reply_to(lambda: thing).kind == "not_a_number"


@pytest.mark.parametrize(
    "number", [1, True, 0.1, -0.0, 5e-324, Fraction(1, 3), Decimal("0.1"), complex(0.5, 0)]
)
def test_every_real_number_is_a_value_in_all_its_digits(reply_to, number):
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


def test_changed_arguments_are_noticed_and_the_value_is_kept(reply_to):
    def metric(gold, system):
        system.sort()
        return 0.5

    reply = reply_to(metric, ["a"], ["y", "x"])
    assert reply == Failure("mutated", "argument 2 was list ['y', 'x'] and became list ['x', 'y']", 0.5)


def test_changed_arrays_are_noticed(reply_to):
    np = pytest.importorskip("numpy")

    def metric(table):
        table[0, 0] += 1
        return 0.5

    assert reply_to(metric, np.eye(2)).kind == "mutated"


def test_a_call_that_puts_equal_objects_in_place_changes_nothing(reply_to):
    def metric(gold):
        gold[:] = ["".join(["a", "b"]) for _ in gold]
        return 0.5

    assert reply_to(metric, ["ab", "ab"]) == Value(0.5)


def test_one_call_does_not_see_what_another_did_to_shared_arguments():
    shared = [1, 2]
    with Worker(lambda gold: gold.append(3) or len(gold)) as worker:
        assert [reply.value for reply in worker.call([(shared,), (shared,)])] == [3.0, 3.0]
    assert shared == [1, 2]
