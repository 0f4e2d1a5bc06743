"""A matrix as a picture, and what has none."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest


def test_a_matrix_is_drawn_where_the_name_of_its_file_says_so(axiometrics_command, stub, tmp_path):
    ran = axiometrics_command("matrix", "clustering", "--out", str(tmp_path / "matrix.svg"))
    assert ran.code == 0
    assert ElementTree.parse(tmp_path / "matrix.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    "words", [("list", "tasks"), ("matrix",), ("matrix", "clustering", "--plan"), ("audit", "amigo2009")]
)
def test_what_has_no_picture_says_so_before_anything_is_computed(axiometrics_command, stub, words):
    ran = axiometrics_command(*words, "--format", "svg")
    assert (ran.code, ran.out, stub.calls) == (2, "", [])
    assert "picture" in ran.err
