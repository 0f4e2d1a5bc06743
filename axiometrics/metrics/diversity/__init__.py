"""Metrics of lists whose documents have aspects: `novelty`, and `averages` over aspects and over readers who stop."""
