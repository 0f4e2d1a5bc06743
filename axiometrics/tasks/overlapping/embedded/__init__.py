"""Constraints on plain clusterings among overlapping sets: `embedding` in every rest, and `larger_cases`."""
