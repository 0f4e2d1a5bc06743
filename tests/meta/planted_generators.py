"""Constraint generators with one planted error each, beside the honest ones of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.tasks.clustering.chooser import Chooser, Template, cluster, copies, each

Generator = Callable[[Chooser], Any]


def constraint_of(generator: Generator) -> Constraint:
    return Constraint(key=generator.__name__, task="clustering", generator=generator)


def honest(key: str) -> Constraint:
    return CONSTRAINTS.get(key, "clustering")


def homogeneity_with_swapped_outputs(choose: Chooser) -> Template:
    x, y = choose.size("x"), choose.size("y")
    rest = choose.context("A", "B")
    return rest.with_clusters(worse=[cluster(A=x), cluster(B=y)], better=[cluster(A=x, B=y)])


def homogeneity_with_one_output_twice(choose: Chooser) -> Template:
    x, y = choose.size("x"), choose.size("y")
    rest = choose.context("A", "B")
    return rest.with_clusters(worse=[cluster(A=x, B=y)], better=[cluster(A=x, B=y)])


def homogeneity_without_context_of_its_categories(choose: Chooser) -> Template:
    x, y = choose.size("x"), choose.size("y")
    rest = choose.context()
    return rest.with_clusters(worse=[cluster(A=x, B=y)], better=[cluster(A=x), cluster(B=y)])


def homogeneity_of_equal_parts(choose: Chooser) -> Template:
    x = choose.size("x")
    rest = choose.context("A", "B")
    return rest.with_clusters(worse=[cluster(A=x, B=x)], better=[cluster(A=x), cluster(B=x)])


def homogeneity_from_two_items_on(choose: Chooser) -> Template:
    x, y = choose.size("x", 2), choose.size("y", 2)
    rest = choose.context("A", "B")
    return rest.with_clusters(worse=[cluster(A=x, B=y)], better=[cluster(A=x), cluster(B=y)])


def completeness_of_mixed_clusters(choose: Chooser) -> Template:
    """Too wide: joining clusters that are not pure."""
    s, t, u = choose.size("s"), choose.size("t"), choose.size("u")
    rest = choose.context("L", "M")
    return rest.with_clusters(worse=[cluster(L=s, M=u), cluster(L=t)], better=[cluster(L=s + t, M=u)])


def rag_bag_with_one_item_less(choose: Chooser) -> Template:
    """The noisy cluster has n - 1 items where the constraint says n."""
    n = choose.size("n", 2)
    rest = choose.context()
    return rest.with_clusters(
        worse=[cluster(A=n, z=1), cluster(u=each(n - 1))], better=[cluster(A=n), cluster(u=each(n - 1), z=1)]
    )


def rag_bag_with_a_pure_bag(choose: Chooser) -> Template:
    n = choose.size("n", 2)
    rest = choose.context()
    return rest.with_clusters(
        worse=[cluster(A=n, z=1), cluster(u=n)], better=[cluster(A=n), cluster(u=n, z=1)]
    )


def size_vs_quantity_of_n_members(choose: Chooser) -> Template:
    """The big category has n members where the formal text says n + 1."""
    n = choose.size("n", 3)
    rest = choose.context()
    return rest.with_clusters(
        worse=[cluster(L=n), copies(n, p=1), copies(n, p=1)],
        better=[cluster(L=n - 1), cluster(L=1), copies(n, p=2)],
    )


# These change the gold, or are no cases at all: they must be refused.


def loses_an_item(choose: Chooser) -> Template:
    s, t = choose.size("s"), choose.size("t")
    rest = choose.context("L")
    return rest.with_clusters(worse=[cluster(L=s), cluster(L=t)], better=[cluster(L=s)])


def gains_an_item(choose: Chooser) -> Template:
    x, y = choose.size("x"), choose.size("y")
    rest = choose.context("A", "B")
    return rest.with_clusters(worse=[cluster(A=x, B=y)], better=[cluster(A=x), cluster(B=y + 1)])


def moves_an_item_to_another_category(choose: Chooser) -> Template:
    x, y = choose.size("x"), choose.size("y")
    rest = choose.context()
    return rest.with_clusters(worse=[cluster(A=x, B=y + 1)], better=[cluster(A=x + 1), cluster(B=y)])


def renames_a_category(choose: Chooser) -> Template:
    x, y = choose.size("x"), choose.size("y")
    rest = choose.context()
    return rest.with_clusters(worse=[cluster(A=x, B=y)], better=[cluster(A=x), cluster(C=y)])


def splits_a_category_in_two(choose: Chooser) -> Template:
    n = choose.size("n", 2)
    rest = choose.context()
    return rest.with_clusters(worse=[cluster(u=each(n))], better=[cluster(u=each(1, n))])


def forgets_the_better_output(choose: Chooser) -> Template:
    x, y = choose.size("x"), choose.size("y")
    return choose.context("A").with_clusters(worse=[cluster(A=x, B=y)])


def makes_empty_clusters(choose: Chooser) -> Template:
    x, y = choose.size("x", 0), choose.size("y")
    rest = choose.context("B")
    return rest.with_clusters(worse=[cluster(A=x, B=y)], better=[cluster(A=x), cluster(B=y)])


def shares_a_category_it_does_not_have(choose: Chooser) -> Template:
    x, y = choose.size("x"), choose.size("y")
    rest = choose.context("A", "Q")
    return rest.with_clusters(worse=[cluster(A=x, B=y)], better=[cluster(A=x), cluster(B=y)])


def asks_for_a_size_it_does_not_use(choose: Chooser) -> Template:
    x, y = choose.size("x"), choose.size("y")
    choose.size("unused")
    rest = choose.context("A", "B")
    return rest.with_clusters(worse=[cluster(A=x, B=y)], better=[cluster(A=x), cluster(B=y)])


CHANGE_THE_GOLD = [
    loses_an_item,
    gains_an_item,
    moves_an_item_to_another_category,
    renames_a_category,
    splits_a_category_in_two,
]
ARE_NO_CASES = [
    forgets_the_better_output,
    makes_empty_clusters,
    shares_a_category_it_does_not_have,
    asks_for_a_size_it_does_not_use,
]
