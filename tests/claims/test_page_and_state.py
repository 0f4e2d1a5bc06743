"""What an audit writes: the page, the committed state, and what differs from it."""

from __future__ import annotations

import json

import pytest

from axiometrics.claims.auditing import differences, dumps, read_state
from axiometrics.errors import InputError

CLAIMS = """
[[claims]]
key = "table.completeness"
place = "Table 1"
says = "joining helps"
task = "clustering"
constraint = "completeness"
holds = ["Purity", "BCubed"]

[[claims]]
key = "value"
place = "Figure 1"
says = "the value"
task = "clustering"
output = "{a a b}"
values = { Purity = "0.68" }
"""


def test_the_page_puts_printed_and_found_side_by_side_with_the_witness_drawn(document):
    page = document(CLAIMS).to_markdown()
    assert "| [planted](#planted) | 3 | 2 | 0 | 0 | 1 | 0 |" in page
    assert "| Purity | holds | =∀ always `completeness` | **refuted** |" in page
    assert "| BCubed | holds | ● proof `completeness` | confirmed |" in page
    assert "```text\nworse   *{a}*{a}\nbetter  *{a a}\n```" in page
    assert "Reproduce: `axiometrics explain 'purity' 'completeness' --task clustering`" in page
    assert "0.68" in page
    assert "2/3 ≈ 0.6667" in page


def test_the_document_has_every_claim_with_its_status(document):
    part = json.loads(dumps(document(CLAIMS)))["publications"][0]
    assert part["counts"] == {"refuted": 2, "depends": 0, "rounding": 0, "confirmed": 1, "not checkable": 0}
    refuted = part["claims"][0]
    assert (refuted["key"], refuted["status"]) == ("planted.table.completeness.purity", "refuted")
    assert refuted["readings"][0]["witness"] == {"worse": "{a}{a}", "better": "{a a}"}


def test_an_audit_equals_what_it_has_written(document, tmp_path):
    path = tmp_path / "state.json"
    found = document(CLAIMS)
    path.write_text(dumps(found), "utf-8")
    assert differences(read_state(path), found) == []


def test_another_status_a_new_claim_and_a_lost_one_are_told(document):
    committed = {
        "planted.table.completeness.purity": "confirmed",
        "planted.table.completeness.bcubed": "confirmed",
        "planted.gone": "refuted",
        "others.gone": "refuted",
    }
    assert differences(committed, document(CLAIMS)) == [
        "planted.table.completeness.purity: confirmed in the committed audit, refuted now",
        "planted.value.purity: not in the committed audit, refuted now",
        "planted.gone: refuted in the committed audit, no claim now",
    ]


def test_a_state_that_cannot_be_read_says_what_to_do(tmp_path):
    with pytest.raises(InputError, match=r"there is no committed audit .*write one with"):
        read_state(tmp_path / "none.json")
    (tmp_path / "broken.json").write_text("{}")
    with pytest.raises(InputError, match=r"is no axiometrics.audit/1 document"):
        read_state(tmp_path / "broken.json")
