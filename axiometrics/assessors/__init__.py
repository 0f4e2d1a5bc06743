"""Human assessors: questionnaires whose pairs instantiate constraints, and the tally of their answers."""

from axiometrics.assessors.questionnaire import (
    Instance,
    Question,
    Questionnaire,
    Texts,
    instance,
    questionnaire,
    read_texts,
)
from axiometrics.assessors.tally import Count, Tally, tally

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
