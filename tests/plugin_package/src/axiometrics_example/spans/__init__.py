"""Spans: two annotators mark stretches of a line of tokens; the one is the gold, the other is judged."""

from axiometrics_example.spans.line import Line

__all__ = ["Line"]
