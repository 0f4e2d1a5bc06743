"""The command line: ``axiometrics list``, ``matrix``, ``check``, ``explain``, ``report`` and ``score``."""

from axiometrics.cli.app import main

__all__ = ["main"]
