"""What is told to somebody who meets the commands for the first time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from axiometrics.axioms import constraints
from axiometrics.cli import app
from axiometrics.cli.commands import study
from axiometrics.cli.commands.explain import statement
from axiometrics.cli.targets import sample_inputs
from axiometrics.tasks import tasks


def test_choose_without_requirements_shows_what_can_be_required(axiometrics_command):
    ran = axiometrics_command("choose", "--task", "clustering")
    assert ran.code == 0
    assert "rag_bag" in ran.out
    assert "--require homogeneity,completeness" in ran.err


def test_a_function_without_values_is_warned_of_though_the_exit_code_is_0(axiometrics_command, tmp_path):
    path = tmp_path / "nan.py"
    path.write_text("def lost(gold, system):\n    return float('nan')\n", encoding="utf-8")
    line = "check {}:lost --task clustering --reads labels --effort quick --constraint rag_bag,homogeneity"
    ran = axiometrics_command(*line.format(path).split())
    assert ran.code == 0
    assert "warning: lost has no value in any case of 2 of 2 constraints" in ran.err
    assert "--expect FILE" in ran.err


def test_who_states_expectations_is_not_told_to_state_them(axiometrics_command, tmp_path):
    (tmp_path / "nan.py").write_text("def lost(gold, system):\n    return float('nan')\n", encoding="utf-8")
    line = f"check {tmp_path / 'nan.py'}:lost --task clustering --reads labels --effort quick --constraint rag_bag"
    axiometrics_command(*line.split(), "--write-expect", tmp_path / "expected.json")
    ran = axiometrics_command(*line.split(), "--expect", tmp_path / "expected.json")
    assert ran.code == 0
    assert "warning: lost has no value" in ran.err
    assert "--expect FILE" not in ran.err


def test_a_ratio_that_takes_long_says_that_it_is_at_work(axiometrics_command, tmp_path, monkeypatch):
    path = tmp_path / "scores.csv"
    rows = [f"{s},{c},{m},{v}" for s, v in (("x", 0.8), ("y", 0.2)) for c in range(12) for m in "pr"]
    path.write_text("\n".join(["system,case,metric,value", *rows]) + "\n", encoding="utf-8")
    compare = study.compare

    def slowly(*given, **options):
        app.Event().wait(0.1)
        return compare(*given, **options)

    monkeypatch.setattr(app, "PAUSE", 0.01)
    monkeypatch.setattr(study, "compare", slowly)
    ran = axiometrics_command("uir", path, "--metrics", "p,r")
    assert "at work for" in ran.err


@pytest.mark.parametrize(
    "command",
    [
        "check f --constraint",
        "explain f",
        "matrix filtering --constraint",
        "choose filtering --require",
        "repair f --require",
        "lessons filtering --impossible",
        "certify f",
        "questionnaire texts.csv --out forms --constraint",
    ],
)
def test_a_constraint_in_a_file_is_told_how_it_is_checked(axiometrics_command, command):
    ran = axiometrics_command(*command.split(), "ownc.py:more_found")
    assert ran.code == 2
    assert "from ownc import more_found; ax.check(METRIC, TASK, constraints=[more_found])" in ran.err


def test_a_colon_without_a_name_is_an_unknown_key(axiometrics_command):
    ran = axiometrics_command("explain", "f", "rag_bag:")
    assert ran.code == 2
    assert "import" not in ran.err


def test_a_constraint_without_a_docstring_says_where_its_statement_would_come_from():
    silent = replace(constraints("clustering")["rag_bag"], generator=lambda choose: None)
    assert "docstring" in statement(silent)[0]


TASKS = ", ".join(tasks(plugins=False))


@pytest.mark.parametrize("command", ["choose", "lessons"])
def test_who_names_no_task_is_shown_all_of_them(axiometrics_command, command):
    ran = axiometrics_command(command)
    assert ran.code == 2
    assert f"give one of {TASKS}" in ran.err
    assert f"axiometrics {command} " in ran.err


def test_a_task_that_is_left_out_after_its_option_is_one_of_these(axiometrics_command):
    ran = axiometrics_command("matrix", "--task")
    assert ran.code == 2
    assert f"'--task' requires an argument; give one of {TASKS}" in ran.err


def test_choose_takes_the_task_as_matrix_does(axiometrics_command):
    one, other = (
        axiometrics_command("choose", *task.split()) for task in ("clustering", "--task clustering")
    )
    assert one == other
    assert one.code == 0
    assert "axiometrics choose clustering --require homogeneity,completeness" in one.err


def test_choose_refuses_a_task_that_there_is_not(axiometrics_command):
    ran = axiometrics_command("choose", "clustring")
    assert ran.code == 2
    assert "did you mean 'clustering'?" in ran.err


@pytest.fixture
def labels(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("item,gold,system\n1,spam,ham\n2,ham,ham\n3,spam,spam\n", encoding="utf-8")
    return path


def test_score_knows_the_task_of_its_metrics(axiometrics_command, labels):
    ran = axiometrics_command("score", "bcubed_f", "nmi_*", "--gold", labels)
    assert ran.code == 0
    assert (
        ran.out
        == axiometrics_command("score", "bcubed_f", "nmi_*", "--task", "clustering", "--gold", labels).out
    )


@pytest.mark.parametrize(
    ("metrics", "said"),
    [
        (
            "f precision",
            "f and precision may be of filtering or classification; add one of them, as in --task filtering",
        ),
        ("purity ndcg", "no task has all of these metrics (purity: clustering, overlapping; ndcg: ranking)"),
        ("rag_bag", "rag_bag is a constraint, no metric"),
        ("clustering", "clustering is a task, no metric; `axiometrics list metrics --task clustering`"),
    ],
)
def test_score_asks_for_the_task_where_metrics_do_not_tell_it(axiometrics_command, labels, metrics, said):
    ran = axiometrics_command("score", *metrics.split(), "--gold", labels)
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize("command", ["score {} --gold {}", "check {}"])
def test_a_file_of_data_is_no_metric_and_has_its_option(axiometrics_command, labels, command):
    ran = axiometrics_command(*command.format(labels, labels).split())
    assert ran.code == 2
    assert f"{labels} is a file, no metric" in ran.err
    assert "axiometrics score METRIC --gold" in ran.err


@pytest.mark.parametrize(
    ("command", "shown_by"),
    [
        ("cite nosuch", "`axiometrics cite` shows all references"),
        ("explain nosuch homogeneity", "`axiometrics list metrics` shows all"),
        ("matrix --metric nosuch", "`axiometrics list metrics` shows all"),
    ],
)
def test_of_hundreds_of_names_the_nearest_are_told_and_what_lists_all(axiometrics_command, command, shown_by):
    ran = axiometrics_command(*command.split())
    assert ran.code == 2
    assert shown_by in ran.err
    assert "nearest: " in ran.err
    assert len(ran.err) < 300


@pytest.mark.parametrize("command", ["explain", "certify"])
def test_a_constraint_before_its_metric_is_read_as_meant(axiometrics_command, tmp_path, command):
    where = ["--out", tmp_path] if command == "certify" else []
    turned, right = (
        axiometrics_command(command, *names.split(), *where)
        for names in ("homogeneity bcubed_f", "bcubed_f homogeneity")
    )
    assert turned.code == right.code == 0
    assert turned.out == right.out
    assert f"note: the metric comes first; read as `axiometrics {command} bcubed_f homogeneity`" in turned.err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("check purity homogeneity", "write --constraint homogeneity"),
        ("list metrics clustering", "write --task clustering"),
        ("check --task --reads labels mine.py:f", "--task has no value, since --reads is an option itself"),
        ("explain rbp closeness_threshold p=0.5", "parameters are written as in 'rbp(p=1/2)'"),
        ("explain ami_max", "for example: axiometrics explain ami_max homogeneity"),
        ("purity", "commands are list, matrix, check"),
    ],
)
def test_what_a_command_has_no_place_for_is_told_where_it_goes(axiometrics_command, command, said):
    ran = axiometrics_command(*command.split())
    assert ran.code == 2
    assert said in ran.err


UPPER = """
def upper(gold, system):
    return sum(one.upper() == other.upper() for one, other in zip(gold, system))


def arrays(gold, system):
    return (gold == system).mean()
"""


@pytest.fixture
def upper(tmp_path):
    path = tmp_path / "upper.py"
    path.write_text(UPPER, encoding="utf-8")
    return path


def test_a_function_of_data_is_told_the_option_of_the_command_line(axiometrics_command, upper):
    ran = axiometrics_command("check", f"{upper}:upper", "--task", "classification")
    assert ran.code == 2
    assert "say how it takes its input: --reads labels | matrix | counts" in ran.err
    assert "reads=" not in ran.err


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("upper", "labels, grades and counts are given as whole numbers, not as text"),
        ("arrays", "vectors are given as lists; numpy.asarray makes an array of one"),
    ],
)
def test_a_function_that_takes_its_input_for_something_else_is_told_what_it_is(
    axiometrics_command, upper, name, given
):
    line = "--task classification --reads labels --effort quick --constraint correction"
    ran = axiometrics_command("check", f"{upper}:{name}", *line.split())
    assert ran.code == 1
    assert given in ran.err
    assert given in " ".join(ran.out.split())
    assert f"note: on [0 1; 0 0] the call is {name}([1], [2])" in ran.err


def test_the_call_that_raised_has_the_order_that_was_asked_for(axiometrics_command, upper):
    line = "--task classification --reads labels:system,gold --effort quick --constraint correction"
    ran = axiometrics_command("check", f"{upper}:upper", *line.split())
    assert "note: on [0 1; 0 0] the call is upper([2], [1])" in ran.err


@pytest.mark.parametrize(
    ("task", "form"), [(key, form) for key, task in tasks(plugins=False).items() for form in task.reads]
)
def test_every_form_of_every_task_has_inputs_to_show(task, form):
    assert sample_inputs(form, tasks(plugins=False)[task])


def test_words_of_filtering_are_mapped_by_the_option_that_the_message_names(axiometrics_command, labels):
    refused = axiometrics_command("score", "precision", "recall", "--task", "filtering", "--gold", labels)
    assert refused.code == 2
    assert "a label is 0 or 1" in refused.err
    assert "--classes spam,ham reads spam as 1, ham as 0" in refused.err
    line = "score precision recall --task filtering --classes {} --format csv --gold"
    spam, ham = (
        axiometrics_command(*line.format(words).split(), labels).out for words in ("spam,ham", "ham,spam")
    )
    assert spam == "system,items,precision,recall\nsystem,3,1.0,0.5\n"
    assert ham == "system,items,precision,recall\nsystem,3,0.5,1.0\n"


def test_two_words_mean_the_same_in_filtering_and_in_classification(axiometrics_command, labels):
    line = "score precision recall f --task {} --classes spam,ham --format csv --gold"
    one, other = (
        axiometrics_command(*line.format(task).split(), labels) for task in ("filtering", "classification")
    )
    assert one.code == 0
    assert one.out == other.out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("f --task filtering --classes spam", "name the label that is read as 1, then the other"),
        ("f --task filtering --classes 2", "name the label that is read as 1, then the other"),
        ("f --task filtering --classes spam,eggs", "the label 'ham' is none of --classes spam,eggs"),
        ("purity --task clustering --classes spam,ham", "--classes is not possible in clustering"),
    ],
)
def test_words_that_cannot_mean_1_and_0_are_refused(axiometrics_command, labels, line, said):
    ran = axiometrics_command("score", *line.split(), "--gold", labels)
    assert ran.code == 2
    assert said in ran.err


FORMULA = """
import axiometrics as ax


@ax.metric(task="clustering", family="mine", parameters=[ax.Parameter("charge", default=1, above=0)])
def charged_here(table, *, charge):
    return (table.best_in_cluster(lambda n, a, b: n) - charge * table.cluster_count) / table.items
"""


def test_parameters_of_a_metric_of_a_file_are_written_as_those_of_others(axiometrics_command, tmp_path):
    (tmp_path / "charged.py").write_text(FORMULA, encoding="utf-8")
    line = "homogeneity --effort quick --format json"
    ran = axiometrics_command("explain", f"{tmp_path / 'charged.py'}:charged_here(charge=1/2)", *line.split())
    assert '"metric": "charged_here(charge=1/2)"' in ran.out
    assert '"outcome": "holds"' in ran.out


def test_a_run_in_place_of_the_gold_and_the_reverse_are_told(axiometrics_command, tmp_path):
    gold, run = tmp_path / "good.qrels", tmp_path / "good.run"
    gold.write_text("t 0 d1 1\nt 0 d2 0\n", encoding="utf-8")
    run.write_text("t Q0 d1 1 0.9 s\nt Q0 d2 2 0.8 s\n", encoding="utf-8")
    assert "seems to be a run" in axiometrics_command("score", "ndcg", "--gold", run, "--system", run).err
    assert (
        "seem to be judgments" in axiometrics_command("score", "ndcg", "--gold", gold, "--system", gold).err
    )


def test_labels_in_place_of_scores_are_told_what_scores_them(axiometrics_command, labels):
    ran = axiometrics_command("uir", labels)
    assert ran.code == 2
    assert "labels are scored first (`axiometrics score`)" in ran.err


def test_a_metric_in_place_of_a_task_is_told_its_option(axiometrics_command):
    ran = axiometrics_command("matrix", "purity")
    assert ran.code == 2
    assert "purity is a metric, no task; write --metric purity, or `axiometrics check purity`" in ran.err


def test_tasks_are_separated_by_commas_as_other_names_are(axiometrics_command):
    line = "--metric precision --constraint priority_relevant,priority --format csv"
    commas, spaces = (
        axiometrics_command("matrix", *names.split(), *line.split())
        for names in ("filtering,ranking", "filtering ranking")
    )
    assert commas.code == 0
    assert commas.out == spaces.out


def test_a_constraint_of_another_task_is_told_where_it_belongs(axiometrics_command):
    ran = axiometrics_command("explain", "bcubed_f", "priority", "--task", "clustering")
    assert ran.code == 2
    assert "clustering has no constraint 'priority', which belongs to ranking" in ran.err


def test_a_table_in_place_of_trecs_files_is_told_how_its_columns_are_named(axiometrics_command, labels):
    ran = axiometrics_command("score", "ndcg", "--gold", labels, "--system", labels)
    assert ran.code == 2
    assert "of a table name the columns, as in --gold-column gold" in ran.err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("check bcubed*", "'bcubed*' may be bcubed_precision or bcubed_recall or bcubed_f, ...;"),
        (
            "check purity,rand",
            "may be purity or rand; `axiometrics matrix --metric 'purity,rand'` takes several",
        ),
        ("explain bcubed_f homo*", "one constraint is asked for, but 'homo*' may be homogeneity;"),
        ("certify nosuch* homogeneity", "no metric matches 'nosuch*'; `axiometrics list metrics` shows all"),
        ("certify bcubed_f priority", "clustering has no constraint 'priority', which belongs to ranking"),
        ("certify purty homogeneity", "there is no metric 'purty'; did you mean 'purity'"),
    ],
)
def test_one_metric_and_one_constraint_are_asked_for_by_their_keys(axiometrics_command, command, said):
    ran = axiometrics_command(*command.split())
    assert ran.code == 2
    assert said in ran.err
