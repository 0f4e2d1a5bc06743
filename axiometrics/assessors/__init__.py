"""Human assessors: the `questionnaire`, of pairs that instantiate constraints, its `sheets`, the `tally`."""

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
