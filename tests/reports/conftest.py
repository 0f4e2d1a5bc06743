from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import pytest

from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo, Verdict, Witness

PROVED = Verdict("holds", "proof", cases=900, applicable=840, size=7)
SWEPT = Verdict("holds", "sweep", cases=150, applicable=120, size=9)
DRAWN = Verdict("holds", "search", cases=520, applicable=500)
TIE = Verdict("blind", "witness", cases=150, applicable=120, size=9)
ALWAYS_TIE = Verdict("blind", "proof", always=True, cases=150, applicable=120, size=9)
INVERSION = Verdict("contradicted", "witness", cases=150, applicable=120, size=9)
ALWAYS_INVERSION = Verdict("contradicted", "proof", always=True, cases=150, applicable=120, size=9)
UNDEFINED = Verdict("undefined", "witness", cases=12, applicable=3)
NOT_APPLICABLE = Verdict("not_applicable")
ERROR = Verdict("error")

WITNESS = Witness(
    gold="{a a}{b}",
    outputs={"worse": "{a a b}{c}", "better": "{a a}{b}{c}"},
    parameters={"n": 2, "alpha": "1/2"},
    scores={"worse": "3/4", "better": "log(3) - 2*log(2)"},
    margin="-1/4",
    size=4,
    minimal=True,
    text="worse   *{a a b}     {c}\nbetter  *{a a}*{b}   {c}",
    python="from axiometrics import metrics\nprint(metrics('clustering')['rand'])  # <&>\n",
)
LARGE = Witness(
    gold="{a}",
    outputs={"worse": "{a|b}", "better": "{a}"},
    parameters={},
    scores={"worse": "1", "better": "1"},
    margin="0",
    size=40,
    minimal=False,
    text="{a}",
    python="print(1)",
)
PROOF = {
    "tactic": "coefficient signs in 2 cases",
    "margin_latex": "",
    "certificate": {
        "generators": [
            {"name": "x'", "sign": "nonnegative", "meaning": "x - 1", "definition": "q0 - 1"},
            {"name": "x", "sign": "nonnegative", "meaning": "what is left of it", "definition": "q1 - q2"},
            {
                "name": "cells[n**2/b]",
                "sign": "positive",
                "meaning": "cells[n**2/b], the same in every output",
                "definition": "q3",
            },
            {"name": "d", "sign": "positive", "meaning": "2*x' + 2", "definition": "2*q0"},
        ],
        "lemmas": [{"name": "d", "statement": "2*x' + 2 > 0", "tactic": "growth", "reason": "2*x grows"}],
        "values": {
            "worse": {"N": "x + (x' + 1)**2", "cells[n**2/b]": "cells[n**2/b]"},
            "better": {"N": "d + x + (x' + 1)**2", "cells[n**2/b]": "cells[n**2/b]"},
        },
        "measured": {"q0": "x", "q1": "N@worse", "q2": "cells[1]@worse", "q3": "cells[n**2/b]@worse"},
        "branches": [
            {
                "assumptions": ["x = 0"],
                "path": [{"zero": "x"}],
                "generators": ["cells[n**2/b]", "d", "x'"],
                "positive": ["cells[n**2/b]", "d"],
                "nonnegative": ["x'"],
                "numerator": [{"terms": [["2", [1, 0, 1]], ["2", [1, 0, 0]]], "times": 1}],
                "denominator": [{"terms": [["3", [0, 1, 0]]], "times": 1}],
                "margin": "",
                "squared": False,
                "sign": "positive",
            },
            {
                "assumptions": ["x > 0"],
                "path": [{"positive": "x"}],
                "generators": ["d", "x"],
                "positive": ["d", "x"],
                "nonnegative": [],
                "numerator": [{"terms": [], "times": 1}],
                "denominator": [{"terms": [["1", [0, 0]]], "times": 1}],
                "margin": "0",
                "squared": False,
                "sign": "zero",
            },
        ],
        "note": "margin times its positive denominators",
        "words": {"arbitrary": "sizes and the rest", "N": "the number of items"},
    },
}


@pytest.fixture
def matrix() -> Matrix:
    """Three families, every outcome, every note; one key of each kind that is hard to write."""
    return Matrix("clustering", METRICS, CONSTRAINTS, CELLS, seed=0, effort="quick", version="0.0.1")


METRICS = (
    MetricInfo(
        "bcubed_f(alpha=1/3)", "BCubed F", "bcubed", {"alpha": "1/3"}, "score", "formula", "bagga1998",
        r"\frac{1}{N} \sum_{ij} \frac{n_{ij}^2}{a_i} + \operatorname{best} n", "Mean over items.",
    ),
    MetricInfo("mirkin", "Mirkin distance", "pairs", {}, "error", "formula", None, "2 (SD + DS)"),
    MetricInfo("rand_index", "Rand index", "pairs", {}, "score", "formula", "rand1971", None),
    MetricInfo("black|box", "A <black> box", "yours", {}, "score", "function", None, None),
)  # fmt: skip

CONSTRAINTS = (
    ConstraintInfo(
        "homogeneity", "Homogeneity", "amigo2009", "every", "positive", "Clusters must not be mixed.",
        r"Q(D_1) < Q(D_2)", {"one_class": "gold has one category"},
        lambda: {"worse": "{a a b}", "better": "{a a}{b}"},
    ),
    ConstraintInfo("rag_bag(size=n-1)", "Rag bag", "amigo2013", "all n from n0", "positive"),
    ConstraintInfo("symmetry", "Symmetry", None, "every", "zero", "Exchange of gold & system: <nothing>."),
)  # fmt: skip

CELLS = (
    Cell("bcubed_f(alpha=1/3)", "homogeneity", PROVED, PROVED, except_when=("one_class",), proof=PROOF),
    Cell("bcubed_f(alpha=1/3)", "rag_bag(size=n-1)", SWEPT, SWEPT, threshold={"holds_for": "n >= 6"}),
    Cell("bcubed_f(alpha=1/3)", "symmetry", INVERSION, INVERSION, WITNESS, region="alpha = 1/2"),
    Cell("mirkin", "homogeneity", TIE, PROVED, WITNESS, disagrees_with=("amigo2009:fig11",)),
    Cell("mirkin", "rag_bag(size=n-1)", TIE, SWEPT, LARGE),
    Cell("mirkin", "symmetry", DRAWN, DRAWN),
    Cell("rand_index", "homogeneity", ALWAYS_TIE, PROVED, WITNESS),
    Cell("rand_index", "rag_bag(size=n-1)", ALWAYS_INVERSION, ALWAYS_INVERSION, WITNESS),
    Cell("rand_index", "symmetry", NOT_APPLICABLE, NOT_APPLICABLE),
    Cell("black|box", "homogeneity", UNDEFINED, UNDEFINED, error="ZeroDivisionError: division by zero"),
    Cell("black|box", "rag_bag(size=n-1)", ERROR, ERROR, error="TimeoutError: <5 s>"),
    Cell("black|box", "symmetry", TIE, DRAWN, LARGE),
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A Chromium that is driven as people drive it; what needs it is skipped where there is none."""
    driver = pytest.importorskip("playwright.sync_api", reason="the browser tests need the extra `browser`")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("the browser tests need Chromium, and none is found here")
    with driver.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def _only_tab(browser: Any) -> Iterator[Any]:
    opened = browser.new_page()
    opened.failed, opened.requested = [], []
    opened.on("pageerror", lambda error: opened.failed.append(str(error)))
    opened.on("request", lambda request: opened.requested.append(request.url.partition("#")[0]))
    yield opened
    opened.close()


SHOWN = """() => {
  const table = document.getElementById("table");
  return !table || (document.documentElement.dataset.shown === location.hash && table.ariaBusy !== "true");
}"""


FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Settled:
    """A page, or a part of it, that waits after all that is done to it until it shows what its address names.

    A browser tells a page of its new address a moment after the click, so what is read at once may be the old page;
    of its new size it tells it before the next frame is drawn, so two frames are waited for.
    """

    def __init__(self, page: Any, part: Any) -> None:
        self._page, self._part = page, part

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._part, name)
        if isinstance(found, type(self._page.locator("html"))):
            return Settled(self._page, found)
        return self._waiting(found) if callable(found) else found

    def _waiting(self, act: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(act)
        def waiting(*given: Any, **options: Any) -> Any:
            result = act(*given, **options)
            if isinstance(result, type(self._page.locator("html"))):
                return Settled(self._page, result)
            self._page.wait_for_function(SHOWN)
            if act.__name__ in ("set_viewport_size", "emulate_media"):
                self._page.evaluate(FRAMES)
            return result

        return waiting


@pytest.fixture
def tab(_only_tab: Any) -> Any:
    """An empty tab, the same for all tests, since opening one takes longer than most of them; notes what fails."""
    _only_tab.goto("about:blank")
    _only_tab.set_viewport_size({"width": 1280, "height": 720})
    _only_tab.emulate_media(media="screen", color_scheme="light")
    _only_tab.failed.clear()
    _only_tab.requested.clear()
    return Settled(_only_tab, _only_tab)
