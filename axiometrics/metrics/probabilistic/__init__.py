"""Metrics of probability forecasts, one module per family."""

__all__: list[str] = []
