"""Sphinx settings. Build with ``sphinx-build -W -b html docs docs/_build``."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiometrics import __version__
from axiometrics.reports.expressions import mathml

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "axiometrics"
author = "The axiometrics developers"
copyright = author
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_design"]
myst_enable_extensions = ["colon_fence", "dollarmath", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"axiometrics {version}"
html_math_renderer = "mathml"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True

REPORTS = Path(__file__).parent.parent / "reports"


def setup(app: Sphinx) -> None:
    """Write formulas as MathML, so that pages load nothing from elsewhere, and put the matrices beside the pages."""
    app.add_html_math_renderer("mathml", (_inline, None), (_displayed, None))
    app.connect("build-finished", _copy_matrices)


def _inline(writer: Any, node: Any) -> None:
    _write(writer, mathml(node.astext()))


def _displayed(writer: Any, node: Any) -> None:
    _write(writer, f'<div class="math">{mathml(node.astext(), display=True)}</div>\n')


def _write(writer: Any, markup: str) -> None:
    from docutils.nodes import SkipNode

    if "<code>" in markup:
        raise ValueError(f"axiometrics.reports.expressions does not read a formula of the docs: {markup}")
    writer.body.append(markup)
    raise SkipNode


def _copy_matrices(app: Sphinx, error: Exception | None) -> None:
    """Copy the published matrices, which are pages by themselves, into the site."""
    if error is None and app.builder.format == "html":
        for page in sorted(REPORTS.glob("*/matrix.html")):
            shutil.copyfile(page, Path(app.outdir) / f"matrix-{page.parent.name}.html")
        if (REPORTS / "explorer.html").is_file():
            shutil.copyfile(REPORTS / "explorer.html", Path(app.outdir) / "explorer.html")
