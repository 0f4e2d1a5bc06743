"""Metrics of document organization: `reliability` and sensitivity of relations between documents."""
