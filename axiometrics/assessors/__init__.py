"""Human assessors: the `questionnaire`, of pairs that instantiate constraints, and its `sheets` with their tally."""

from axiometrics.assessors.questionnaire import (
    Instance,
    Question,
    Questionnaire,
    Texts,
    instance,
    questionnaire,
    read_texts,
)
from axiometrics.assessors.sheets import Count, Tally, tally

__all__ = [
    "Count",
    "Instance",
    "Question",
    "Questionnaire",
    "Tally",
    "Texts",
    "instance",
    "questionnaire",
    "read_texts",
    "tally",
]
