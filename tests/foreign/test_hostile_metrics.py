"""Metrics that do what none should, over `check`, `matrix` and `explain`: one message, and the run goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hostile_functions
import pytest

from axiometrics.cli.app import run
from axiometrics.metrics import METRICS, metric
from axiometrics.reports.words import told_error

FILE = Path(hostile_functions.__file__)
FEW = ["--constraint", "homogeneity", "--effort", "quick", "--size", "3", "--max-examples", "5", "--no-cache"]

ERRORS = {
    "raises_value_error": "raised: ValueError: no on {a b} (217 of 217 cases)",
    "raises_without_text": "raised: ValueError on {a b}",
    "raises_over_several_lines": "raised: ValueError: one two three on",
    "raises_a_long_text": "xxx... on {a b}",
    "raises_a_surrogate": r"raised: ValueError: \udce4 and \ud800 on",
    "raises_control_characters": "raised: ValueError: ",
    "raises_what_cannot_be_shown": "raised: Odd on",
    "raises_under_an_odd_name": "raised: Na med: text on",
    "raises_a_chain": "raised: RuntimeError: later on",
    "raises_a_group": "raised: ExceptionGroup: several",
    "raises_stop_iteration": "raised: StopIteration on",
    "raises_a_warning": "raised: DeprecationWarning: a warning as an error",
    "raises_an_assertion": "raised: AssertionError on",
    "raises_not_implemented": "raised: NotImplementedError on",
    "raises_a_memory_error": "out_of_memory",
    "raises_an_eof_error": "raised: EOFError on",
    "raises_a_broken_pipe": "raised: BrokenPipeError on",
    "raises_a_timeout": "raised: TimeoutError on",
    "raises_an_interruption": "raised: InterruptedError on",
    "raises_an_unpicklable_error": "raised: Local on",
    "recurses": "raised: RecursionError: ",
    "divides_by_zero": "raised: ZeroDivisionError: ",
    "fails_on_three_items": "raised: IndexError: list index out of range on {a a b} (12 of 217 cases)",
    "takes_one_argument": "raised: TypeError: takes_one_argument() takes 1 positional argument",
    "takes_three_arguments": "missing 1 required positional argument: 'third'",
    "takes_no_argument": "takes 0 positional arguments",
    "imports_what_is_not_there": "raised: ModuleNotFoundError: No module named 'no_such_module_anywhere'",
    "asks": "raised: EOFError: ",
    "returns_text": "not_a_number: returned str '0.5' on",
    "returns_bytes": "not_a_number: returned bytes b'1' on",
    "returns_a_list": "not_a_number: returned list [0.5] on",
    "returns_a_pair": "not_a_number: returned tuple (0.5, 1.0) on",
    "returns_a_dict": "not_a_number: returned dict {'value': 1.0} on",
    "returns_a_set": "not_a_number: returned set {1.0} on",
    "returns_an_object": "not_a_number: returned object <object object> on",
    "returns_itself": "not_a_number: returned function <function returns_itself> on",
    "returns_a_type": "not_a_number: returned type <class 'float'> on",
    "returns_not_implemented": "not_a_number: returned NotImplementedType NotImplemented on",
    "returns_ellipsis": "not_a_number: returned ellipsis Ellipsis on",
    "returns_an_exception": "not_a_number: returned ValueError ValueError('not raised') on",
    "returns_complex": "not_a_number: returned complex (1+2j) on",
    "returns_an_array": "not_a_number: returned ndarray array([0.5, 1. ]) on",
    "returns_an_empty_array": "not_a_number: returned ndarray array([]",
    "returns_a_text_array": "not_a_number: returned ndarray array('a'",
    "returns_a_huge_array": "not_a_number: returned ndarray array([[0., 0.,",
    "returns_a_date": "not_a_number: returned datetime64",
    "returns_a_signalling_nan": "not_a_number: returned Decimal Decimal('sNaN')",
    "returns_a_lock": "not_a_number: returned lock <unlocked _thread.lock object> on",
    "returns_what_lies_about_its_class": "not_a_number: returned Liar",
    "returns_what_fails_as_a_float": "not_a_number: returned Failing (its repr fails) on",
    "yields": "not_a_number: returned generator <generator object yields> on",
    "awaits": "not_a_number: returned coroutine <coroutine object awaits> on",
    "returns_a_generator": "not_a_number: returned generator",
    "returns_a_bool": "DependsOnLabelNames: 1.0 on",
    "returns_a_huge_integer": "not_finite: returned a number too large for a float on",
    "returns_infinity": "not_finite: returned inf on",
    "returns_both_infinities": "not_finite: returned inf on",
    "sorts_its_input": "MutatesInput: argument 1 was list",
    "empties_its_input": "MutatesInput: argument 1 was list [0, 1] and became list []",
    "appends_to_its_input": "MutatesInput: argument 1 was list",
    "counts_its_calls": "NonDeterministic: ",
    "remembers_by_length": "NonDeterministic: ",
    "is_random": "NonDeterministic: ",
    "tells_the_time": "NonDeterministic: ",
    "reads_identities": "NonDeterministic: ",
}
UNDEFINED = {
    "returns_nan": "returned nan on {a b} (217 of 217 cases)",
    "returns_none": "returned None on {a b} (217 of 217 cases)",
    "returns_nothing_on_some": "returned None on {a}{b} (",
    "returns_a_masked_value": "returned nan",
}
HOLDS = (
    "majority", "returns_a_half", "returns_a_long_double", "returns_an_array_without_dimensions",
    "returns_an_array_of_one", "returns_an_unsigned_integer", "returns_a_float_of_its_own", "sets_numpy_to_raise",
    "lowers_the_recursion_limit", "turns_warnings_into_errors", "replaces_the_streams", "starts_a_thread",
    "writes_to_stdout", "writes_to_stderr", "writes_without_an_end", "writes_bytes", "writes_surrogates", "warns",
    "warns_of_something_new", "reads_stdin", "sleeps_a_little", "makes_garbage",
)  # fmt: skip
"""What they return is the share of the majority, or grows with the number of clusters, whatever else they do."""
JUDGED = {
    "returns_a_decimal": "blind",
    "returns_a_long_fraction": "blind",
    "returns_a_negative_zero": "blind",
    "returns_the_largest_floats": "contradicted",
}
"""One over the number of items, which no case changes; 0; -0; and a sign that each further cluster turns."""
TABLE = {
    **{name: ("error", said) for name, said in ERRORS.items()},
    **{name: ("undefined", said) for name, said in UNDEFINED.items()},
    **dict.fromkeys(HOLDS, ("holds", "")),
    **{name: (outcome, "") for name, outcome in JUDGED.items()},
}
SOME = (
    "raises_a_surrogate", "raises_what_cannot_be_shown", "raises_under_an_odd_name", "raises_a_memory_error",
    "recurses", "fails_on_three_items", "asks", "returns_a_lock", "yields", "awaits",
    "returns_a_huge_array", "returns_infinity", "returns_nothing_on_some", "empties_its_input", "is_random",
    "replaces_the_streams", "writes_bytes", "writes_surrogates", "returns_the_largest_floats",
)  # fmt: skip
"""One of each kind, for commands that run one metric at a time."""


def test_there_are_at_least_eighty_of_them() -> None:
    assert len(TABLE) >= 80


def well_told(error: str, out: str) -> None:
    """Check that nothing but messages of one line each is on stderr, and none of them of our own failures."""
    assert "Traceback" not in error + out
    assert "unexpected" not in error
    assert all(line.startswith("axiometrics: ") for line in error.splitlines())
    (error + out).encode("utf-8")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def command(*arguments: object) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        well_told(captured.err, captured.out)
        return code, captured.out, captured.err

    return command


@pytest.mark.parametrize("name", SOME)
def test_a_function_in_a_file_is_judged_or_told_in_one_message(command: Any, name: str) -> None:
    outcome, said = TABLE[name]
    target = [f"{FILE}:{name}", "--task", "clustering", "--reads", "labels"]
    code, out, error = command("check", *target, *FEW, "--format", "json")
    (cell,) = json.loads(out)["tasks"][0]["cells"]
    assert (cell["strict"]["outcome"], code) == (outcome, int(outcome == "error"))
    assert said in (cell["error"] or "")
    told = " ".join(told_error(cell["error"] or "").split())
    assert " ".join(error.split()).count(told) == 1 if outcome == "error" else "error" not in error


@pytest.fixture(scope="module")
def registered() -> Iterator[None]:
    known = dict(METRICS._records)
    for name in TABLE:
        metric(task="clustering", family="hostile", reads="labels")(getattr(hostile_functions, name))
    yield
    METRICS._records = known


@pytest.fixture(scope="module")
def together(registered: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, dict[str, Any]]:
    """The exit code of one matrix of all, and its cells by metric."""
    path = tmp_path_factory.mktemp("matrix") / "all.json"
    names = [text for name in TABLE for text in ("--metric", name)]
    code = run(["matrix", "clustering", *names, *FEW, "--jobs", "1", "--out", str(path)])
    (found,) = json.loads(path.read_text("utf-8"))["tasks"]
    return code, {cell["metric"]: cell for cell in found["cells"]}


def test_a_matrix_of_all_has_a_row_for_each_and_the_exit_code_of_errors(
    together: tuple[int, dict[str, Any]],
) -> None:
    code, cells = together
    assert (code, cells.keys()) == (1, TABLE.keys())


@pytest.mark.parametrize("name", TABLE)
def test_a_registered_metric_costs_its_own_row_at_most(
    together: tuple[int, dict[str, Any]], name: str
) -> None:
    outcome, said = TABLE[name]
    cell = together[1][name]
    assert cell["strict"]["outcome"] == outcome
    assert said in (cell["error"] or "")
    assert len((cell["error"] or "").splitlines()) <= 1


@pytest.mark.parametrize("name", SOME[::2])
def test_the_explanation_of_a_cell_says_what_went_wrong(command: Any, registered: None, name: str) -> None:
    outcome, said = TABLE[name]
    code, out, _ = command("explain", name, "homogeneity", "--task", "clustering", *FEW[2:])
    assert code == int(outcome == "error")
    told = told_error(f"{said} something").partition(":")[0] if outcome == "error" else said
    assert " ".join(told.split()[:2]) in " ".join(out.split())
