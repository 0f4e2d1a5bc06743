"""``axiometrics audit`` on claims that need no long run."""

from __future__ import annotations

import json

import pytest

from axiometrics.claims.files import publications

ONE = ("audit", "amigo2009", "--claims", "amigo2009.section4.edit-distance-and-rag-bag.*")
FAST = ("--effort", "quick", "--jobs", "1", "--max-examples", "5")


def test_the_table_has_the_status_and_the_evidence(axiometrics_command):
    ran = axiometrics_command(*ONE, *FAST)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("1 claims: 0 refuted, 0 depends, 0 rounding, 1 confirmed, 0 not checkable")
    assert "rag_bag: blind: a proof shows that every case ties" in ran.out


@pytest.mark.parametrize(
    ("form", "start"),
    [("markdown", "# What the literature says"), ("json", '{\n "schema": "axiometrics.audit/1"'), ("csv", "claim,")],
)  # fmt: skip
def test_other_formats(axiometrics_command, form, start):
    ran = axiometrics_command(*ONE, *FAST, "--format", form)
    assert (ran.code, ran.out[: len(start)]) == (0, start)


def test_a_format_that_an_audit_has_not_is_refused(axiometrics_command):
    ran = axiometrics_command(*ONE, "--format", "latex")
    assert (ran.code, "an audit has no latex form; give one of table, markdown" in ran.err) == (2, True)


def test_an_unknown_publication_names_the_known_ones(axiometrics_command):
    ran = axiometrics_command("audit", "sakai2020")
    assert (ran.code, ran.out) == (2, "")
    assert (
        f"did you mean 'sakai2021' or 'sakai2011'? (known publications: {', '.join(publications())})"
        in ran.err
    )
    assert {"amigo2009", "amigo2018", "sakai2021"} <= set(publications())


def test_an_unknown_claim_names_the_nearest(axiometrics_command):
    ran = axiometrics_command("audit", "amigo2009", "--claims", "amigo2009.table1.judgments")
    assert (
        ran.code,
        "no claim matches 'amigo2009.table1.judgments'; did you mean 'amigo2009.table1.judgements'"
        in ran.err,
    ) == (
        2,
        True,
    )


def test_a_pattern_of_another_publication_says_which_claims_there_are(axiometrics_command):
    done = axiometrics_command("audit", "sakai2021", "--claims", "amigo2009.*")
    assert done.code == 2
    assert (
        "no claim matches 'amigo2009.*'; `axiometrics list claims` shows all, here those of sakai2021.*"
        in done.err
    )


def test_options_of_library_audits_are_refused_without_a_library(axiometrics_command):
    done = axiometrics_command("audit", "--function", "purity")
    assert done.code == 2
    assert "go with --library; name one, or all" in done.err


def test_strict_compares_with_the_committed_state(axiometrics_command, tmp_path):
    state = tmp_path / "literature.json"
    assert axiometrics_command(*ONE, *FAST, "--out", state).code == 0
    assert axiometrics_command(*ONE, *FAST, "--strict", "--state", state).code == 0
    document = json.loads(state.read_text("utf-8"))
    document["publications"][0]["claims"][0]["status"] = "refuted"
    state.write_text(json.dumps(document), "utf-8")
    ran = axiometrics_command(*ONE, *FAST, "--strict", "--state", state)
    assert ran.code == 1
    assert "edit-dist: refuted in the committed audit, confirmed now" in ran.err


def test_strict_without_a_committed_state_says_how_to_write_one(axiometrics_command, tmp_path):
    ran = axiometrics_command(*ONE, "--strict", "--state", tmp_path / "none.json")
    assert (ran.code, "write one with `axiometrics audit --out" in ran.err) == (2, True)


def test_claims_are_listed(axiometrics_command):
    ran = axiometrics_command("list", "claims", "--task", "ordinal", "--format", "json")
    keys = {row["key"] for row in json.loads(ran.out)}
    assert "sakai2021.table4.class-imbalance.kappa" in keys
    assert all(key.startswith("sakai2021.") for key in keys)
