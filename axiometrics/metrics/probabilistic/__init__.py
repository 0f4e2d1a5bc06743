"""Metrics of probability forecasts: `scoring_rules` of single items, and `calibration`, with discrimination."""
