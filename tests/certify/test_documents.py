"""A certificate holds all that its proof rests on: the stand-alone checker derives everything from it again."""

from __future__ import annotations

import ast
import copy
import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from certify.proved import SAMPLE, certificate

import axiometrics.certify
from axiometrics.axioms import CONSTRAINTS
from axiometrics.certify.document import _Way, standing_alone
from axiometrics.certify.writing import files_of
from axiometrics.checker.prove.engine import _proved
from axiometrics.errors import NotSymbolicError
from axiometrics.metrics import METRICS
from axiometrics.recheck import NotCoveredError, RefusedError, check, main
from axiometrics.recheck.branches import replayed
from axiometrics.recheck.cases import Part
from axiometrics.recheck.eventual_signs import telescoped
from axiometrics.recheck.expressions import Flat, flattened, formula_of, parsed, sign_of, support_of, text_of
from axiometrics.recheck.presence import Conditional, cases_of, numerator

SCHEMA = json.loads(
    Path(axiometrics.certify.__file__).with_name("certificate.schema.json").read_text("utf-8")
)
CHECKER = Path(axiometrics.certify.__file__).parents[1] / "recheck"


def test_the_docs_say_what_each_module_of_the_checker_looks_at() -> None:
    written = (CHECKER.parents[1] / "docs" / "certificates.md").read_text("utf-8")
    rows = re.findall(r"^\| (`[^|]+`) \| [^|]+ \|$", written.partition("follow `check`")[2], re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`([\w.]+)`", row)}
    modules = {".".join(path.relative_to(CHECKER).with_suffix("").parts) for path in CHECKER.rglob("*.py")}
    assert told == modules - {"__main__", "facts.__init__"}
    assert f"{len(modules)} modules" in written


@pytest.mark.parametrize("cell", SAMPLE, ids="-".join)
def test_the_stand_alone_checker_confirms(cell: tuple[str, str, str]) -> None:
    document = certificate(*cell)
    assert document["stands_alone"], document["reasons"]
    assert check(document).startswith(f"{cell[1]} and {cell[2]}: ")


@pytest.mark.parametrize("cell", [*SAMPLE, ("diversity", "subtopic_recall", "priority")], ids="-".join)
def test_the_order_of_what_a_certificate_tells_is_of_no_account(cell: tuple[str, str, str]) -> None:
    document = json.loads(json.dumps(certificate(*cell), sort_keys=True))
    assert check(document).startswith(f"{cell[1]} and {cell[2]}: ")


@pytest.mark.parametrize("cell", SAMPLE, ids="-".join)
def test_a_certificate_is_what_the_schema_says(cell: tuple[str, str, str]) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(certificate(*cell))


TWO = "present(x_1_1 + x_2_1)+present(x_1_2 + x_2_2)"
"""Of two classes the number that have items: one at least, since there are items."""


def signs_of_classes(original: str, changed: str, definition: str, sign: str) -> Part:
    """The sign of one symbol that is made of the classes of two outputs, and nothing else, is to be shown."""
    document = certificate("ordinal", "kendall_tau_b", "reversal")
    part = document["parts"][0]
    for output, told in {"original": original, "changed": changed}.items():
        known = part["outputs"][output]
        known["quantities"] = {"N": known["quantities"]["N"], "P": told}
        known |= {"rows": {}, "values": {}}
    part["measured"] = {"P__original": ["P", "original"], "P__changed": ["P", "changed"]}
    free = [each for each in part["symbols"] if "definition" not in each]
    part["symbols"] = [{"name": "w", "sign": sign, "meaning": "", "definition": definition}, *free]
    part["reductions"] = {}
    return Part(document, part, formula_of(document["formula"]))


@pytest.mark.parametrize(
    ("definition", "sign"),
    [
        ("P__original - 1", "nonnegative"),
        ("P__original", "positive"),
        ("P__changed - P__original + 1", "positive"),
    ],
)
def test_of_the_classes_that_may_be_empty_one_is_there(definition: str, sign: str) -> None:
    signs_of_classes(TWO, TWO, definition, sign).signs_hold()


@pytest.mark.parametrize(
    ("original", "changed", "definition", "sign"),
    [
        (TWO, TWO, "P__original - 2", "nonnegative"),
        (TWO, TWO, "1 - P__original", "nonnegative"),
        (TWO, TWO, "P__original - 1", "positive"),
        (TWO, f"{TWO}+present(x_1_1)", "P__original - P__changed", "nonnegative"),
        (TWO, f"{TWO}+present(x_1_1)", "P__original - P__changed + 1/2", "positive"),
        (f"{TWO} - 5", TWO, "P__original", "positive"),
        (f"{TWO} - 5 + x_1_1", TWO, "P__original", "nonnegative"),
    ],
)
def test_no_more_than_one_is_and_others_are_others(
    original: str, changed: str, definition: str, sign: str
) -> None:
    with pytest.raises(NotCoveredError, match="no rule shows that w"):
        signs_of_classes(original, changed, definition, sign).signs_hold()


SHARE = "Guard(x_1_1/(x_1_1 + x_2_1), x_1_1 + x_2_1, 0)"
OTHER = "Guard(x_1_2/(x_1_2 + x_2_2), x_1_2 + x_2_2, 0)"
"""Shares of a class's items, where it has any."""


def signs_in_all_choices(definitions: list[str], sign: str, never: list[list[str]]) -> int:
    """Show signs of what two classes have, for every choice of which of them are there; return how many there are."""
    whole = signs_of_classes(TWO, TWO, "P__original - 1", "nonnegative")
    document = certificate("ordinal", "kendall_tau_b", "reversal")
    made = [
        {"name": f"w{place}", "sign": sign, "meaning": "", "definition": text}
        for place, text in enumerate(definitions)
    ]
    data = whole.data | {"symbols": [*made, *whole.data["symbols"]]}
    data["not_all_zero"] = [*data["not_all_zero"], *never]
    choices = list(cases_of(data))
    for each in choices:
        Part(document, each, formula_of(document["formula"])).signs_hold()
    return len(choices)


def test_every_choice_of_classes_that_are_there_is_looked_at() -> None:
    """Both, or either one: there are items."""
    assert signs_in_all_choices([SHARE, OTHER], "nonnegative", []) == 3
    assert signs_in_all_choices([f"1 - ({SHARE})"], "nonnegative", []) == 3
    assert signs_in_all_choices([SHARE, OTHER], "nonnegative", [["x_1_1", "x_1_2"], ["w0", "w1"]]) == 3


@pytest.mark.parametrize(
    ("definitions", "sign", "never"),
    [
        ([SHARE], "positive", []),
        ([f"{SHARE} - {OTHER}"], "nonnegative", []),
        ([f"{SHARE} - 1/2"], "nonnegative", []),
        ([f"1 - 2*{SHARE}"], "nonnegative", []),
        (["Guard(1/(x_1_1 - x_2_1), x_1_1 - x_2_1, 0)"], "nonnegative", []),
        (["Guard(x_1_2/(x_1_2 + x_2_2), x_1_1 + x_2_1, 0)"], "nonnegative", []),
        ([SHARE, OTHER], "nonnegative", [["w0", "w1"]]),
        ([SHARE, OTHER], "nonnegative", [["x_1_1", "x_2_2"], ["w0", "w1"]]),
        ([f"{SHARE} - {OTHER} + 1", OTHER], "nonnegative", [["w1"]]),
    ],
)
def test_what_fails_in_one_choice_is_not_shown(
    definitions: list[str], sign: str, never: list[list[str]]
) -> None:
    with pytest.raises((NotCoveredError, RefusedError)):
        signs_in_all_choices(definitions, sign, never)


def told_twice(part):
    part["symbols"].append({**part["symbols"][-1], "sign": "positive"})


def told_as_measured(part):
    part["symbols"].append({"name": next(iter(part["measured"])), "sign": "positive", "meaning": ""})


def told_as_the_unit(part):
    part["symbols"].append({"name": "l", "sign": "real", "meaning": "", "definition": "0"})


def told_as_a_quantity(part):
    part["outputs"]["worse"].setdefault("quantities", {})[next(iter(part["reductions"]))] = "2"


def told_as_the_unit_of_logarithms(part):
    part["measured"]["l"] = next(iter(part["measured"].values()))


def told_as_the_items(part):
    part["outputs"]["worse"].setdefault("quantities", {})["N"] = "0"


@pytest.mark.parametrize(
    "change",
    [
        told_twice,
        told_as_measured,
        told_as_the_unit,
        told_as_the_unit_of_logarithms,
        told_as_a_quantity,
        told_as_the_items,
    ],
)
def test_a_name_means_one_thing(change) -> None:
    document = json.loads(json.dumps(certificate("clustering", "purity", "homogeneity")))
    change(document["parts"][0])
    with pytest.raises(
        RefusedError, match=r"told twice|means something else|name of what is|rows are told for"
    ):
        check(document)


def test_a_reduction_with_the_name_of_a_quantity_is_refused() -> None:
    """Average precision is no constant, though a sum named R is the same as R."""
    document = certificate("ranking", "average_precision", "priority")
    place = next(number for number, node in enumerate(document["formula"]) if node["kind"] == "ratio")
    top, bottom, _ = document["formula"][place]["parts"]
    document["formula"][place:] = [{"kind": "quotient", "parts": [top, bottom]}]
    document["written"] = text_of(document["formula"])
    (part,) = document["parts"]
    part |= {"sign": "zero", "branches": []}
    for told in part["outputs"].values():
        del told["values"]["R"]
    text = json.dumps(document).replace('"A0"', '"R"').replace("A0__", "R__")
    with pytest.raises(RefusedError, match="a name that a quantity may have"):
        check(json.loads(text))


@pytest.mark.parametrize("text", ["Larger(p, q, r)", "Larger(p)", "Ratio(p)", "present()", "Guard(p, q)"])
def test_a_function_of_other_parts_is_refused(text: str) -> None:
    with pytest.raises(RefusedError, match="parts"):
        parsed(text)


def test_what_cannot_stand_alone_says_why() -> None:
    judged, demanded = (
        METRICS.get("precision", "filtering"),
        CONSTRAINTS.view("filtering")["priority_relevant"],
    )
    document = standing_alone(judged, demanded, {"tactic": "a guess", "certificate": {"kind": "hunch"}})
    assert not document["stands_alone"]
    assert document["reasons"] == ["a certificate of the kind hunch is not written out"]
    assert document["parts"] == []
    jsonschema.Draft202012Validator(SCHEMA).validate(document)


def test_least_sets_of_symbols_tell_where_sums_are_zero() -> None:
    """x + x y is zero where x is, and so is k x with k > 0; x + y is not, nor is x y; x - y may be anywhere."""
    signs = {"x": "nonnegative", "y": "nonnegative", "k": "positive"}
    found = {
        text: support_of(flattened(parsed(text)), signs)
        for text in ("x", "x + x*y", "k*x", "x + y", "x*y", "x - y", "k + x", "x/y", "z")
    }
    assert found["x"] == found["x + x*y"] == found["k*x"] == (("x",),)
    assert found["x + y"] == (("x",), ("y",))
    assert found["x*y"] == (("x", "y"),)
    assert found["k + x"] == ((),)
    assert found["x - y"] == found["x/y"] == found["z"] == ()


def test_a_sum_that_is_not_zero_stays_so_when_a_member_is_written_by_others() -> None:
    """Of x + y > 0: where x = y + e, not both of y and e are zero, but y alone may be; where x = 0, y is not."""
    case = SimpleNamespace(
        signs={"x": "nonnegative", "y": "nonnegative"}, data={"not_all_zero": [["x", "y"]]}
    )
    order = {"larger": "x", "smaller": "y", "factor": "1", "strict": False, "excess": "e"}
    assert replayed(case, [order])[2] == [{"y", "e"}]
    assert replayed(case, [{"zero": "x"}])[2] == [{"y"}]
    assert replayed(case, [{"zero": "x"}, {"zero": "y"}])[2] == [set()]
    solved = {"solved": "x", "more": "2*x", "less": "y", "strict": False, "excess": "e"}
    assert replayed(case, [solved])[2] == [{"y", "e"}]


def test_sums_that_telescope_are_added_up() -> None:
    """5/2 the sum of 1/((i + 3/2)(i + 5/2)) from 3 to 7 is 5/2 (1/(9/2) - 1/(19/2)) = 50/171."""
    terms = flattened(parsed("5/2")), flattened(parsed("(i + 3/2)*(i + 5/2)"))
    ends = flattened(parsed("3")), flattened(parsed("7"))
    top, bottom = telescoped(terms, *ends) or pytest.fail("it does not telescope")
    assert top[()] / bottom[()] == Fraction(50, 171)
    assert telescoped((terms[0], flattened(parsed("(i + 3/2)*(i + 7/2)"))), *ends) is None


def test_a_sum_of_premises_is_added_up() -> None:
    document = certificate("combination", "f", "transitivity")
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert check(document).endswith("+ Q(first) - Q(third) has the sign that all premises have")
    document["sum"]["times"] = [1, 2]
    with pytest.raises(RefusedError, match="the sum is another form"):
        check(document)


def test_the_checker_is_a_program_without_anything_else(tmp_path: Path) -> None:
    """Nothing outside the standard library and its own folder is imported."""
    for path in CHECKER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                root = name.partition(".")[0]
                assert root in sys.stdlib_module_names or name.startswith("axiometrics.recheck"), (path, name)


def test_the_command_tells_confirmed_refused_and_unreadable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = certificate("filtering", "precision", "priority_relevant")
    (tmp_path / "good.json.gz").write_bytes(gzip.compress(json.dumps(document).encode()))
    document["parts"][0]["sign"] = "negative"
    (tmp_path / "bad.json").write_text(json.dumps(document))
    (tmp_path / "none.json").write_text("{")
    names = {name: str(tmp_path / name) for name in ("good.json.gz", "bad.json", "none.json")}
    assert [main([name]) for name in names.values()] == [0, 1, 2]
    told = capsys.readouterr().out.splitlines()
    assert told[0] == (
        f"{names['good.json.gz']}: confirmed: precision and priority_relevant: + Q(better) - Q(worse) is nonnegative; "
        "for all tp_, fp_ >= 0"
    )
    assert told[1].startswith(f"{names['bad.json']}: refused: ")
    assert told[2].startswith(f"{names['none.json']}: unreadable: ")


@pytest.mark.parametrize(
    "text", ["", "[" * 100_000, "[]", "7", "{}", '{"schema": "axiometrics.certificate/1"}', "1e999"]
)
def test_what_is_no_certificate_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text)
    assert main([str(path)]) in (1, 2)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_help_and_a_call_without_files_say_how_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, code in (["--help"], 0), ([], 2):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == code
    said = capsys.readouterr()
    assert "FILE" in said.out
    assert "FILE" in said.err


def test_it_runs_as_a_module(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(certificate("filtering", "precision", "priority_relevant")))
    done = subprocess.run(
        [sys.executable, "-m", "axiometrics.recheck", str(path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "above"),
    [
        ("Guard(x/(x + y), x + y, 0)", "x"),
        ("Guard((x + x*z)/(x + y), 2*x + y, 0)", "x + x*z"),
        ("Ratio(x, x + y, 0)", "x"),
        ("Guard(x/(k + y), x, 0)", "x"),
        ("Guard(x/z, x, 0)", "0"),  # where z is 0 there is none
        ("Guard(x + y, x, 0)", "0"),  # not zero where y alone is there, but 0 by its condition
        ("Guard(x, x, 1)", "0"),
        ("Guard(x - y, x, 0)", "0"),
        ("Guard(x, x - y, 0)", "0"),
    ],
)
def test_a_term_under_a_condition_is_positive_where_the_condition_and_its_top_are(
    text: str, above: str
) -> None:
    signs = dict.fromkeys("xyz", "nonnegative") | {"k": "positive"}

    def sign(flat: Flat) -> str:
        direction, strict = sign_of(flat, signs)
        return "positive" if direction > 0 and strict else "nonnegative"

    assert numerator(parsed(text), signs, sign) == flattened(parsed(above))


def of_some_numbers(name: str, key: str) -> dict[str, Any]:
    """The certificate of a proof for some numbers of ordered classes, also where there is one for any."""
    metric, record = METRICS.get(name, "ordinal"), CONSTRAINTS.get(key, "ordinal")
    proof = _proved(metric, record, wider=False)
    assert proof is not None
    assert proof.scope
    return copy.deepcopy(standing_alone(metric, record, proof.to_dict()))


def test_more_conditions_than_all_choices_of_are_looked_at_are_no_refusal() -> None:
    """Nothing shows that a wrong one is wrong, where what is lacking is left open; the right one is confirmed."""
    document = of_some_numbers("rmse_macro", "nearer_class")
    part = document["parts"][-1]
    with pytest.raises(NotCoveredError, match="too many"):
        list(cases_of(part))
    check(document)
    part["outputs"]["better"]["values"]["A0"] += " + 0*x_1_1 + x_1_1"
    with pytest.raises(NotCoveredError, match=r"A0 of better is not .* too many"):
        check(document)


def test_of_no_condition_a_wrong_value_is_refused() -> None:
    document = copy.deepcopy(certificate("clustering", "rand", "homogeneity"))
    values = next(told["values"] for told in document["parts"][0]["outputs"].values())
    name = next(iter(values))
    values[name] = f"{values[name]} + 1"
    with pytest.raises(RefusedError):
        check(document)


def with_rest(left: str, definition: str) -> Part:
    """Of four classes an item of the first is taken from the fourth to the second; ``left`` is what else there is."""
    document = of_some_numbers("rmse_macro", "nearer_class")
    where = {"classes": 4, "true": 1, "far": 4, "near": 2}
    part = copy.deepcopy(next(each for each in document["parts"] if each["where"] == where))
    (rest,) = (each for each in part["symbols"] if each["meaning"].startswith("the rest of cells"))
    assert rest["definition"] == "A0__worse - 9/g_1__worse"
    rest["definition"] = definition
    (name,) = (each["name"] for each in part["symbols"] if each.get("definition") == "g_1__worse - 1")
    for output, told in part["outputs"].items():
        told["values"]["A0"] = f"{rest['name']} + " + left.replace("g", f"({name} + 1)")
        told["values"]["A0"] += f" - 8/({name} + 1)" if output == "better" else ""
    return Part(document, part, formula_of(document["formula"]))


def test_what_is_left_of_a_sum_over_classes_that_may_be_empty_is_not_negative() -> None:
    part = with_rest("9/g", "A0__worse - 9/g_1__worse")
    part.values_hold()
    part.signs_hold()


@pytest.mark.parametrize(
    ("left", "definition"),
    [
        ("10/g", "A0__worse - 10/g_1__worse"),  # more than the one item that is certainly there
        ("9", "A0__worse - 9"),
    ],
)
def test_more_than_what_is_there_leaves_no_sign(left: str, definition: str) -> None:
    part = with_rest(left, definition)
    part.values_hold()
    with pytest.raises(NotCoveredError, match="no rule shows"):
        part.signs_hold()


CONDITIONAL = [
    ("Guard(x/(x + y), x + y, 0)", "nonnegative"),
    ("Guard(x/(x + y), x + y, 0) - Guard(x/(x + y), x, 0)", "zero"),  # where x is 0 so is the first
    ("Guard(2*x/(x + y), x, 0) - Guard(x/(x + y), x + y, 0)", "nonnegative"),
    ("Guard(1/(x + y), x + y, 0) - Guard(1/(x + y), x, 0)", None),  # both conditions differ where x is 0
    ("Guard(x/(x + y), x + y, 0) - Guard(2*x/(x + y), x, 0)", None),
    ("Guard(1/(x + y), z, 0)", None),  # z does not tell whether x + y is there
    ("1/(x + y)", None),
    ("Guard(1, x - y, 0)", None),
    ("Guard(1, x, 1)", None),
    ("k/(k + x)", "positive"),
    ("Ratio(x, x + y, 0)", "nonnegative"),
]


@pytest.mark.parametrize(("text", "wanted"), CONDITIONAL)
def test_terms_under_conditions_have_the_sign_that_they_have_wherever_those_hold(
    text: str, wanted: str | None
) -> None:
    def sign(flat: Flat, known: Mapping[str, str]) -> str:
        direction, strict = sign_of(flat, known)
        return "zero" if not direction else "positive" if direction > 0 and strict else "nonnegative"

    known = Conditional(dict.fromkeys("xyz", "nonnegative") | {"k": "positive"}, sign)
    if wanted is None:
        with pytest.raises((RefusedError, AssertionError)):
            assert sign_of(known.terms(parsed(text), {}), known.signs)[0] > 0
    else:
        assert sign(known.terms(parsed(text), {}), known.signs) == wanted


def of_several_cases() -> dict[str, Any]:
    document = copy.deepcopy(certificate("ordinal", "alpha_nominal", "imbalance"))
    assert len(document["parts"]) == len(document["cases"]) > 1
    return document


@pytest.mark.parametrize("form", ["smt", "coq"])
def test_a_certificate_without_a_part_for_some_case_has_no_files_and_says_why(form: Any) -> None:
    document = of_several_cases()
    assert len(files_of(document, form)[0]) > 1
    del document["parts"][-1]
    files, missing = files_of(document, form)
    assert list(files) == ["certificate.json"]
    assert "a case without a part" in missing


def test_a_certificate_that_does_not_say_its_cases_is_not_covered() -> None:
    """Such were written before it was asked; nothing says that they are wrong."""
    document = of_several_cases()
    del document["cases"]
    with pytest.raises(NotCoveredError, match="which cases there are; write it anew"):
        check(document)


def test_a_way_that_meets_a_case_without_symbols_never_counts_as_whole() -> None:
    """An iterator that has failed once says later that it is at its end."""

    def cases() -> Iterator[Any]:
        yield SimpleNamespace(where={"classes": 2})
        raise NotSymbolicError("three classes are swept only")

    way = _Way(cases())
    assert way.at({"classes": 3}) is None
    assert way.at({"classes": 2}) is not None
    assert way.every() is None


def test_cases_that_are_about_the_same_are_counted_one_by_one() -> None:
    twice = [SimpleNamespace(where={"classes": 2}), SimpleNamespace(where={"classes": 2})]
    assert _Way(iter(twice)).every() == [{"classes": 2}, {"classes": 2}]


@pytest.mark.parametrize("name", ["task", "metric", "constraint"])
@pytest.mark.parametrize("told", [None, "", [], {}, 1, True])
def test_what_has_no_name_is_refused(name: str, told: object) -> None:
    document = {"schema": "axiometrics.certificate/1", "task": "filtering", "metric": "f", "constraint": "c"}
    with pytest.raises(RefusedError, match=f"the {name} has no name"):
        check(document | {name: told, "stands_alone": True})


def of_further_classes() -> tuple[dict[str, Any], dict[str, Any]]:
    """A proof about any number of classes, and its part with further ones: a rest of a sum over all cells is shown."""
    document = copy.deepcopy(certificate("classification", "scott_pi", "rare_class_error"))
    (part,) = (part for part in document["parts"] if "each" in part)
    return document, part


def larger_definition(part: dict[str, Any]) -> None:
    """More is taken away than the told classes have."""
    (rest,) = (each for each in part["symbols"] if each["meaning"].startswith("the rest of all_cells"))
    rest["definition"] += " - 7*x_o*x_o"


def fewer_in_each(part: dict[str, Any]) -> None:
    """Each further class has less than it has."""
    for told in part["outputs"].values():
        for row in told["rows"]["all_cells"]:
            if "each" in row:
                row["a"] += " - 1"


def each_several_times(part: dict[str, Any]) -> None:
    """A row of each class counts otherwise in one output."""
    row = next(
        row for row in part["outputs"]["better"]["rows"]["all_cells"] if "each" in row and row["e"] == "1"
    )
    row["times"] = "2"


def test_what_further_classes_add_up_to_is_shown() -> None:
    document, _ = of_further_classes()
    assert "is positive" in check(document)


@pytest.mark.parametrize("change", [larger_definition, fewer_in_each, each_several_times])
def test_what_further_classes_do_not_add_up_to_is_not(change: Any) -> None:
    document, part = of_further_classes()
    change(part)
    with pytest.raises((NotCoveredError, RefusedError)):
        check(document)
