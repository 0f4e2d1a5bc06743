"""A fake library with planted defects is audited completely: each is found, with the smallest input."""

from __future__ import annotations

import pytest
from fake_adapters import adapters

from axiometrics.libraries import audit_libraries
from axiometrics.libraries.telling import severity, unexpected, unexpected_verdicts, upstream


def first(found, kind):
    return next(each for each in found.differences if each.kind == kind)


def failing(found, name):
    return next(each for each in found.properties if each.name == name and not each.holds)


def test_a_right_function_is_equal_on_every_input(audited):
    """Up to 4 items there are 1 + 4 + 10 + 33 clusterings with their gold."""
    found = audited["purity"]
    assert (found.outcome, found.compared, found.differences) == ("equal", 48, ())
    assert unexpected(found) == []


def test_a_wrong_value_is_a_defect_with_the_smallest_input(audited):
    """{a b} has two items of two categories: purity 1/2, and 1/2 more by the defect."""
    shown = first(audited["wrong_value"], "defect")
    assert (shown.output, shown.ours, shown.theirs) == ("{a b}", "0.5", "1.0")


def test_a_value_for_nothing_over_nothing_is_a_convention(audited):
    """{a} has no pair: the definition gives 1 by convention, the function 0; all singletons are alike, one a size."""
    found = audited["zero_over_zero"]
    shown = first(found, "convention")
    assert (shown.output, shown.ours, shown.theirs, shown.inputs) == ("{a}", "1.0", "0.0", 4)
    assert found.outcome == "convention"


@pytest.mark.parametrize(
    ("name", "given"), [("finite_divergence", "9.0"), ("negative_divergence", "returned -inf")]
)
def test_another_value_where_ours_is_infinite_is_told(audited, name, given):
    """Gold 1 0 against system 0 1: log2(1 / 0)."""
    shown = first(audited[name], "convention")
    assert (shown.output, shown.ours, shown.theirs) == ("gold=1 0 system=0 1", "inf", given)


def test_the_same_infinite_value_is_equal_and_beats_no_perfect_output(audited):
    found = audited["infinite_divergence"]
    assert found.outcome == "equal"
    assert all(each.ours for each in found.properties if each.name == "only a perfect output is best")


def test_dependence_on_label_names_is_found(audited):
    """Names are permuted among those there are: three clusters are needed to have one that is called 2, and one of
    them must be larger for the name to make a difference, so the smallest input has four items."""
    shown = failing(audited["label_names"], "ignores names")
    assert shown.output.count("{") == 3
    assert sum(shown.output.count(name) for name in "abcd") == 4
    assert shown.ours is None


def test_dependence_on_the_order_of_items_is_found(audited):
    """Three items, of which the first and last are of one category in some orders only."""
    shown = failing(audited["item_order"], "ignores the order of items")
    assert sum(shown.output.count(name) for name in "abc") == 3


def test_a_claim_of_symmetry_is_refuted_with_both_values(audited):
    """Purity of {a}{a} is 1; exchanged it is that of {a b}, 1/2."""
    shown = failing(audited["claimed_symmetric"], "symmetric")
    assert (shown.output, shown.seen) == ("{a}{a}", "1.0, exchanged 0.5")
    assert shown in unexpected(audited["claimed_symmetric"])
    assert audited["claimed_symmetric"].outcome == "equal"


def test_a_function_that_changes_its_arguments_is_found(audited):
    """Two clusters in the order 0, 1 are sorted the other way; one cluster stays as it is."""
    shown = failing(audited["bad_manners"], "leaves its arguments alone")
    assert shown.output == "{a}{a}"
    assert "argument 2 was" in shown.seen


def test_a_function_that_does_not_repeat_itself_is_found(audited):
    assert failing(audited["forgetful"], "repeats itself").output == "{a}"


def test_constraints_that_come_out_otherwise_are_told(tmp_path):
    """Wrongly, the mixed pair {a b} scores as much as {a}{b}: homogeneity, which purity satisfies in strict form
    or not, cannot come out better than for purity itself."""
    path = adapters(tmp_path, ["purity", "wrong_value"])
    (found,) = audit_libraries([path], size=3)
    right, wrong = (
        {name: (mine, own) for name, mine, own in each.verdicts.outcomes()} for each in found.functions
    )
    assert all(mine == own for mine, own in right.values())
    assert wrong["homogeneity"][0] != "holds"


def test_a_call_that_does_not_end_is_no_defect(tmp_path):
    """Nothing is known of a value that is not there in time."""
    path = adapters(tmp_path, ["slow"])
    (found,) = audit_libraries([path], size=2, constraints=False, timeout=0.5)
    assert found.functions[0].outcome == "error"
    assert found.functions[0].error.startswith("Input: timed_out on {a}")


@pytest.mark.parametrize(
    "documented", ["", "\n[[function.convention]]\nwhen = 'len(gold) == 1'\nsays = 'alone'"]
)
def test_a_function_that_raises_on_every_input_is_not_judged(tmp_path, documented):
    """A name that a release does not know yet is no wrong value, whatever is documented of some inputs."""
    path = adapters(tmp_path, ["absent"], documented)
    (found,) = audit_libraries([path], size=3, constraints=False)
    assert found.functions[0].outcome == "error"
    assert found.functions[0].error == "Input: it raises on every input: KeyError: 'no such metric'"


def test_digits_that_are_not_compared_contradict_no_constraint(tmp_path):
    """A hundredth of what is compared, for each cluster, breaks ties of purity, and is no finding."""
    few = "digits = 2\ncall = 'function(gold, system) + len(set(system)) / 10000'"
    path = adapters(tmp_path, ["purity"], f"\n{few}")
    (found,) = audit_libraries([path], size=3)
    (function,) = found.functions
    assert function.outcome == "equal"
    assert any(mine != own for _, mine, own in function.verdicts.outcomes())
    assert unexpected_verdicts(function) == []


ORDER, NAMES = "ignores the order of what is tied", "ignores names of what is tied"


def test_a_rule_of_ties_that_is_ours_is_equal_and_depends_on_names_as_ours_does(audited):
    found = audited["by_name"]
    assert (found.outcome, unexpected(found)) == ("equal", [])
    assert failing(found, NAMES).ours is False
    assert next(each for each in found.properties if each.name == ORDER).holds


def test_ties_in_the_order_of_the_dict_are_found(audited):
    """A relevant and a non-relevant document of one score: 1 if the relevant one is given first, else 1/2."""
    found = audited["as_given"]
    shown = failing(found, ORDER)
    assert shown.output in ("(r -)", "(- r)")
    assert shown in unexpected(found)


def test_relevant_documents_first_among_ties_are_a_rule_but_beat_every_order_by_name(audited):
    """In (- r) the last name is not relevant: 1/2 by name, 1 where the relevant document comes first."""
    shown = first(audited["relevant_first"], "convention")
    assert (shown.output, shown.ours, shown.theirs) == ("(- r)", "0.5", "1.0")
    assert audited["relevant_first"].outcome == "convention"


def test_a_value_that_no_order_of_the_tied_documents_has_is_a_defect(audited):
    """(r r) has the reciprocal rank 1 in every order."""
    shown = first(audited["out_of_bounds"], "defect")
    assert (shown.output, shown.ours, shown.theirs) == ("(r r)", "1.0", "2.0")


def test_a_list_of_one_place_gets_more_than_a_random_order_where_relevant_documents_go_first(tmp_path):
    path = adapters(tmp_path, ["relevant_first"])
    (found,) = audit_libraries([path], size=3)
    outcomes = {name: mine for name, mine, _ in found.functions[0].verdicts.outcomes()}
    assert (outcomes["constant_scorer"], outcomes["tie_order_invariance"]) == ("contradicted", "holds")


def test_what_a_rule_of_ties_decides_gets_an_issue_only_where_a_change_is_named(tmp_path):
    """One place for all documents has the best value where relevant ones go first: a worse output wins."""
    found = audit_libraries([adapters(tmp_path, ["relevant_first"])], size=3)
    assert upstream(found) == {}
    named = '\npatch = "Sort again."\nequals = "reciprocal_rank(ties=expected)"'
    path = adapters(tmp_path, ["relevant_first"], named)
    path.write_text(path.read_text("utf-8").replace('equals = "reciprocal_rank"\n', ""), "utf-8")
    (text,) = upstream(found := audit_libraries([path], size=3)).values()
    assert severity(found[0].functions[0]) == "high"
    assert "constant_scorer: contradicted" in text
    assert text.count("Suggested change. Sort again.") == 1


def test_an_issue_about_a_property_of_a_function_without_a_definition_has_code_and_no_definition(tmp_path):
    """Purity of {a}{a} is 1; exchanged it is that of {a b}, 1/2. No registered metric is named."""
    path = adapters(tmp_path, ["claimed_symmetric"], '\npatch = "Take both ways."')
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("equals")]
    path.write_text("\n".join(lines), "utf-8")
    (text,) = upstream(audit_libraries([path], size=3, constraints=False)).values()
    assert text.startswith("# fake: `claimed_symmetric` is not what a score has to be\n")
    assert "print(function(" in text
    assert "This property fails: *symmetric*. On {a}{a}: 1.0, exchanged 0.5." in text
    assert "Definition" not in text
    assert "Suggested change. Take both ways." in text
