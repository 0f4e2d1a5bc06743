"""Verdicts on random and on hostile formulas, compared with plain arithmetic that shares no code with the package."""
