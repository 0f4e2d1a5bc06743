"""The cases that a generator makes of a chooser's answers: all up to a number of tokens, and random ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from axiometrics.tasks import cases
from axiometrics.tasks import chooser as choosers
from axiometrics.tasks.cases import Case, CaseBatch
from axiometrics.tasks.choosing import Answers, each_choice
from axiometrics_example.spans.line import Line
from axiometrics_example.spans.rows import Lines

Template = Mapping[str, Line]
"""The outputs by name."""
MOST_TOKENS = 12
"""Tokens of random cases."""


class Chooser(choosers.Chooser):
    """Where a generator gets its line of tokens, and what is marked on it, from."""

    def __init__(self, answers: Answers, most: int) -> None:
        super().__init__(answers)
        self.tokens: int = answers.named("tokens", range(1, most + 1))

    def place(self, name: str, places: Sequence[int]) -> int:
        """Return one of some places; there is no case where there are none."""
        return self.answers.named(name, places)

    def tags(self, tokens: int | None = None) -> str:
        """Return any tags of all tokens, or of so many."""
        found = "O"
        for _ in range(self.tokens if tokens is None else tokens):
            found += self.answers.one_of("OB" if found[-1] == "O" else "OBI")
        return found[1:]


def case_of(outputs: Mapping[str, Line], chosen: Mapping[str, int]) -> Case:
    """Return a case; its size is the number of tokens."""
    return Case(outputs, chosen, next(iter(outputs.values())).tokens)


def batch_of_cases(
    outputs: Sequence[str], given: Sequence[Case], complete_up_to: int | None = None
) -> CaseBatch:
    """Return cases as a batch, smallest first."""
    return cases.batch_of_cases(outputs, given, Lines, complete_up_to)


def sweep(generator: Callable[..., Template], outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of up to so many tokens."""
    made = each_choice(generator, lambda answers: Chooser(answers, size))
    return batch_of_cases(
        outputs, [case_of(template, chooser.answers.made) for chooser, template in made], size
    )


def random_case(generator: Callable[..., Template], answers: Answers) -> Case:
    """Return the case that answers make."""
    return case_of(generator(Chooser(answers, MOST_TOKENS)), answers.made)
