"""Metrics of document organization: which of the relations that one side states are those of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.tasks.organization.distribution import PARAMETERS, SPREAD

if TYPE_CHECKING:
    from axiometrics.tasks.organization.view import OrganizationView

FAMILY = "reliability and sensitivity"


def harmonic(first: Quantity, second: Quantity) -> Quantity:
    """Harmonic mean of two shares, 0 where both are."""
    return ratio(2 * first * second, first + second, 0)


@metric(task="organization", family=FAMILY, cites="amigo2013", parameters=PARAMETERS, combined=SPREAD)
def reliability_priority(organization: OrganizationView, **weights: Quantity) -> Quantity:
    r"""Probability that a priority relation of the system output, drawn by weight, is one of the gold.

    A relation that the output states x times and the gold g times is right with probability min(g, x)/x. Range [0, 1],
    best 1. ``tail=open``: in the gold, an organized document has priority over every document that the gold leaves
    out; ``closed``: over those only that the output leaves out too; ``none``: the levels are the whole collection and
    every occurrence weighs the same. Undefined for an output that states no priority.

    >>> round(reliability_priority("[{d1 d2}] [d3]", "[d1] [d3] [d2]"), 6)
    0.8906
    """
    priorities = organization.priorities(**weights)
    return guarded(priorities.reliability, priorities.stated, UNDEFINED)


@metric(task="organization", family=FAMILY, cites="amigo2013", parameters=PARAMETERS, combined=SPREAD)
def sensitivity_priority(organization: OrganizationView, **weights: Quantity) -> Quantity:
    """Probability that a priority relation of the gold, drawn by weight, is one of the system output.

    Reliability of the priorities with the roles of output and gold exchanged. Range [0, 1], best 1. Undefined where
    the gold states no priority.

    >>> sensitivity_priority("[d1 d2]", "[d3] [d1]")
    0.5
    """
    priorities = organization.priorities(**weights)
    return guarded(priorities.sensitivity, priorities.demanded, UNDEFINED)


def priority_f(
    organization: OrganizationView, weights: dict[str, Any], otherwise: Quantity | int
) -> Quantity:
    """Harmonic mean over the priorities; a stated value where no side has any."""
    reliability, sensitivity, stated, demanded = organization.priorities(**weights)
    mean = guarded(harmonic(reliability, sensitivity), stated * demanded, 0)
    return guarded(mean, stated + demanded, otherwise)


@metric(task="organization", family=FAMILY, cites="amigo2013", parameters=PARAMETERS, combined=SPREAD)
def rs_priority_f(organization: OrganizationView, **weights: Quantity) -> Quantity:
    """Harmonic mean of the reliability and the sensitivity of priorities.

    Range [0, 1], best 1; 0 where only one side states a priority. Undefined where neither does, and where the gold
    organizes nothing.

    >>> round(rs_priority_f("[d1 d2]", "[d3] [d1]"), 6)
    0.377517
    """
    return guarded(priority_f(organization, weights, UNDEFINED), organization.organized, UNDEFINED)


@metric(task="organization", family=FAMILY, cites="amigo2013", parameters=PARAMETERS, combined=SPREAD)
def reliability_clustering(organization: OrganizationView, **weights: Quantity) -> Quantity:
    """Probability that two documents which the system output puts together, drawn by weight, are together in the gold.

    Every occurrence is related to all documents of its cluster, itself included; the tail, in which no documents are
    together, counts with its weight as right. Range (0, 1], best 1, as for an output that organizes nothing.
    ``tail=none``: the levels are the whole collection and every occurrence weighs the same; without overlap and with
    one level on either side that is BCubed precision. Undefined there for an empty output.

    >>> round(reliability_clustering.with_parameters(tail="none")("[{d1 d2} d3]", "[{d1 d2 d3}]"), 6)
    0.555556
    """
    groupings = organization.groupings(**weights)
    return guarded(groupings.reliability, groupings.stated, UNDEFINED)


@metric(task="organization", family=FAMILY, cites="amigo2013", parameters=PARAMETERS, combined=SPREAD)
def sensitivity_clustering(organization: OrganizationView, **weights: Quantity) -> Quantity:
    """Probability that two documents which the gold puts together, drawn by weight, are together in the system output.

    Reliability of the clusters with the roles of output and gold exchanged. Range [0, 1], best 1. Undefined where the
    gold organizes nothing.

    >>> round(sensitivity_clustering("[{d1 d2} d3]", "[d1 d2 d3]"), 6)
    0.818182
    """
    groupings = organization.groupings(**weights)
    return guarded(groupings.sensitivity, organization.organized, UNDEFINED)


@metric(task="organization", family=FAMILY, cites="amigo2013", parameters=PARAMETERS, combined=SPREAD)
def rs_clustering_f(organization: OrganizationView, **weights: Quantity) -> Quantity:
    """Harmonic mean of the reliability and the sensitivity of clusters.

    Range [0, 1], best 1. Undefined where the gold organizes nothing.

    >>> round(rs_clustering_f("[{d1 d2} d3]", "[d1 d2 d3]"), 6)
    0.9
    """
    reliability, sensitivity, _, _ = organization.groupings(**weights)
    return guarded(harmonic(reliability, sensitivity), organization.organized, UNDEFINED)


@metric(task="organization", family=FAMILY, cites="amigo2013", parameters=PARAMETERS, combined=SPREAD)
def rs_f(organization: OrganizationView, **weights: Quantity) -> Quantity:
    """Harmonic mean of all four: reliability and sensitivity of priorities and of clusters (R*S).

    The source leaves open how the two kinds of relations are combined; here they count alike. Range [0, 1], best 1.
    Where no side states a priority, which takes one level and no tail, that of clusters alone; undefined where the gold
    organizes nothing.

    >>> round(rs_f("[{d1 d2} d3]", "[d1 d2 d3]"), 6)
    0.947368
    """
    clusters = harmonic(*organization.groupings(**weights)[:2])
    together = organization.priorities(**weights)
    mean = harmonic(priority_f(organization, weights, 0), clusters)
    return guarded(
        guarded(mean, together.stated + together.demanded, clusters), organization.organized, UNDEFINED
    )
