"""Human assessors: questionnaires whose pairs instantiate constraints, and the tally of their answers."""

from axiometrics.assessors.instances import Instance, instance
from axiometrics.assessors.questionnaire import Question, Questionnaire, questionnaire
from axiometrics.assessors.tally import Count, Tally, tally
from axiometrics.assessors.texts import Texts, read_texts

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
