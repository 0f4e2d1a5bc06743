"""Readings that only one publication has: table 9 of 2013, and both halves of property 7 of 2009."""

from __future__ import annotations

import pytest

from axiometrics.claims.auditing import audited
from axiometrics.claims.cells import Store
from axiometrics.claims.expanding import claims_of
from axiometrics.claims.files import Printed
from axiometrics.claims.finding import beside, further

READING = "over the tail always, closed"


def test_one_reading_of_the_tail_has_all_24_values_of_table_9():
    """.86 and .85 are one value, .8552, rounded and cut; clusters do not depend on the reading."""
    claims = [claim for claim in claims_of("amigo2013") if claim.group.startswith("table9.")]
    ways = {}
    for claim in claims:
        about = claim.about
        assert isinstance(about, Printed)
        closed = about.metrics[-1]
        others = {each.metric: each for each in further(about, closed)}
        ways[claim.key] = others.get(READING, beside(about, closed)).agrees
    assert len(ways) == 24
    assert all(ways.values())
    assert [key for key, way in ways.items() if way == "cut"] == ["amigo2013.table9.system4.s-priority"]


@pytest.mark.parametrize(
    ("name", "status"),
    [
        # the harmonic mean makes what a merge costs hang on the errors elsewhere
        ("f-bcubed", "depends"),
        ("inv-purity", "depends"),
        ("bcubed-recall", "confirmed"),
        ("jaccard", "refuted"),
    ],
)
def test_property_7_speaks_of_anything_outside(name, status):
    claims = [each for each in claims_of("amigo2009") if each.key == f"amigo2009.section5.property-7.{name}"]
    store = Store({"effort": "quick", "jobs": 1, "max_examples": 5})
    (found,) = audited(claims, store, regions=False).findings
    assert found.status == status
    assert "--claims" in found.command or "locality" in found.command


def test_purity_does_not_see_how_large_a_pure_cluster_is_that_is_split():
    claims = [
        each for each in claims_of("amigo2009") if each.key == "amigo2009.section5.property-7-sizes.purity"
    ]
    store = Store({"effort": "quick", "jobs": 1, "max_examples": 5})
    (found,) = audited(claims, store, regions=False).findings
    outcomes = {reading.constraint: cell.strict.outcome for reading, cell in found.cells}
    assert outcomes == {"smaller_change": "blind", "smaller_change(change=merge)": "holds"}
