"""Functions of two clusterings (labels of gold and system) that do what no metric should; nothing here is a test."""

from __future__ import annotations

import decimal
import fractions
import itertools
import math
import random
import sys
import threading
import time
import warnings
from collections import Counter

import numpy as np


def majority(gold, system):
    best = {}
    for (cluster, _), n in Counter(zip(system, gold, strict=True)).items():
        best[cluster] = max(best.get(cluster, 0), n)
    return sum(best.values()) / len(gold)


# raise


class Odd(Exception):
    """Cannot even be shown."""

    def __str__(self):
        raise RuntimeError("no text")

    __repr__ = __str__


class Named(Exception):
    """Has a name and a text over several lines."""


Named.__name__ = "Na\nmed"


def raises_value_error(gold, system):
    raise ValueError("no")


def raises_without_text(gold, system):
    raise ValueError


def raises_over_several_lines(gold, system):
    raise ValueError("one\ntwo\n\n  three")


def raises_a_long_text(gold, system):
    raise ValueError("x" * 100_000)


def raises_a_surrogate(gold, system):
    raise ValueError("\udce4 and \ud800")


def raises_control_characters(gold, system):
    raise ValueError("\x1b[31mred\x00\x07\r")


def raises_what_cannot_be_shown(gold, system):
    raise Odd


def raises_under_an_odd_name(gold, system):
    raise Named("text")


def raises_a_chain(gold, system):
    try:
        {}["missing"]
    except KeyError as error:
        raise RuntimeError("later") from error


def raises_a_group(gold, system):
    raise ExceptionGroup("several", [ValueError("a"), TypeError("b")])


def raises_stop_iteration(gold, system):
    raise StopIteration


def raises_a_warning(gold, system):
    raise DeprecationWarning("a warning as an error")


def raises_an_assertion(gold, system):
    raise AssertionError


def raises_not_implemented(gold, system):
    raise NotImplementedError


def raises_a_memory_error(gold, system):
    raise MemoryError


def raises_an_eof_error(gold, system):
    raise EOFError


def raises_a_broken_pipe(gold, system):
    raise BrokenPipeError


def raises_a_timeout(gold, system):
    raise TimeoutError


def raises_an_interruption(gold, system):
    raise InterruptedError


def raises_an_unpicklable_error(gold, system):
    class Local(Exception):
        def __init__(self, gold, system):
            super().__init__()
            self.lock = threading.Lock()

    raise Local(gold, system)


def recurses(gold, system):
    return recurses(gold, system)


def divides_by_zero(gold, system):
    return 1 / (len(set(gold)) - len(set(gold)))


def fails_on_three_items(gold, system):
    return majority(gold, system) if len(gold) != 3 else [][0]


def takes_one_argument(gold):
    return 1.0


def takes_three_arguments(gold, system, third):
    return 1.0


def takes_no_argument():
    return 1.0


# return what is no number


def returns_nan(gold, system):
    return math.nan


def returns_none(gold, system):
    return None


def returns_nothing_on_some(gold, system):
    return None if len(set(system)) == 2 else majority(gold, system)


def returns_text(gold, system):
    return "0.5"


def returns_bytes(gold, system):
    return b"1"


def returns_a_list(gold, system):
    return [majority(gold, system)]


def returns_a_pair(gold, system):
    return majority(gold, system), 1.0


def returns_a_dict(gold, system):
    return {"value": 1.0}


def returns_a_set(gold, system):
    return {1.0}


def returns_an_object(gold, system):
    return object()


def returns_itself(gold, system):
    return returns_itself


def returns_a_type(gold, system):
    return float


def returns_not_implemented(gold, system):
    return NotImplemented


def returns_ellipsis(gold, system):
    return ...


def returns_an_exception(gold, system):
    return ValueError("not raised")


def returns_complex(gold, system):
    return 1 + 2j


def returns_an_array(gold, system):
    return np.array([majority(gold, system), 1.0])


def returns_an_empty_array(gold, system):
    return np.array([])


def returns_a_text_array(gold, system):
    return np.array("a")


def returns_a_huge_array(gold, system):
    return np.zeros((1000, 1000))


def returns_a_masked_value(gold, system):
    return np.ma.masked


def returns_a_date(gold, system):
    return np.datetime64("2020-01-01")


def returns_a_signalling_nan(gold, system):
    return decimal.Decimal("sNaN")


def returns_a_lock(gold, system):
    return threading.Lock()


def returns_what_lies_about_its_class(gold, system):
    class Liar:
        __class__ = float

        def __float__(self):
            raise ValueError("no float")

    return Liar()


def returns_what_fails_as_a_float(gold, system):
    class Failing:
        def __float__(self):
            raise RuntimeError("no float")

        def __repr__(self):
            raise RuntimeError("no text")

    return Failing()


def yields(gold, system):
    yield majority(gold, system)


async def awaits(gold, system):
    return majority(gold, system)


def returns_a_generator(gold, system):
    return (value for value in [1.0])


# return numbers that are odd


def returns_a_bool(gold, system):
    return list(gold) == list(system)


def returns_a_huge_integer(gold, system):
    return 10**400 + len(set(gold))


def returns_a_long_fraction(gold, system):
    return fractions.Fraction(len(set(gold)), 10**400 + 1)


def returns_a_decimal(gold, system):
    return decimal.Decimal(1) / decimal.Decimal(len(gold))


def returns_a_half(gold, system):
    return np.float16(majority(gold, system))


def returns_a_long_double(gold, system):
    return np.longdouble(majority(gold, system))


def returns_an_array_without_dimensions(gold, system):
    return np.array(majority(gold, system))


def returns_an_array_of_one(gold, system):
    return np.array([majority(gold, system)])


def returns_an_unsigned_integer(gold, system):
    return np.uint8(200 + len(set(system)))


def returns_infinity(gold, system):
    return math.inf


def returns_both_infinities(gold, system):
    return math.inf if len(set(gold)) > 1 else -math.inf


def returns_the_largest_floats(gold, system):
    return sys.float_info.max * (-1) ** len(set(system))


def returns_the_smallest_floats(gold, system):
    return 5e-324 * len(set(system))


def returns_a_negative_zero(gold, system):
    return -0.0


class Sneaky(float):
    """Orders and compares as it likes."""

    def __eq__(self, other):
        return True

    def __lt__(self, other):
        return True

    def __hash__(self):
        return 0

    def __reduce__(self):
        raise RuntimeError("no pickle")


def returns_a_float_of_its_own(gold, system):
    return Sneaky(majority(gold, system))


# change things


def sorts_its_input(gold, system):
    gold.sort()
    system.sort()
    return majority(gold, system)


def empties_its_input(gold, system):
    value = majority(gold, system)
    gold.clear()
    system.clear()
    return value


def appends_to_its_input(gold, system):
    gold.append(gold[0])
    return 1.0


_CALLS = itertools.count()
_SEEN: dict = {}


def counts_its_calls(gold, system):
    return float(next(_CALLS))


def remembers_by_length(gold, system):
    return _SEEN.setdefault(len(gold), majority(gold, system))


def is_random(gold, system):
    return random.Random().random()


def tells_the_time(gold, system):
    return time.perf_counter()


def reads_identities(gold, system):
    return float(id(gold) % 1009)


def sets_numpy_to_raise(gold, system):
    np.seterr(all="raise")
    return majority(gold, system)


def lowers_the_recursion_limit(gold, system):
    return majority(gold, system) if sys.getrecursionlimit() else 0.0


def turns_warnings_into_errors(gold, system):
    warnings.simplefilter("error")
    return majority(gold, system)


def replaces_the_streams(gold, system):
    sys.stdout = sys.stderr = None
    return majority(gold, system)


def starts_a_thread(gold, system):
    threading.Thread(target=time.sleep, args=(0.0,), daemon=True).start()
    return majority(gold, system)


# talk


def writes_to_stdout(gold, system):
    print("noise", gold, system)
    return majority(gold, system)


def writes_to_stderr(gold, system):
    print("noise", file=sys.stderr)
    return majority(gold, system)


def writes_without_an_end(gold, system):
    sys.stdout.write("x" * 10_000)
    return majority(gold, system)


def writes_bytes(gold, system):
    sys.stdout.buffer.write(b"\xff\x00\xfe")
    return majority(gold, system)


def writes_surrogates(gold, system):
    print("\udce4".encode("utf-8", "surrogatepass"), file=sys.stderr)
    return majority(gold, system)


def warns(gold, system):
    warnings.warn("careful", stacklevel=2)
    return majority(gold, system)


def warns_of_something_new(gold, system):
    warnings.warn(f"careful {time.perf_counter()}", UserWarning, stacklevel=1)
    return majority(gold, system)


def reads_stdin(gold, system):
    sys.stdin.read()
    return majority(gold, system)


def asks(gold, system):
    return float(input("value? "))


def sleeps_a_little(gold, system):
    time.sleep(0.001)
    return majority(gold, system)


def makes_garbage(gold, system):
    return majority(gold, system) + 0 * len([0] * 100_000)


def imports_what_is_not_there(gold, system):
    import no_such_module_anywhere

    return no_such_module_anywhere.value


# callables of other kinds


class Scorer:
    """A callable object whose texts fail."""

    def __call__(self, gold, system):
        return majority(gold, system)

    def __repr__(self):
        raise RuntimeError("no text")


callable_object = Scorer()
anonymous = lambda gold, system: majority(gold, system)  # noqa: E731
a_class = Counter
a_number = 7
a_text = "purity"
