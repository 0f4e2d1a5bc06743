"""Proofs about any number of classes, of which a generator chooses few.

`choices`: what a generator may choose, each choice a case; `facts`: what is known of the reductions of a case.
"""
