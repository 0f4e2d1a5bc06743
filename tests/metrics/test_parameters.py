"""Parameters of metrics: ranges, exact values, and keys."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axiometrics.axioms import constraints
from axiometrics.axioms.demands import OfACase
from axiometrics.checker import matrix
from axiometrics.checker.sweep import sweep_cases
from axiometrics.errors import DuplicateKeyError, InputError, UnknownKeyError
from axiometrics.metrics import METRICS as REGISTRY
from axiometrics.metrics import metric, metrics
from axiometrics.parameters import Parameter, exact, instance_key, split_key
from axiometrics.tasks import get_task, tasks

METRICS = metrics("clustering")
F = METRICS["bcubed_f"]
V = METRICS["v_measure"]


@pytest.fixture
def registry() -> Iterator[dict[tuple[str, str], Any]]:
    """The registered metrics, put back as they were afterwards."""
    before = dict(REGISTRY._records)
    yield REGISTRY._records
    REGISTRY._records.clear()
    REGISTRY._records.update(before)


def test_a_parameter_that_differs_from_its_default_is_part_of_the_key() -> None:
    assert F.with_parameters(alpha=Fraction(1, 3)).label == "bcubed_f(alpha=1/3)"
    assert V.with_parameters(beta=2).label == "v_measure(beta=2)"


def test_a_parameter_at_its_default_is_not_part_of_the_key() -> None:
    assert F.label == F.with_parameters(alpha=0.5).label == F.with_parameters(alpha="1/2").label == "bcubed_f"


@pytest.mark.parametrize("written", [0.25, "1/4", "0.25", Fraction(1, 4)])
def test_every_way_to_write_a_quarter_is_the_same_metric(written: Any) -> None:
    given_so = F.with_parameters(alpha=written)
    assert given_so.values["alpha"] == Fraction(1, 4)
    assert given_so.label == "bcubed_f(alpha=1/4)"
    assert hash(given_so) == hash(F.with_parameters(alpha="1/4"))
    assert given_so("aab", "xxx") == F.with_parameters(alpha="1/4")("aab", "xxx")


def test_a_float_means_the_decimal_that_it_prints() -> None:
    assert exact(0.1) == Fraction(1, 10)
    assert F.with_parameters(alpha=0.1).label == "bcubed_f(alpha=1/10)"


def test_numpy_numbers_mean_the_decimals_that_they_print() -> None:
    numpy = pytest.importorskip("numpy")
    assert exact(numpy.float64(0.1)) == Fraction(1, 10)
    assert exact(numpy.int64(3)) == 3


@pytest.mark.parametrize("alpha", [0, 1, -1, 2, "-1/2", 1.5])
def test_alpha_lies_strictly_between_0_and_1(alpha: Any) -> None:
    with pytest.raises(InputError, match=r"^alpha=\S+ is out of range; give a number with 0 < alpha < 1$"):
        F.with_parameters(alpha=alpha)


@pytest.mark.parametrize("beta", [0, -1, "-1/3"])
def test_beta_is_above_0(beta: Any) -> None:
    with pytest.raises(InputError, match=r"^beta=\S+ is out of range; give a number with beta > 0$"):
        V.with_parameters(beta=beta)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "half", "1/0", None, [1]])
def test_a_parameter_that_is_not_a_number_is_refused(value: Any) -> None:
    with pytest.raises(InputError, match="alpha"):
        F.with_parameters(alpha=value)


def test_an_unknown_parameter_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        UnknownKeyError, match=r"^metric 'bcubed_f' has no parameter 'alhpa'; did you mean 'alpha'\?$"
    ):
        F.with_parameters(alhpa=1)
    with pytest.raises(UnknownKeyError, match=r"^metric 'purity' has no parameter 'alpha'; it has none$"):
        METRICS["purity"].with_parameters(alpha=1)


@settings(max_examples=40, derandomize=True, deadline=None, database=None)
@given(
    items=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=8),
    part=st.integers(1, 11),
)
def test_parametrised_values_follow_the_definition(items: list[tuple[int, int]], part: int) -> None:
    gold, system = zip(*items, strict=True)
    alpha, beta = Fraction(part, 12), Fraction(part, 4)
    f = naive.bcubed_f(gold, system, alpha)
    v = naive.v_measure(gold, system, beta)
    assert F.with_parameters(alpha=alpha)(gold, system) == pytest.approx(float(f), rel=1e-12)
    assert V.with_parameters(beta=beta)(gold, system) == pytest.approx(float(v), rel=1e-12, abs=1e-14)


def test_alpha_weighs_precision() -> None:
    """gold aab in one cluster: P = 5/9, R = 1; alpha = 9/10 gives 1/((9/10)/(5/9) + 1/10) = 50/86."""
    assert F.with_parameters(alpha="9/10")("aab", "xxx") == pytest.approx(50 / 86)


@settings(max_examples=50, derandomize=True, deadline=None, database=None)
@given(value=st.fractions(min_value=Fraction(1, 10**15), max_value=1 - Fraction(1, 10**15)))
def test_a_key_with_parameters_reads_back(value: Fraction) -> None:
    key = F.with_parameters(alpha=value).label
    name, given_values = split_key(key)
    assert F.with_parameters(**given_values).label == key
    assert name == "bcubed_f"


def test_parameters_are_written_in_the_order_of_their_declaration() -> None:
    listed = [Parameter("n", default=10), Parameter("w", default=Fraction(4, 5))]
    assert instance_key("r", listed, {"w": Fraction(1, 3), "n": Fraction(5)}) == "r(n=5,w=1/3)"


@pytest.mark.parametrize("text", ["f(", "f(a)", "f a", "", "f(a=1))x"])
def test_an_unreadable_key_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^cannot read "):
        split_key(text)


def test_a_second_metric_of_the_same_key_is_refused_naming_both_sides(registry: Any) -> None:
    def purity(table: Any) -> Any:
        return table.items

    purity.__module__ = "my_plugin.metrics"
    message = (
        r"^metric 'purity' is already registered by axiometrics\.metrics\.clustering\.set_matching; "
        r"rename the one in my_plugin\.metrics$"
    )
    with pytest.raises(DuplicateKeyError, match=message):
        metric(task="clustering")(purity)
    assert registry["clustering", "purity"].origin == "axiometrics.metrics.clustering.set_matching"


def test_a_metric_of_an_unknown_task_is_refused_with_the_nearest_task() -> None:
    with pytest.raises(UnknownKeyError, match=r"^there is no task 'clustring'; did you mean 'clustering'\?$"):
        metric(task="clustring")(lambda table: table.items)


def test_a_metric_that_reads_an_unknown_form_is_refused_with_the_forms() -> None:
    message = r"^reads='matrix' is not a form of clustering; give one of labels, table, sets, dicts$"
    with pytest.raises(InputError, match=message):
        metric(task="clustering", reads="matrix")(lambda table: 1.0)


def test_an_unknown_metric_is_answered_with_the_nearest_key() -> None:
    with pytest.raises(UnknownKeyError, match=r"^clustering has no metric 'purty'; did you mean .*'purity'"):
        REGISTRY.get("purty", "clustering")


def test_a_new_metric_is_a_callable_record(registry: Any) -> None:
    @metric(task="clustering", family="mine")
    def size_of_the_table(table: Any) -> Any:
        """Number of items."""
        return table.items

    assert metrics("clustering")["size_of_the_table"]("aab", "xyz") == 3
    assert size_of_the_table.summary == "Number of items."


WITH_EXACT = [
    ("clustering", "classification_accuracy", {}),
    ("ranking", "eleven_point_precision", {"ties": "threshold"}),
    ("classification", "g_mean", {}),
    *(("multilabel", "graph_induced_accuracy", {"cap": cap}) for cap in (1, "3/2", 5)),
    *(("probabilistic", "pseudo_spherical", {"a": a}) for a in ("4/3", 2, "5/2", 3)),
]


def test_all_functions_with_an_exact_definition_are_tried() -> None:
    found = {
        (each.task, each.key)
        for task in tasks(plugins=False)
        for each in metrics(task).values()
        if each.exact
    }
    assert found == {(task, key) for task, key, _ in WITH_EXACT}


@pytest.mark.parametrize(("task", "key", "values"), WITH_EXACT)
def test_the_exact_definition_has_the_parameters_of_the_function(
    task: str, key: str, values: dict[str, Any]
) -> None:
    home, tried = get_task(task), metrics(task)[key].with_parameters(**values)
    constraint = next(each for each in constraints(task).values() if isinstance(each.demand, OfACase))
    batch = sweep_cases(constraint, home.sweep_sizes["quick"][1])
    compared = 0
    for place in range(0, len(batch), len(batch) // 60 + 1):
        for output in batch.case(place).outputs.values():
            algebra = home.algebra(output)
            value = home.value(tried, output, algebra)
            if (number := tried(output)) is not None:
                assert algebra.approximate(value) == pytest.approx(number)
                compared += 1
    assert compared > 10


def test_a_counterexample_has_the_scores_of_its_parameters() -> None:
    tried = metrics("multilabel")["graph_induced_accuracy"].with_parameters(cap=1)
    cell = matrix("multilabel", metrics=[tried], constraints=["parent_credit"], effort="quick", jobs=1).cells[
        0
    ]
    assert cell.witness is not None
    for name, output in cell.witness.outputs.items():
        assert float(Fraction(cell.witness.scores[name])) == pytest.approx(tried(output))
