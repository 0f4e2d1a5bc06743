"""What is judged: the registry of metrics and the catalogue, one module per family."""

from axiometrics.metrics.registry import METRICS, Metric, metric, metrics

__all__ = ["METRICS", "Metric", "metric", "metrics"]
