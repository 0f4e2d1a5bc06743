"""Metrics of probability forecasts: `scoring_rules` of single items, errors of `calibration`, and `discrimination`."""

__all__: list[str] = []
