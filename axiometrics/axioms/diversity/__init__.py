"""Constraints on metrics of lists with aspects: the `primary` ones on relevance and diversity, and `properties`."""
