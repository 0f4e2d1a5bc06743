"""The built-in tasks: importing this module registers all of them, in the order of the reports."""

from axiometrics.tasks.classification.task import TASK as classification
from axiometrics.tasks.clustering.task import TASK as clustering
from axiometrics.tasks.combination.task import TASK as combination
from axiometrics.tasks.diversity.task import TASK as diversity
from axiometrics.tasks.filtering.task import TASK as filtering
from axiometrics.tasks.multilabel.task import TASK as multilabel
from axiometrics.tasks.ordinal.task import TASK as ordinal
from axiometrics.tasks.organization.task import TASK as organization
from axiometrics.tasks.overlapping.task import TASK as overlapping
from axiometrics.tasks.probabilistic.task import TASK as probabilistic
from axiometrics.tasks.quantification.task import TASK as quantification
from axiometrics.tasks.ranking.task import TASK as ranking
from axiometrics.tasks.registry import register

__all__: list[str] = []

for _task in (
    clustering,
    filtering,
    overlapping,
    ranking,
    diversity,
    classification,
    multilabel,
    ordinal,
    quantification,
    probabilistic,
    organization,
    combination,
):
    register(_task)
