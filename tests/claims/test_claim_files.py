"""Claim files: whatever is wrong is said with file and line, and what is shipped names only what exists."""

from __future__ import annotations

import pytest

from axiometrics.claims.cells import missing
from axiometrics.claims.expanding import claims_of, expanded
from axiometrics.claims.files import Cells, Printed, publications, read, read_file
from axiometrics.errors import DuplicateKeyError, InputError, UnknownKeyError
from axiometrics.reports.bibliography import bibliography
from axiometrics.tasks import tasks

CLAIM = """
[[claims]]
key = "c"
place = "here"
says = "something"
task = "clustering"
constraint = "homogeneity"
holds = ["Purity"]
"""
PLANNED = {"n_invariance", "triangle_inequality", "locality", "maximal_agreement"}
"""Further constraints on clusterings that claims speak of before they are registered."""


def line_of(path, text: str) -> int:
    return next(n for n, line in enumerate(path.read_text("utf-8").splitlines(), 1) if text in line)


def test_an_unknown_key_of_a_claim_is_refused_with_file_and_line(planted):
    path = planted(CLAIM + CLAIM.replace('"c"', '"d"').replace("holds", "hold"))
    with pytest.raises(InputError) as error:
        read_file(path)
    assert (
        str(error.value)
        == f"planted.toml:{line_of(path, 'hold =')}: unknown key 'hold'; did you mean 'holds'?"
    )


def test_an_unknown_key_of_the_file_is_refused_with_file_and_line(planted):
    path = planted(CLAIM, head='title = "x"\nname = "y"\n')
    with pytest.raises(InputError, match=r"planted.toml:2: unknown key 'name'; did you mean 'names'"):
        read_file(path)


def test_a_key_of_another_kind_of_claim_is_refused(planted):
    path = planted(CLAIM.replace('constraint = "homogeneity"', 'unchecked = "no"'))
    with pytest.raises(InputError, match=r"planted.toml:\d+: unknown key 'task'"):
        read_file(path)


def test_a_claim_of_no_kind_is_refused(planted):
    with pytest.raises(InputError, match=r"planted.toml:\d+: a claim has exactly one of constraint, .* none"):
        read_file(planted(CLAIM.replace("constraint =", "place_ =")))


def test_a_claim_without_a_place_is_refused(planted):
    with pytest.raises(InputError, match=r"planted.toml:\d+: the claim has no place; add it"):
        read_file(planted(CLAIM.replace('place = "here"\n', "")))


def test_a_name_that_is_not_explained_is_refused(planted):
    path = planted(CLAIM.replace("Purity", "Purty"))
    with pytest.raises(
        InputError, match=rf"planted.toml:{line_of(path, '[[claims]]')}: .*'Purty'; did you mean"
    ):
        expanded(read_file(path))


def test_two_claims_with_one_key_are_refused(planted):
    with pytest.raises(DuplicateKeyError, match=r"planted.toml:\d+: claim 'planted.c.purity' is already at"):
        expanded(read_file(planted(CLAIM + CLAIM)))


def test_broken_toml_is_refused_with_the_line(planted):
    with pytest.raises(InputError, match=r"planted.toml: .*line \d+.*; correct the TOML"):
        read_file(planted("[[claims]]\nkey = \n"))


def test_an_unknown_publication_names_the_known_ones():
    known = ", ".join(publications())
    with pytest.raises(UnknownKeyError, match=f"did you mean 'sakai2021'.*{known}"):
        read("sakai2020")


@pytest.mark.parametrize("publication", publications())
def test_every_task_metric_and_constraint_of_a_claim_exists(publication):
    unknown = set()
    for claim in claims_of(publication):
        about = claim.about
        if isinstance(about, Cells):
            unknown |= {
                missing(each.task, [each.metric], [each.constraint])
                for each in about.readings
                if each.task in tasks(plugins=False) and each.constraint not in PLANNED
            }
        elif isinstance(about, Printed) and about.task in tasks(plugins=False):
            unknown.add(missing(about.task, about.metrics))
    assert unknown <= {""}


def test_figure_11_has_all_its_cells():
    """14 metrics, 4 constraints: a tick or cross and two values each, and 5 families with 4 verdicts."""
    keys = [claim.key for claim in claims_of("amigo2009")]
    assert sum(key.startswith("amigo2009.figure11.values.") for key in keys) == 14 * 4 * 2
    assert sum(key.startswith("amigo2009.figure11.families.") for key in keys) == 5 * 4
    assert sum(key.startswith("amigo2009.figure11.") for key in keys) == 14 * 4 * 3 + 5 * 4


def test_tables_4_and_7_of_2021_have_all_their_marks():
    """Nine measures with three columns of marks, six with two; the other columns are not checkable."""
    keys = [claim.key for claim in claims_of("sakai2021")]
    assert sum(key.startswith("sakai2021.table4.") for key in keys) == 9 * 3 + 1
    assert sum(key.startswith("sakai2021.table7.") for key in keys) == 6 * 2 + 1


@pytest.mark.parametrize("publication", publications())
def test_every_publication_is_in_the_bibliography(publication):
    assert publication in bibliography()
