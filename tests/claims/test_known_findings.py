"""What is known of the papers must come out by the machine, and the committed audit must say it too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from axiometrics.claims.auditing import audit
from axiometrics.claims.cells import Store

STATE = Path(__file__).parent.parent.parent / "reports" / "audit" / "literature.json"


def quick(*keys: str) -> dict[str, str]:
    store = Store({"effort": "quick", "jobs": 1, "max_examples": 5})
    found = audit(keys[0].partition(".")[0], claims=keys, store=store, regions=False)
    return {each.claim.key: each.status for each in found.findings}


def test_kappa_and_alpha_handle_class_imbalance_in_the_weaker_sense_alone():
    """They contradict the stronger sense, and the paper says no more than that others ignore imbalance."""
    keys = [f"sakai2021.table4.class-imbalance.{name}" for name in ("kappa", "alpha-ord", "alpha-int")]
    assert quick(*keys) == dict.fromkeys(keys, "depends")
    others = [f"sakai2021.table4.class-imbalance.{name}" for name in ("mae-mu", "accuracy")]
    assert quick(*others) == dict.fromkeys(others, "confirmed")


def test_a_value_that_hangs_on_a_convention_the_paper_does_not_state_is_not_refuted():
    (status,) = quick("sakai2021.section3.kappa-where-gold-is-constant-too.kappa").values()
    assert status == "not checkable"


def test_means_over_questions_of_f_at_a_small_alpha_can_be_what_table_1_prints():
    """17.2 is F of System 3's means 10.9 and 21.6 at alpha 0.261, and F of the means rises as alpha falls."""
    (status,) = quick("amigo2011.tables.table-1-f-of-system-3").values()
    assert status == "depends"


def test_nmd_has_no_ordinal_invariance():
    (status,) = quick("sakai2021.section7.no-equidistance-of-distributions.nmd").values()
    assert status == "refuted"


def test_counting_pairs_passes_the_rag_bag_that_is_printed_in_2013():
    """{a a a a x}{b c d} puts 10 + 3 pairs together, {a a a a}{b c d x} only 6 + 6; in both 6 of them are right."""
    (status,) = quick("amigo2013.table6.rag-bag.counting-pairs").values()
    assert status == "depends"


@pytest.mark.skipif(not STATE.is_file(), reason="reports/audit is not there (a source checkout has it)")
def test_the_committed_audit_has_every_claim_and_the_findings_of_table_7():
    from axiometrics.claims.expanding import claims_of
    from axiometrics.claims.files import publications

    document = json.loads(STATE.read_text("utf-8"))
    known = {claim["key"]: claim for part in document["publications"] for claim in part["claims"]}
    assert list(known) == [claim.key for name in publications() for claim in claims_of(name)]
    for name in ("rnod", "rsnod"):
        readings = known[f"sakai2021.table7.ordinal-classes.{name}"]["readings"]
        holds = {each["constraint"] for each in readings if each["outcome"] == "holds"}
        assert holds == {"nearer_class_one_hot", "lump_one_hot"}
