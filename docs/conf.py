"""Sphinx settings. Build with ``sphinx-build -W -b html docs docs/_build``."""

from axiometrics import __version__

project = "axiometrics"
author = "The axiometrics developers"
copyright = author
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"axiometrics {version}"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True
