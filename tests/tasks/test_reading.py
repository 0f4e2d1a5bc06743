"""Reading users' clusterings: every accepted form is the same table, every bad input one clear InputError."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task, tasks
from axiometrics.tasks.clustering import Table
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.reading import read
from axiometrics.tasks.users_data import LARGE

NAN = float("nan")
ABB_XXY = ((1, 1), (0, 1))
"""Gold a b b, system x x y: rows are clusters."""


def array_of(found: Table | TableBatch) -> tuple[tuple[int, ...], ...]:
    table = found if isinstance(found, Table) else found.table(0)
    return tuple(map(tuple, table.to_array().tolist()))


def pandas_series(values: list[Any]) -> Any:
    return pytest.importorskip("pandas").Series(values, index=range(10, 10 + len(values)))


FORMS = {
    "strings": ("abb", "xxy"),
    "lists of words": (["a", "b", "b"], ["x", "x", "y"]),
    "lists of integers": ([0, 1, 1], [7, 7, -2]),
    "lists of floats": ([0.5, 1.5, 1.5], [7.0, 7.0, 2.0]),
    "lists of booleans": ([False, True, True], [True, True, False]),
    "tuples": (("a", "b", "b"), ("x", "x", "y")),
    "iterators": (iter("abb"), iter("xxy")),
    "integer arrays": (np.array([0, 1, 1]), np.array([3, 3, 4])),
    "unsigned arrays": (np.array([0, 1, 1], dtype=np.uint8), np.array([255, 255, 4], dtype=np.uint8)),
    "word arrays": (np.array(["a", "b", "b"]), np.array(["x", "x", "y"])),
    "object arrays": (np.array(["a", "b", "b"], dtype=object), np.array([1, 1, 2], dtype=object)),
    "a list and an array": (["a", "b", "b"], np.array([3, 3, 4])),
    "dicts": ({"d1": "a", "d2": "b", "d3": "b"}, {"d3": "y", "d1": "x", "d2": "x"}),
    "lists of sets": ([{1}, {2, 3}], [{1, 2}, {3}]),
    "lists of sets with empty ones": ([{1}, set(), {2, 3}], [{1, 2}, {3}, set()]),
    "lists of frozensets": ([frozenset({1}), frozenset({2, 3})], ({1, 2}, {3})),
    "a contingency array": (np.array([[1, 1], [0, 1]]),),
    "a contingency list": ([[1, 1], [0, 1]],),
    "contingency floats": ([[1.0, 1.0], [0.0, 1.0]],),
    "a contingency array with an empty row and column": ([[1, 0, 1], [0, 0, 0], [0, 0, 1]],),
    "the papers' notation": ("{a b}{b}",),
    "a table": (Table.from_notation("{a b}{b}"),),
}


VECTORS = [
    "lists of words", "lists of integers", "lists of booleans", "tuples", "integer arrays", "unsigned arrays",
    "word arrays", "object arrays", "strings", "lists of floats",
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_table(form: str) -> None:
    assert array_of(read(*FORMS[form])) == ABB_XXY


def test_a_series_is_read_by_position_not_by_index() -> None:
    assert array_of(read(pandas_series(["a", "b", "b"]), pandas_series([1, 1, 2]))) == ABB_XXY


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("form", VECTORS)
def test_every_form_gives_the_same_table_when_it_is_large(form: str) -> None:
    times = LARGE // 3 + 1
    gold, system = (
        np.tile(part, times) if isinstance(part, np.ndarray) else part * times for part in FORMS[form]
    )
    found = read(gold, system)
    assert isinstance(found, TableBatch)
    cells = sorted(found.table(0).cells)
    assert sorted(count for _, _, count in cells) == [times] * 3
    assert sorted(found.table(0).category_sizes) == [times, 2 * times]


@pytest.mark.parametrize("side", ["gold", "system"])
@pytest.mark.parametrize(
    "labels",
    [
        [2**63 + 1, 2**63 + 2],
        [-(2**70), 2**70],
        np.array([2**63 + 1, 2**63 + 2], dtype=np.uint64),
        np.array([2**64 - 1, 0], dtype=np.uint64),
        np.array([-(2**63), 2**63 - 1]),
        np.array([0.1, 0.1 + 1e-17 + 2e-17]),
        np.array(["2020-01-01", "2020-01-02"], dtype="M8[D]"),
        [Fraction(1, 3), Fraction(2, 3)],
    ],
    ids=["python integers beyond 64 bits", "python integers of 70 bits", "unsigned 64 bits", "the ends of unsigned",
         "the ends of signed", "close floats", "dates", "fractions"],
)  # fmt: skip
def test_large_data_tell_labels_apart_exactly_like_small_data(side: str, labels: Any) -> None:
    times = LARGE // 2
    tiled = np.tile(labels, times) if isinstance(labels, np.ndarray) else labels * times
    other = [0] * (2 * times)
    small = read(labels, [0, 0]) if side == "gold" else read([0, 0], labels)
    large = read(tiled, other) if side == "gold" else read(other, tiled)
    assert array_of(large) == tuple(tuple(count * times for count in row) for row in array_of(small))


def large(labels: list[Any]) -> list[Any]:
    return labels * (LARGE // len(labels) + 1)


BAD_LABELS = {
    "NaN": [1.0, NAN],
    "a NumPy NaN": [np.float64(1), np.float64(NAN)],
    "a NaN of 32 bits": [np.float32(1), np.float32(NAN)],
    "a decimal NaN": [Decimal(1), Decimal("nan")],
    "None": ["a", None],
    "a NaN among words": ["a", NAN],
    "words and integers": ["a", 1],
    "a word and the integer it shows": [1, "1"],
    "words and booleans": ["a", True],
    "lists": [[1], [2]],
    "pairs": [(1, 2), (3, 4)],
    "pairs and single labels": [(1, 2), (3,)],
    "dicts": [{"a": 1}, {"a": 2}],
    "an array of NaN": np.array([1.0, NAN]),
    "an array without a date": np.array(["2020-01-01", "NaT"], dtype="M8[D]"),
    "an object array of None": np.array(["a", None], dtype=object),
    "an object array of two kinds": np.array(["a", 1], dtype=object),
}


@pytest.mark.parametrize("size", ["small", "large"])
@pytest.mark.parametrize("side", ["gold", "system"])
@pytest.mark.parametrize("kind", BAD_LABELS)
def test_labels_that_are_no_labels_are_refused_naming_the_side(kind: str, side: str, size: str) -> None:
    labels = BAD_LABELS[kind]
    if size == "large":
        labels = np.tile(labels, LARGE) if isinstance(labels, np.ndarray) else large(labels)
    good = ["x", "y"] * (len(labels) // 2 + 1)
    good = good[: len(labels)]
    with pytest.raises(InputError, match=side):
        read(labels, good) if side == "gold" else read(good, labels)


@pytest.mark.parametrize("bad", [1, None, 2.5, object()])
def test_what_is_no_clustering_is_refused_with_the_forms(bad: Any) -> None:
    with pytest.raises(InputError, match="give label vectors, dicts item -> label, or lists of sets"):
        read(bad, "ab")
    with pytest.raises(InputError):
        read("ab", bad) if bad is not None else read(bad)


def test_without_gold_the_forms_are_named() -> None:
    with pytest.raises(InputError, match="gold is None; give label vectors"):
        read(None)


def test_a_set_has_no_order_so_it_is_no_label_vector() -> None:
    with pytest.raises(InputError):
        read({"a", "b"}, {"x", "y"})


@pytest.mark.parametrize(
    ("gold", "system", "message"),
    [
        ("ab", "xyz", r"^gold has 2 labels and system has 3; give one label per item in the same order$"),
        ([1] * LARGE, [1] * (LARGE + 1), rf"^gold has {LARGE} labels and system has {LARGE + 1}; "),
        ([], [], r"^the clustering has no items; give at least one item with a gold and a system label$"),
        ("", "", r"^the clustering has no items; "),
        ({}, {}, r"^the clustering has no items; "),
        ([set()], [set()], r"^the clustering has no items; "),
        (np.zeros(0), np.zeros(0), r"^the clustering has no items; "),
        (np.zeros((2, 2)), np.zeros(2), r"^gold has 2 dimensions; give one label per item, or only a contingency"),
        (np.zeros(2), np.zeros((2, 2, 2)), r"^system has 3 dimensions; give one label per item"),
        (np.array(1), np.array(1), r"^gold has 0 dimensions; give one label per item"),
        ({"d1": "a"}, "x", r"^gold and system have different forms; give both as dicts item -> label$"),
        ("a", {"d1": "x"}, r"^gold and system have different forms; give both as dicts item -> label$"),
        ([{1}], {1: "x"}, r"^gold and system have different forms; give both as"),
        ({1: "x"}, [{1}], r"^gold and system have different forms; give both as"),
        ([{1}, {2}], ["x", "y"], r"^gold .*form|^gold .*label"),
        ([{1, 2}], ["x", "y"], r"^gold and system have different forms"),
        ([{1, 2}, {2}], [{1}, {2}], r"^item 2 is in two sets of gold; in this task every item has one cluster$"),
        ([{1}, {2}], [{1, 2}, {1}], r"^item 1 is in two sets of system; in this task every item has one cluster$"),
        ({1: {"a", "b"}}, {1: "x"}, r"^gold gives item 1 the label .*; in this task an item has one plain label$"),
        ({1: "a"}, {1: None}, r"^system has no label for item 1; every item needs one label$"),
        ({1: NAN}, {1: "x"}, r"^gold has no label for item 1; every item needs one label$"),
        ({1: "a", 2: 1}, {1: "x", 2: "y"}, r"^gold mixes labels of types int, str; use one type"),
    ],
)  # fmt: skip
def test_a_bad_pair_is_refused_in_one_line_that_says_what_to_do(gold: Any, system: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(gold, system)
    assert "\n" not in str(caught.value)


def test_items_that_only_gold_has_are_named() -> None:
    message = (
        r"^system has no cluster for items 'd2', 'd3', 'd4' and 1 more that gold contains; "
        r'give every gold item a cluster, or pass missing="singleton"$'
    )
    with pytest.raises(InputError, match=message):
        read(dict.fromkeys(["d1", "d2", "d3", "d4", "d5"], "a"), {"d1": "x"})
    with pytest.raises(InputError, match=r"^system has no cluster for item 3 that gold contains; "):
        read([{1, 2, 3}], [{1, 2}])


def test_items_that_only_system_has_are_named() -> None:
    message = r"^gold has no category for item 'd2' that system contains; leave them out of system$"
    with pytest.raises(InputError, match=message):
        read({"d1": "a"}, {"d1": "x", "d2": "x"})
    with pytest.raises(InputError, match=r"^gold has no category for item 'd2' that system contains"):
        read({"d1": "a"}, {"d1": "x", "d2": "x"}, missing="singleton")


def test_missing_singleton_puts_every_absent_item_into_a_cluster_of_its_own() -> None:
    gold = {"d1": "a", "d2": "a", "d3": "b"}
    assert array_of(read(gold, {"d1": "x"}, missing="singleton")) == ((1, 0), (1, 0), (0, 1))
    assert array_of(read([{1, 2, 3}], [{1}], missing="singleton")) == ((1,), (1,), (1,))


def test_a_given_label_never_collides_with_that_of_an_absent_item() -> None:
    gold = {"d1": "a", "d2": "a"}
    for label in ("alone", "given", 0, 1):
        assert array_of(read(gold, {"d1": label}, missing="singleton")) == ((1,), (1,))


def test_missing_is_error_or_singleton() -> None:
    with pytest.raises(InputError, match=r"^missing='drop' is not possible; give 'error' or 'singleton'$"):
        read("ab", "xy", missing="drop")  # type: ignore[arg-type]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([[1, 0.5]], r"^cell \(0, 1\) of the contingency table is 0\.5; counts are integers from 0 on$"),
        ([[1, 2], [-1, 1]], r"^cell \(1, 0\) of the contingency table is -1; counts are integers from 0 on$"),
        ([[1, NAN]], r"^cell \(0, 1\) of the contingency table is nan; counts are integers"),
        ([[float("inf"), 1]], r"^cell \(0, 0\) of the contingency table is inf; counts are integers"),
        ([[1, 2], [3]], r"^a contingency table must be a rectangular array of counts "),
        ([["a", "b"]], r"^a contingency table must be a rectangular array of counts "),
        ([[1, None]], r"contingency table"),
        (np.array([[1j, 1]]), r"contingency table"),
        (np.zeros((2, 2, 2)), r"^a contingency table has 2 dimensions, not 3; give rows = clusters, columns = cat"),
        ([1, 2, 3], r"^a contingency table has 2 dimensions, not 1; "),
        (3, r"^a contingency table has 2 dimensions, not 0; "),
        ([[0, 0], [0, 0]], r"^the clustering has no items; "),
        (np.zeros((0, 3)), r"^the clustering has no items; "),
    ],
)  # fmt: skip
def test_a_bad_contingency_table_is_refused_naming_the_cell(cells: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(cells)
    assert "\n" not in str(caught.value)


def test_counts_are_read_exactly_or_refused() -> None:
    """2^53 + 1 is not a float."""
    assert Table.from_array([[2**53 + 1, 1]]).items == 2**53 + 2
    assert Table.from_array([[2**70 + 1, 1]]).items == 2**70 + 2
    assert Table.from_array(np.array([[2**64 - 1]], dtype=np.uint64)).items == 2**64 - 1
    assert Table.from_array([[Fraction(4, 2), 1.0]]).items == 3
    assert Table.from_array([[True, False]]).items == 1
    assert Table.from_array([[2.0**53 - 1]]).items == 2**53 - 1


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([[2**53 + 1, 1.0]], r"^cell \(0, 0\) .* is 9007199254740992\.0; floats from 2\*\*53 on are not exact, give"),
        (np.array([[1, 2**60]], dtype=np.float32), r"^cell \(0, 1\) .*; floats from 2\*\*53 on"),
        (np.array([[2.0**60, 2**70]], dtype=object), r"^cell \(0, 0\) .*; floats from 2\*\*53 on"),
        (np.array([[1, -1]], dtype=np.float16), r"^cell \(0, 1\) .* is -1\.0; counts are integers from 0 on$"),
        ([[1, Fraction(1, 2)]], r"^cell \(0, 1\) .* is 1/2; counts are integers from 0 on$"),
        (np.array([[1, "2"]], dtype=object), r"^cell \(0, 1\) .* is 2; counts are integers from 0 on$"),
        ([[Decimal("nan"), 1]], r"^cell \(0, 0\) .* is NaN; counts are integers from 0 on$"),
        ([[2**70, 1j]], r"contingency table"),
        (np.array([["2020-01-01"]], dtype="M8[D]"), r"rectangular array of counts \(not of datetime64\[D\]\)$"),
    ],
)  # fmt: skip
def test_a_count_that_may_not_be_what_was_meant_is_refused(cells: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(cells)


@pytest.mark.parametrize("size", [1, LARGE])
def test_an_infinite_label_is_a_label_like_any_other(size: int) -> None:
    gold = np.tile([1.0, float("inf")], size)
    assert len(read(gold, gold).table(0).cells if size > 1 else read(gold, gold).cells) == 2


def test_an_absent_label_of_pandas_is_absent() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(InputError, match=r"^gold has no label for item 1; every item needs one label$"):
        read(pandas.Series([1, None], dtype="Int64"), [1, 2])


def test_an_unknown_option_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="strict"):
        read("ab", "xy", strict=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("items", [8, 63, 64, 1000, 5000])
@pytest.mark.parametrize("key", ["adjusted_rand", "nmi_arith", "bcubed_f", "purity", "ami_arith"])
def test_whatever_form_labels_come_in_they_have_one_score(items: int, key: str) -> None:
    gold, system = np.random.default_rng(items).integers(0, 6, (2, items)) * 2
    metric = metrics("clustering")[key]
    words = [[f"w{label}" for label in side.tolist()] for side in (gold, system)]
    expected = metric(*words)
    pairs: list[tuple[Any, Any]] = [(gold, system), (gold.tolist(), system.tolist()), (gold - 7, system + 50)]
    pairs += [(gold.astype(kind), system.astype(kind)) for kind in (np.int8, np.uint64, np.float64)]
    pairs += [(gold * 10**7, system), (gold.tolist(), words[1]), (list(gold), tuple(system.tolist()))]
    for one, other in pairs:
        assert metric(one, other) == pytest.approx(expected, rel=1e-12, abs=1e-13)
    assert metric(get_task("clustering").read(gold, system)) == metric(gold, system)


@pytest.mark.parametrize("items", [4, 100])
@pytest.mark.parametrize("bad", [None, float("nan"), np.array(1), [1], "word"])
def test_one_bad_label_among_whole_numbers_is_refused(items: int, bad: object) -> None:
    labels: list[Any] = [1, 2] * (items // 2)
    for gold, system in (([*labels, bad], [*labels, 1]), ([*labels, 1], [*labels, bad])):
        with pytest.raises(InputError):
            metrics("clustering")["adjusted_rand"](gold, system)


def test_sums_over_many_cells_that_no_machine_word_holds_are_exact() -> None:
    counts = np.full((20, 20), 10**8)
    counts[0, 0] += 1
    batch = TableBatch.from_counts(counts)
    table = Table.from_array(counts)
    for key in ("adjusted_rand", "fowlkes_mallows"):
        metric = metrics("clustering")[key]
        assert metric(batch) == pytest.approx(metric(table), rel=1e-9)


@pytest.mark.parametrize("task", [key for key, home in tasks(plugins=False).items()])
def test_metrics_take_what_was_read_in_place_of_the_data(task: str) -> None:
    home = get_task(task)
    output = home.from_notation(home.samples[0])
    assert home.read(output) == output
