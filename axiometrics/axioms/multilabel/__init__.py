"""Constraints on multi-label metrics: `improvements` say which output is better, `invariances` what changes nothing,
and which values there are.
"""
