"""Ten metrics of a million labels, beside one confusion matrix of scikit-learn: reading is what costs."""

from __future__ import annotations

from benchmarks.measuring import Result, seconds

ITEMS = 1_000_000
CLASSES = 5
CHOSEN = [
    "mae_micro",
    "mae_macro",
    "mmae",
    "rmse_macro",
    "cem_ord",
    "kappa_linear",
    "kappa_quadratic",
    "alpha_ordinal",
    "f1_macro",
    "spearman",
]


def measure() -> list[Result]:
    import numpy as np
    from sklearn.metrics import confusion_matrix

    from axiometrics.metrics import metrics
    from axiometrics.tasks.ordinal.reading import read

    draw = np.random.default_rng(0)
    gold, system = draw.integers(1, CLASSES + 1, (2, ITEMS))
    known = [metrics("ordinal")[key] for key in CHOSEN]

    def ours() -> None:
        output = read(gold, system, classes=CLASSES)
        for metric in known:
            metric(output)

    ours()
    labels = list(range(1, CLASSES + 1))
    own, other = seconds(ours, 5), seconds(lambda: confusion_matrix(gold, system, labels=labels), 5)
    claim = f"{len(CHOSEN)} ordinal metrics of {ITEMS:,} labels (scikit-learn: one confusion_matrix)"
    return [Result(claim, f"{own * 1e3:.0f} ms", f"{other * 1e3:.0f} ms", own / other, "x", 1.5, most=True)]
