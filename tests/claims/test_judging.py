"""Planted claims: false ones are refuted, true ones confirmed, and those that hold in some sense only depend."""

from __future__ import annotations

from axiometrics.claims.auditing import judged
from axiometrics.claims.cells import Store
from axiometrics.claims.files import Cells, Claim, Reading


def claim(constraint: str, what: str, key: str = "c") -> str:
    return f"""
[[claims]]
key = "{key}"
place = "here"
says = "something"
task = "clustering"
constraint = {constraint}
{what}
"""


def test_a_false_tick_is_refuted_with_the_smallest_witness(judge):
    found = judge(claim('"completeness"', 'holds = ["Purity"]'))["c.purity"]
    assert found.status == "refuted"
    reading, cell = found.witnessed
    assert (reading.metric, cell.witness.size, cell.witness.minimal) == ("purity", 2, True)
    assert ("ties allowed", False) in [(each.reading, each.supports) for each in found.tried]


def test_a_true_tick_is_confirmed_with_its_evidence(judge):
    found = judge(claim('"homogeneity"', 'holds = ["Purity"]'))["c.purity"]
    assert (found.status, found.evidence) == (
        "confirmed",
        "homogeneity: holds for every size and context (proof)",
    )


def test_a_false_cross_is_refuted_by_a_proof(judge):
    found = judge(claim('"homogeneity"', 'fails = ["Purity"]'))["c.purity"]
    assert (found.status, "(proof)" in found.evidence) == ("refuted", True)
    assert found.witnessed is None
    assert found.command == "axiometrics explain 'purity' 'homogeneity' --task clustering"


def test_a_true_cross_is_confirmed(judge):
    assert judge(claim('"completeness"', 'fails = ["Purity"]'))["c.purity"].status == "confirmed"


def test_a_claim_depends_where_the_readings_of_its_words_differ(judge):
    both = '["rag_bag(size=n-1)", "rag_bag"]'  # pairs: n fall and n - 1 fall; or n and n, a tie
    found = judge(claim(both, 'fails = ["Rand"]'))["c.rand"]
    assert found.status == "depends"
    assert found.evidence.startswith("rag_bag: blind")
    assert "but rag_bag(size=n-1): holds" in found.evidence


def test_a_claim_depends_where_only_a_registered_variant_supports_it(judge):
    found = judge(claim('"rag_bag"', 'holds = ["Rand"]'))["c.rand"]
    assert (found.status, found.favours) == (
        "depends",
        ("rag_bag(size=n-1) (proof)", "rag_bag(size=n-1,context=shared) (proof)"),
    )
    assert {each.reading for each in found.tried} >= {
        "ties allowed",
        "degenerate cases left out",
        "rag_bag(size=n-1)",
        "rag_bag(context=shared)",
    }


def test_two_readings_of_a_name_count_as_two_readings(judge):
    found = judge(claim('"homogeneity"', 'holds = ["purity of either kind"]'))["c.purity-of-either-kind"]
    assert found.status == "depends"
    assert found.evidence.startswith("purity: holds")


def test_always_tying_is_more_than_failing(judge):
    found = judge(claim('"rag_bag"', 'ties = ["Rand", "BCubed precision"]'))
    assert [found["c.rand"].status, found["c.bcubed-precision"].status] == ["confirmed", "refuted"]


def test_some_of_a_family_none_of_it_and_lacking_something(judge):
    families = 'some = ["Set matching"]'
    assert judge(claim('"homogeneity"', families))["c.set-matching"].status == "confirmed"
    assert judge(claim('"rag_bag"', families))["c.set-matching"].status == "refuted"
    assert judge(claim('"completeness"', families))["c.set-matching"].status == "depends"  # ties allowed
    none = 'none = ["Set matching"]'
    assert judge(claim('"homogeneity"', none))["c.set-matching"].status == "refuted"
    assert judge(claim('"completeness"', none))["c.set-matching"].status == "confirmed"
    four = '["homogeneity", "completeness"]'
    found = judge(claim(four, 'lack = ["Purity", "BCubed"]'))
    assert [found["c.purity"].status, found["c.bcubed"].status] == ["confirmed", "refuted"]


def test_a_family_expands_to_its_members(judge):
    found = judge(claim('"completeness"', 'fails = ["Set matching"]'))
    assert {key: each.status for key, each in found.items()} == {
        "c.purity": "confirmed",
        "c.inverse-purity": "confirmed",
    }


def with_cell(expects: str, **given: object) -> str:
    """The status of a claim about one cell that is written out here."""
    from axiometrics.checker.verdict import Cell, Verdict

    plain = {
        "strict": Verdict("contradicted", "witness"),
        "weak": Verdict("contradicted", "witness"),
        **given,
    }
    reading = Reading("clustering", "purity", "homogeneity")
    store = Store(cells={reading: Cell("purity", "homogeneity", **plain)})
    about = Cells(expects, (reading,))
    return judged(Claim("planted", "c", "", "here", "something", about), store).status


def test_the_weak_form_degenerate_cases_and_parameters_speak_for_a_claim():
    from axiometrics.checker.verdict import Verdict

    tie, weak = Verdict("blind", "witness"), Verdict("holds", "proof")
    assert with_cell("holds") == "refuted"
    assert with_cell("holds", strict=tie, weak=weak) == "depends"
    assert with_cell("holds", strict=tie, weak=Verdict("contradicted", "witness")) == "refuted"
    assert with_cell("holds", except_when=("one_category",)) == "depends"
    assert with_cell("holds", region="p > 1/2") == "depends"
    assert with_cell("holds", region="no p") == "refuted"


def test_a_metric_that_always_ties_does_not_satisfy_the_weak_form_either():
    from axiometrics.checker.verdict import Verdict

    tie = Verdict("blind", "proof", always=True)
    assert with_cell("holds", strict=tie, weak=Verdict("holds", "proof")) == "refuted"


def test_what_was_only_tried_up_to_a_size_refutes_no_cross():
    from axiometrics.checker.verdict import Verdict

    swept = Verdict("holds", "sweep", cases=5, applicable=5, size=3)
    assert with_cell("fails", strict=swept, weak=swept) == "not checkable"
    proved = Verdict("holds", "proof")
    assert with_cell("fails", strict=proved, weak=proved) == "refuted"


def test_a_cell_without_verdict_decides_nothing():
    from axiometrics.checker.verdict import Verdict

    nothing = Verdict("undefined")
    assert with_cell("holds", strict=nothing, weak=nothing) == "not checkable"


def test_the_set_of_n_is_compared_word_by_word():
    from axiometrics.checker.verdict import Cell, Verdict

    reading = Reading("ranking", "precision_at", "closeness_threshold")
    found = Verdict("holds", "proof")
    store = Store(cells={reading: Cell("m", "c", found, found, threshold={"holds_for": "n = 2..8"})})
    statuses = [
        judged(
            Claim("planted", "c", "", "here", "something", Cells("holds", (reading,), for_n=said)), store
        ).status
        for said in ("n = 2..8", "n = 2..9")
    ]
    assert statuses == ["confirmed", "refuted"]


def test_what_is_not_registered_is_said(judge):
    text = claim('"homogeneity"', 'holds = ["Purity"]').replace('"clustering"', '"knitting"')
    found = judge(text)["c.purity"]
    assert (found.status, found.evidence) == ("not checkable", "task knitting is not registered")
    found = judge(claim('"homogenity"', 'holds = ["Purity"]'))["c.purity"]
    assert found.status == "not checkable"
    assert found.evidence == "constraint homogenity of clustering is not registered"


def test_unchecked_claims_say_why(judge):
    found = judge('[[claims]]\nkey = "c"\nplace = "here"\nsays = "x"\nunchecked = "people were asked"')["c"]
    assert (found.status, found.evidence) == ("not checkable", "people were asked")


def test_where_only_a_variant_fails_as_claimed_its_case_is_shown(judge):
    """F-measure satisfies rag bag, but not where more of the clean cluster's category is elsewhere."""
    found = judge(claim('"rag_bag"', 'fails = ["F-measure"]'))["c.f-measure"]
    assert found.status == "depends"
    assert "rag_bag(context=shared)" in [reading.constraint for reading, _ in found.supporting]
    assert "context=shared" in found.witnessed[0].constraint
    assert found.witnessed[0].constraint in found.command
