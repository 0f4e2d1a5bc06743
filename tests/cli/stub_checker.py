"""A checker with known answers: set matching is blind to rag_bag, the rest holds; it can be interrupted."""

from __future__ import annotations

from fnmatch import fnmatchcase

from axiometrics.axioms import constraints as all_constraints
from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo, Row, Verdict, Witness
from axiometrics.metrics import Metric
from axiometrics.metrics import metrics as all_metrics
from axiometrics.parameters import split_key

HOLDS = Verdict("holds", "sweep", cases=150, applicable=120, size=9)
TIE = Verdict("blind", "witness", cases=150, applicable=120, size=9)
WITNESS = Witness(
    gold="{a a}{b}",
    outputs={"worse": "{a a b}{c}", "better": "{a a}{b}{c}"},
    parameters={},
    scores={"worse": "3/4", "better": "3/4"},
    margin="0",
    size=4,
    minimal=True,
    text="worse   {a a b} {c}\nbetter  {a a} {b c}",
    python="print('the snippet')",
)
calls: list[dict] = []


class Interrupted(KeyboardInterrupt):
    def __init__(self, partial):
        super().__init__()
        self.partial = partial


def matrix(task, *, metrics=None, constraints=None, variants=False, progress=None, **options):
    calls.append(
        {"task": task, "metrics": metrics, "constraints": constraints, "variants": variants, **options}
    )
    rows = _chosen(metrics, all_metrics(task), "metric")
    return _matrix(Matrix, task, rows, constraints, variants, progress, options)


def check(
    target, task=None, *, reads=None, error=False, constraints=None, variants=False, progress=None, **options
):
    calls.append({"target": target, "task": task, "reads": reads, "error": error, **options})
    if isinstance(target, str):
        target = _chosen([target], all_metrics(task), "metric")[0]
    return _matrix(Row, task, [target], constraints, variants, progress, options)


def explain(metric, constraint, task=None, **options):
    return check(metric, task, constraints=[constraint], **options).cells[0]


def _matrix(kind, task, metrics, constraints, variants, progress, options):
    known = all_constraints(task)
    heads = (
        _chosen(constraints, known, "constraint")
        if constraints
        else [record for record in known.values() if record.primary or variants]
    )
    infos = tuple(map(_info, metrics))
    columns = tuple(ConstraintInfo(each.label, each.name, None, "every", "positive") for each in heads)
    pairs = [(info, each) for info in infos for each in columns]
    cells = []
    for done, (info, each) in enumerate(pairs):
        if info.key == "rand" and each.key == "completeness" and options.get("seed") == 13:
            done = tuple({cell.metric for cell in cells})
            finished = tuple(info for info in infos if info.key in done)
            partial = Matrix(task, finished, columns, tuple(cells), seed=13, version="0", complete=False)
            raise Interrupted(partial)
        cells.append(_cell(info, each))
        if progress:
            progress(f"{info.key} {each.key}", done + 1, len(pairs))
    effort, seed = str(options.get("effort", "normal")), options.get("seed", 0)
    return kind(task, infos, columns, tuple(cells), seed=seed, effort=effort, version="0")


def _cell(info, constraint):
    if constraint.key.startswith("rag_bag") and info.family == "set matching":
        return Cell(info.key, constraint.key, TIE, HOLDS, WITNESS)
    return Cell(info.key, constraint.key, HOLDS, HOLDS)


def _info(metric):
    if isinstance(metric, Metric):
        values = {name: str(value) for name, value in metric.values.items()}
        return MetricInfo(
            metric.label, metric.name, metric.family, values, metric.orientation, metric.kind, None, None
        )
    return MetricInfo(metric.__name__, metric.__name__, "user", {}, "score", "function", None, None)


def _chosen(patterns, known, kind):
    if not patterns:
        return list(known.values())
    found = []
    for pattern in patterns:
        if not isinstance(pattern, str):  # a record stands for itself
            found.append(pattern)
            continue
        matching = [known[key] for key in known if fnmatchcase(key, pattern)]
        if not matching:
            key, given = split_key(pattern)
            matching = [known[key].with_parameters(**given)]
        found += matching
    return found
