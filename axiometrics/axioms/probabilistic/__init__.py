"""Constraints on probability forecasts: of single forecasts (`forecasts`), and of whole tables (`tables`)."""

__all__: list[str] = []
