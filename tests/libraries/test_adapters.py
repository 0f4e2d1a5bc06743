"""What adapter files may say, and what is told about libraries that are unknown or not installed."""

from __future__ import annotations

import pytest
from fake_adapters import HEAD, adapters

from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.libraries import audit_libraries, libraries
from axiometrics.libraries.adapters import installed_version, library
from axiometrics.libraries.calling import definition
from axiometrics.tasks import get_task

KNOWN = libraries()


def test_the_libraries_of_the_audit_are_known():
    wanted = "scikit-learn ranx ir_measures pytrec_eval krippendorff dlordinal QuaPy clusim bcubed permetrics"
    assert {
        *wanted.split(),
        "genieclust",
        "PyEvALL",
        "torchmetrics",
        "pycm",
        "netcal",
        "pyndeval",
        "scoringrules",
        "statsmodels",
        "irrCAC",
        "simpledorff",
        "scorch",
        "rank_eval",
    } <= set(KNOWN)


@pytest.mark.parametrize("name", KNOWN)
def test_every_adapter_names_a_form_of_its_task_and_a_registered_metric(name):
    for adapter in KNOWN[name].adapters:
        assert adapter.reads in get_task(adapter.task).reads, adapter.name
        if adapter.equals:
            metric = definition(adapter.task, adapter.equals).metric
            assert (metric.orientation == "error") == adapter.error, adapter.name


def test_an_unknown_library_is_refused_with_those_that_are_known():
    with pytest.raises(UnknownKeyError, match="no library 'clusym'; did you mean 'clusim'"):
        audit_libraries(["clusym"])


def test_a_library_that_is_not_installed_is_told_and_stops_nothing(tmp_path):
    path = adapters(tmp_path, ["purity"])
    absent = tmp_path / "absent.toml"
    absent.write_text(path.read_text().replace('module = "json"', 'module = "no_such_module"'))
    first, second = audit_libraries([absent, path], size=2, constraints=False)
    assert first.missing == "fake is not installed; run: pip install a-package-that-nobody-has"
    assert second.functions[0].outcome == "equal"


def test_a_function_that_is_not_there_is_told_and_stops_nothing(tmp_path):
    path = adapters(tmp_path, ["purity"], '\n[[function]]\nfunction = "json:no_such_function"')
    (found,) = audit_libraries([path], size=2, constraints=False)
    assert [each.outcome for each in found.functions] == ["equal", "error"]
    assert "has no 'no_such_function'" in found.functions[1].error


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("equls = 'purity'", r"fake\.toml, line 12: unknown key 'equls'; did you mean 'equals'"),
        (
            "task = 'clustring'",
            r"fake\.toml, line 12: there is no task 'clustring'; did you mean 'clustering'",
        ),
        ("reads = 'labelz'", r"fake\.toml, line 12: clustering has no form 'labelz'; did you mean 'labels'"),
        ("equals = 'puritty'", r"fake\.toml, line 12: .*'puritty'; did you mean 'purity'"),
        ("symmetric = 'yes'", r"fake\.toml, line 12: symmetric is 'yes'; it must be of type bool"),
        ("call = 'function(gold'", r"fake\.toml, line 9: .*no Python expression"),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_its_line(tmp_path, line, message):
    path = tmp_path / "fake.toml"
    path.write_text(f'{HEAD}[[function]]\nname = "f"\nfunction = "json:dumps"\n{line}\n')
    with pytest.raises(InputError, match=message):
        audit_libraries([path])


def test_functions_of_a_task_without_listed_inputs_are_told_and_stop_nothing(tmp_path):
    extra = (
        '\n[[function]]\nfunction = "json:dumps"\ntask = "combination"\nreads = "scores"\nequals = "product"'
    )
    (found,) = audit_libraries([adapters(tmp_path, ["purity"], extra)], size=2)
    assert [each.outcome for each in found.functions] == ["equal", "error"]
    assert "does not list its small outputs" in found.functions[1].error


def test_a_documented_convention_explains_a_difference(tmp_path):
    """wrong_value differs on clusters of two categories; a documentation that says so makes that a convention."""
    documented = '\n[[function.convention]]\nwhen = "len(set(gold)) > 1"\nsays = "pairs count twice"'
    (found,) = audit_libraries([adapters(tmp_path, ["wrong_value"], documented)], size=3, constraints=False)
    (shown,) = found.functions[0].differences
    assert (shown.kind, shown.says, shown.output) == ("convention", "pairs count twice", "{a b}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('function = ["f"]\nname = "x"\npackage = "x"\nmodule = "x"', "'f' is no table; write"),
        (
            f'{HEAD}[[function]]\nfunction = "json:dumps"\ndigits = -400',
            "line 11: digits is -400; give 1 to 15",
        ),
        (
            f'{HEAD}[[function]]\nfunction = "json:dumps"\nuses = {{ np = 3 }}',
            "line 11: uses gives 'np' 3; give each name",
        ),
        (f'{HEAD}[[function]]\nfunction = "json:dumps"\nconvention = ["c"]', "line 9: 'c' is no table"),
        (
            f'{HEAD}[[function]]\nfunction = "numpymean"',
            "line 10: function is 'numpymean'; write package.module:f",
        ),
        (f'{HEAD}[[function]]\nfunction = ":mean"', "line 10: function is ':mean'; write"),
        (f'{HEAD}[[function]]\nfunction = "numpy:"', "line 10: function is 'numpy:'; write"),
        (f'{HEAD}[[function]]\nfunction = "num py:mean"', "line 10: function is 'num py:mean'; write"),
        (f'{HEAD}[[function]]\nfunction = " "', "line 10: function is empty; write it"),
        (
            f'{HEAD}[[function]]\nfunction = "json:dumps"\nuses = {{ np = "num py" }}',
            "line 11: uses gives 'np'",
        ),
        (
            f'{HEAD}[[function]]\nfunction = "json:dumps"\ncall = "f(gold)"',
            "'f.gold.' has the unknown name 'f'",
        ),
        (f'{HEAD}[[function]]\nfunction = "json:dumps"\napplies = "golds"', "unknown name 'golds'"),
        (
            HEAD.replace('"json"', '"not a module"') + '[[function]]\nfunction = "json:dumps"',
            "line 3: module is",
        ),
        (HEAD.replace('"fake"', '""') + '[[function]]\nfunction = "json:dumps"', "line 1: name is empty"),
    ],
)
def test_values_that_no_adapter_can_have_are_refused(tmp_path, text, message):
    path = tmp_path / "fake.toml"
    path.write_text(text + "\n")
    with pytest.raises(InputError, match=message):
        audit_libraries([path])


def test_looking_for_a_module_inside_a_package_does_not_import_the_package(tmp_path, monkeypatch):
    """A package that ends the process when it is imported is found, and told with its functions."""
    (tmp_path / "leaving").mkdir()
    (tmp_path / "leaving" / "__init__.py").write_text("raise SystemExit(4)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    path = adapters(tmp_path, ["purity"])
    path.write_text(path.read_text().replace('module = "json"', 'module = "leaving.inside"'))
    assert installed_version(library(path)) == "without a version"


def test_a_library_that_is_named_twice_is_audited_once(tmp_path):
    """The second name is another spelling of the first."""
    path = adapters(tmp_path, ["purity"])
    (found,) = audit_libraries([path, str(path)], size=2, constraints=False)
    assert found.functions[0].outcome == "equal"
