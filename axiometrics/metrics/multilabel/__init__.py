"""Metrics of sets of labels: `sets` compares them as they are written, and lists; `hierarchies` has closures, common
ancestors and distances; `information` weighs labels by what they tell.
"""
