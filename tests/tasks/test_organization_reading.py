"""Reading organizations: every form means the same, and what cannot be read is refused with one message."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from naive_families import random_family

from axiometrics.errors import InputError
from axiometrics.files import read_organization
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.scalars import FRACTIONS, elementwise
from axiometrics.formulas.rows import as_column
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.filtering import Counts
from axiometrics.tasks.filtering.cases import CountsBatch
from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.cases import from_clustering, layout_of, placed
from axiometrics.tasks.organization.distribution import weighting
from axiometrics.tasks.organization.draw import outputs_svg, outputs_text
from axiometrics.tasks.organization.large_columns import columns, levels_of
from axiometrics.tasks.organization.reading import read
from axiometrics.tasks.organization.view import OrganizationBatch
from axiometrics.tasks.overlapping import Families
from axiometrics.tasks.overlapping.view import FamiliesBatch
from axiometrics.tasks.ranking import Ranking
from axiometrics.tasks.ranking.batch import RankingBatch

RS = metrics("organization")["rs_f"]
TEXT = "[d1] [{d2 d3}] | [{d1 d2}] [d3]"
GOLD, SYSTEM = [[["d1", "d2"]], ["d3"]], [["d1"], [{"d2", "d3"}]]
COLUMNS = (
    {"document": ["d1", "d2", "d3"], "level": [1, 1, 2], "cluster": ["x", "x", None]},
    {"document": np.array(["d1", "d2", "d3"]), "level": [10, 20, 20], "cluster": ["", "y", "y"]},
)


def test_every_form_has_the_same_value() -> None:
    value = RS(TEXT)
    assert value is not None
    assert RS(GOLD, SYSTEM) == value
    assert RS("[{d1 d2}] [d3]", "[d1] [{d2 d3}]") == value
    assert RS(*COLUMNS) == pytest.approx(value, rel=1e-12)
    assert RS(json.dumps(GOLD), '[["d1"], [["d2", "d3"]]]') == value
    assert RS(GOLD, COLUMNS[1]) == pytest.approx(value, rel=1e-12)


def test_notation_is_read_as_it_is_written() -> None:
    for text in (TEXT, "| [a]", "[a {b c}] [{a b}] | [b]", "[a a] | [{a b}]"):
        assert Organization.from_notation(text).notation() == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[d1]", "a bar"),
        ("[d1] | [d2] | [d3]", "a bar"),
        ("[d1 | [d2]", "not closed"),
        ("d1 | [d2]", "out of place"),
        ("[{}] | [d2]", "a cluster is empty"),
        ("[{d1 d1}] | [d2]", "names document 'd1' twice"),
        ("[[d1]] | [d2]", "out of place"),
        ("[d1] |", "the gold organizes no document"),
    ],
)
def test_notation_that_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        RS(text)


@pytest.mark.parametrize(
    ("gold", "system", "said"),
    [
        ([[[]]], SYSTEM, "gold: a cluster is empty"),
        (GOLD, [[["d1", "d1"]]], "system: a cluster names document 'd1' twice"),
        (GOLD, ["d1"], "system has the level 'd1'; a level is a list"),
        ([], SYSTEM, "the gold organizes no document"),
        (GOLD, None, "there is no system output"),
        (GOLD, 7, "system is 7"),
        (GOLD, [[[None]]], "None is no document"),
        (GOLD, [[[" "]]], "' ' is no document"),
        ({"document": ["a", None], "level": [1, 1]}, SYSTEM, "gold has no document in row 2"),
        ({"document": np.array([np.nan, 1]), "level": [1, 1]}, SYSTEM, "gold has no document in row 1"),
        (GOLD, {"document": ["a", ""], "level": [1, 1]}, "system has no document in row 2"),
        ({"document": ["a"]}, SYSTEM, "gold has the columns document; give document, level"),
        ({"document": ["a"], "level": [None]}, SYSTEM, "gold has no level in row 1"),
        (
            {"document": ["a"], "level": ["top"]},
            SYSTEM,
            "the level 'top' in row 1; levels are whole numbers, and 1 is the top",
        ),
        ({"document": ["a"], "level": [1, 2]}, SYSTEM, "1 documents and 2 levels"),
        ({"document": "aa", "level": [1, 1], "cluster": "xx"}, SYSTEM, "gold names a document twice"),
        ({"document": [], "level": []}, SYSTEM, "the gold organizes no document"),
    ],
)
def test_what_cannot_be_read_is_refused(gold: object, system: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        RS(gold, system)


@pytest.mark.parametrize(
    "values",
    [{"n": 0}, {"n": -1}, {"n": "nan"}, {"w": 0}, {"w": 1}, {"w": 1.5}, {"w": "-1/2"}, {"tail": "shut"}],
)
def test_parameters_out_of_range_are_refused(values: dict) -> None:
    with pytest.raises(InputError, match=next(iter(values))):
        RS.with_parameters(**values)


def test_the_two_sides_may_name_different_documents() -> None:
    """What a side leaves out is in its tail: nothing of the gold is listed, so no relation is right."""
    assert metrics("organization")["rs_priority_f"]("[x] | [a b]") == 0


def test_columns_are_levels() -> None:
    given = {"document": ["a", "b", "c", "a"], "level": [2, 2, 1, 1], "cluster": ["p", "p", "q", None]}
    assert levels_of(columns(given, "gold")) == ((("c",), ("a",)), (("a", "b"),))


def test_a_cluster_belongs_to_its_level_whatever_its_name_is() -> None:
    """Levels 1 to 3 each have clusters x, y and z of two documents, in another order: nine clusters in all."""
    names = ["xyz", "yzx", "zxy"]
    rows = [(level, name) for level, each in enumerate(names, 1) for name in each for _ in range(2)]
    given = {
        "document": [f"d{row}" for row in range(len(rows))],
        "level": [level for level, _ in rows],
        "cluster": [name for _, name in rows],
    }
    found = columns(given, "gold")
    assert sorted(np.bincount(found.cluster).tolist(), reverse=True)[:9] == [2] * 9
    assert (
        len({*zip(found.level.tolist(), found.cluster.tolist(), strict=True)})
        == len({*found.cluster.tolist()})
        == 9
    )


def test_files_hold_organizations(tmp_path) -> None:
    (tmp_path / "gold.json").write_text(json.dumps([[["d1", "d2"]], ["d3"]]), "utf-8")
    (tmp_path / "system.csv").write_text("document,level,cluster\nd1,1,\nd2,2,y\nd3,2,y\n", "utf-8")
    gold, system = read_organization(tmp_path / "gold.json"), read_organization(tmp_path / "system.csv")
    assert RS(gold, system) == pytest.approx(RS(TEXT), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.json", "{", "is no JSON"),
        ("a.csv", "name,place\nd1,1\n", "has no column 'document'"),
        ("a.csv", "document,level\nd1\n", "line 2"),
        ("a.txt", "d1", "has no column 'document'"),
    ],
)
def test_a_file_that_holds_none_is_refused(tmp_path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InputError, match=said):
        read_organization(tmp_path / name)


def test_forms_for_black_boxes() -> None:
    found = Organization.from_notation(TEXT)
    gold, system = found.read_as("levels")
    assert (gold, system) == ([[["d1", "d2"]], [["d3"]]], [[["d1"]], [["d2", "d3"]]])
    assert found.read_as("occurrences")[1] == [("d1", 1, 1), ("d2", 2, 2), ("d3", 2, 2)]
    assert [json.loads(part) for part in found.read_as("json")] == [gold, system]
    for form in get_task("organization").reads:
        assert Organization.of(*map(read_back, found.read_as(form))) == found


def read_back(form: object) -> list:
    if isinstance(form, str):
        return json.loads(form)
    if form and isinstance(form[0], tuple):  # type: ignore[index]
        names = ("document", "level", "cluster")
        return list(levels_of(columns(dict(zip(names, zip(*form, strict=True), strict=True)), "gold")))  # type: ignore[misc]
    return form  # type: ignore[return-value]


def test_reading_an_organization_returns_it() -> None:
    found = Organization.from_notation(TEXT)
    assert read(found) is found


def test_drawings_show_levels_clusters_and_the_tail() -> None:
    drawn = outputs_text({"worse": TEXT, "better": "[{d1 d2}] | [{d1 d2}] [d3]"})
    assert drawn.splitlines() == [
        "level  gold     worse    better",
        "1      (d1 d2)  d1       (d1 d2)",
        "2      d3       (d2 d3)  ...",
        "3      ...      ...",
    ]
    svg = outputs_svg({"worse": TEXT, "better": "[{d1 d2}] | [{d1 d2}] [d3]"})
    # levels: 2 of the gold, 2 and 1 of the outputs; as many clusters; each of the three has a tail
    assert [svg.count(f'class="{part}"') for part in ("level", "cluster", "tail")] == [5, 5, 3]


def test_documents_of_many_categories_have_names_of_their_own() -> None:
    """The 27th category is called a1, and its only document is not the eleventh of the category a."""
    sizes = [11, *[1] * 26]
    table = Table.from_labels([j for j, size in enumerate(sizes) for _ in range(size)], range(sum(sizes)))
    (gold,) = from_clustering(table).gold
    assert len({document for cluster in gold for document in cluster}) == sum(sizes)


COUNTED = [Counts(*each) for each in product(range(3), repeat=4) if any(each)]
RANKED = [
    Ranking.from_notation(f"{' '.join(listed)} | {rest}")
    for listed in product(["r", "-", "?", "2"], repeat=3)
    for rest in ("", "2 r", "3 3 r")
]


def laid_out(task: str, batch: Any, bottom: str = "level") -> None:
    """The layout of a batch has the shares of its outputs as they are written, in floats to the last bit."""
    for tail in ("open", "closed", "none"):
        weights = weighting(tail=tail)
        found = OrganizationBatch([], layout_of(batch, bottom))
        expected = OrganizationBatch([placed(task, output, bottom=bottom) for output in batch.tables()])
        for name, column in expected.weighed(weights).quantities.items():
            own = found.weighed(weights).quantities[name]
            one, other = (as_column(part, elementwise(FRACTIONS)) for part in (own, column))
            assert one[found.which].tolist() == other[expected.which].tolist(), (task, tail, name)
            one, other = (as_column(part, BOUNDED).value for part in (own, column))
            assert one[found.which].tolist() == other[expected.which].tolist(), (task, tail, name)


def test_batches_of_simpler_tasks_are_laid_out_as_their_outputs_are_written() -> None:
    for bottom in ("level", "tail"):
        laid_out("filtering", CountsBatch.from_tables(COUNTED), bottom)
    laid_out("ranking", RankingBatch.from_rankings(RANKED))
    draw = random.Random(3)
    tables = [
        Table.from_rows([[draw.randrange(3) for _ in range(3)] + [1] for _ in range(3)]) for _ in range(60)
    ]
    laid_out("clustering", TableBatch.from_tables(tables))
    families = [
        Families.from_sets(*(random_family(draw, 5, 1 + draw.randrange(4)) for _ in range(2)))
        for _ in range(60)
    ]
    laid_out("overlapping", FamiliesBatch.from_tables(families))
