"""Human assessors: the `questionnaire`, whose pairs instantiate constraints, its `sheets`, and the `tally` of answers."""

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
