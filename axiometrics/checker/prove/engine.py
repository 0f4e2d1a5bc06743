"""The prover: evaluate a formula on the parametric case, and read the margin's sign off its coefficients.

Tactics, in order: all reductions equal (the metric cannot see the difference); coefficient signs of the margin over a
common denominator; the same for signed squares where roots are compared, also inside an increasing function of the
root; with case distinctions where a denominator may vanish, an extreme or the sign of a root is open, or a strict sign
needs to know which of some counts is not zero. Whatever none of them settles stays undecided.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import sympy
from sympy import Expr

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import (
    Between,
    Comparable,
    Implies,
    Nonnegative,
    OfACase,
    Positive,
    Within,
    Zero,
)
from axiometrics.checker.prove.algebra import Split, meet
from axiometrics.checker.prove.attempt import Attempt, Settled
from axiometrics.checker.prove.certificate import Certificate, Enclosure, PartSign
from axiometrics.checker.prove.elimination import Elimination, Sum, summed, vanishing
from axiometrics.checker.prove.lines import OnLines, continuity, definedness
from axiometrics.checker.prove.parts import (
    Forms,
    Part,
    Parts,
    alike,
    by_terms,
    cases_of,
    of_two,
    plain_forms,
    same_forms,
    turned,
)
from axiometrics.checker.recheck import CertificateError, giving_up
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.arithmetics.budget import BudgetError, budget
from axiometrics.formulas.arithmetics.quotients import degrees, equal
from axiometrics.formulas.arithmetics.signs import Sign, rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.parametric import CasesOnDemand, ParametricCase

MOST_WORK, PART_WORK = 4_000_000, 250_000
"""Products of terms that a proof may take, some seconds, and one of several parts; built-in metrics need fewer."""
MOST_COMPARED, HIGHEST_DEGREE = 150, 6
"""Products of counts in a value up to which formulas are compared; the highest degree of what a reduction folds."""
STRICT = ("positive", "zero", "negative")
"""Signs that leave nothing open."""
WAYS = ((False, True), (True, True), (False, False), (True, False))
"""Whether a proof is by single terms, and whether it is of any number of parts, in the order in which it is tried."""


@dataclass(frozen=True)
class Proof:
    """The sign of the margin (better minus worse, oriented) in every case, with its certificate.

    Where ``total`` is wrong it is that of every case in which all outputs have a value, and others may have none.
    """

    sign: Sign
    tactic: str
    certificate: Certificate | Parts | Forms | Elimination | Sum | OnLines | Enclosure
    total: bool = True

    @property
    def scope(self) -> str:
        """The cases that it speaks of, in words such as "2 to 5 classes"; nothing where that is every one."""
        return self.certificate.scope if isinstance(self.certificate, Parts | Forms) else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "tactic": self.tactic,
            "margin_latex": self.certificate.margin_latex,
            "certificate": self.certificate.to_dict(),
        }


def prove(metric: Metric, constraint: Constraint, *, weak: bool = False) -> Proof | None:
    """Return a proof of the margin's sign for every size and context, or None.

    With ``weak`` the first is enough that is not strict: of use where some case is known to tie, and some not.
    Cost: well under a second as a rule; the search ends where it would take more than `MOST_WORK`.
    """
    if metric.reads is not None or not isinstance(constraint.demand, OfACase | Implies | Between):
        return None
    with giving_up(), budget(MOST_WORK):
        found = _searched(metric, constraint, weak=weak)
        return found if found and found.to_dict() else None  # none where numbers are too long to be written
    return None


def _searched(metric: Metric, constraint: Constraint, *, weak: bool) -> Proof | None:
    """Return a proof, or None. Raises BudgetError."""
    if isinstance(constraint.demand, Between | Comparable):
        smooth = isinstance(constraint.demand, Between)
        whole = continuity(metric, constraint) if smooth else definedness(metric, constraint)
        tactic = "intermediate values" if smooth else "definedness"
        return Proof("positive", tactic, whole) if whole else None
    if constraint.premises:
        return _proved_under_premises(metric, constraint)
    if isinstance(constraint.demand, Positive | Zero):
        return _proved(metric, constraint, weak=weak)
    with suppress(NotSymbolicError):
        if found := _proved_forms(metric, constraint):
            return found
    return _of_one_sign(metric, constraint)


def _of_one_sign(metric: Metric, constraint: Constraint) -> Proof | None:
    """Prove that two linear forms have one sign: they are the same number, or their terms show it."""
    found, same = None, same_forms(constraint)
    with suppress(NotSymbolicError):
        found = _proved_same(metric, constraint)
    for wider in (True, False) if same else ():
        found = found or _by_terms(metric, constraint, same, wider=wider)
    return found


def _by_terms(
    metric: Metric, constraint: Constraint, forms: Sequence[Mapping[str, int]], *, wider: bool
) -> Proof | None:
    found = by_terms(metric, constraint, forms, wider=wider)
    return Proof(found[0], found[1].tactic, found[1], found[1].total) if found else None


def _proved_same(metric: Metric, constraint: Constraint) -> Proof | None:
    """Prove that two linear forms are the same number, pair by pair of outputs. Raises BudgetError."""
    same = same_forms(constraint)
    found: list[Part] = []
    total = True
    for form in alike(*same) if same else ():
        proof = _proved(metric, of_two(constraint, form))
        if proof is None or proof.sign != "zero":
            return None
        found.append(Part("form", form, proof.sign, proof.tactic, proof.certificate))
        total &= proof.total
    if not found:
        return None
    tactics = " and ".join(dict.fromkeys([*(form.tactic for form in found), "equal differences"]))
    return Proof("positive", tactics, Forms(tuple(found), None, same), total)


def _proved_under_premises(metric: Metric, constraint: Constraint) -> Proof | None:
    """Prove a demand where its premises hold: as a sum of theirs, or by elimination. Raises BudgetError."""
    kinds = {kind for _, kind in constraint.premises}
    whole = summed(constraint) if kinds == {constraint.of_a_case.word} else None
    if whole is not None:
        sign: Sign = "zero" if kinds == {"zero"} else "positive"
        return Proof(sign, "sum of premises", whole, not metric.is_partial)
    if {*kinds, constraint.of_a_case.word} != {"zero"}:
        return None
    with suppress(Split, UndecidedError):
        case = only_case(metric, constraint)
        found = vanishing(metric, constraint, case, Attempt)
        return Proof("zero", "elimination", found, not metric.is_partial) if found else None
    return None


def _proved_forms(metric: Metric, constraint: Constraint) -> Proof | None:
    """Prove the sign of every linear form by itself. Raises BudgetError."""
    found = _of_forms(metric, constraint, wider=True)
    if len({cases_of(proof.certificate) for proof in found}) > 1:  # a certificate has one list of them
        found = _of_forms(metric, constraint, wider=False)
    signs = [turned(proof.sign, constraint, metric.orientation) for proof in found]
    sign = constraint.of_a_case.proved_sign(signs) if found else None
    continuous = constraint.of_a_case.continuous
    smooth = continuity(metric, constraint) if continuous and sign == "positive" else None
    if sign is None or (continuous and smooth is None):
        return None
    forms = [
        Part("form", form, proof.sign, proof.tactic, proof.certificate)
        for form, proof in zip(plain_forms(constraint), found, strict=True)
    ]
    tactic = " and ".join(dict.fromkeys(form.tactic for form in forms))
    return Proof(sign, tactic, Forms(tuple(forms), smooth), all(proof.total for proof in found))


def _of_forms(metric: Metric, constraint: Constraint, *, wider: bool) -> list[Proof]:
    """Return the proofs of all linear forms; none where one has none. Raises BudgetError."""
    found: list[Proof] = []
    weak = isinstance(constraint.of_a_case, Nonnegative | Within)
    for form in plain_forms(constraint):
        proof = _proved(metric, constraint.about(Positive(form)), weak=weak, wider=wider)
        if proof is None:
            return []
        found.append(proof)
    return found


def _proved(
    metric: Metric, constraint: Constraint, *, weak: bool = False, wider: bool = True
) -> Proof | None:
    """Prove the sign of a linear form by parametric cases, else by single terms: of any number of parts, then of some.

    With ``weak`` one that is not strict is enough. Without ``wider`` cases are those of some numbers of parts alone.
    Raises BudgetError.
    """
    found, spent = None, None
    for of_terms, of_any in WAYS[0 if wider else 2 :]:
        if (spent and not of_terms) or (found and of_terms and not of_any):
            continue
        try:
            if of_terms:
                proof = _by_terms(metric, constraint, [constraint.margin], wider=of_any)
            else:
                proof = _proved_in_cases(metric, constraint, found, weak=weak, wider=of_any)
        except (NotSymbolicError, BudgetError) as error:
            spent = error
            continue
        if proof is not None and (weak or proof.sign in STRICT):
            return proof
        found = found or proof
    if found is None and spent is not None:
        raise spent
    return found


def _proved_in_cases(
    metric: Metric, constraint: Constraint, found: Proof | None, *, weak: bool, wider: bool
) -> Proof | None:
    """Prove the sign of every parametric case, written in one way or another, a strict one where some way shows that.

    With ``weak`` one that is not strict is enough, and what is ``found`` before is enough without a strict one.
    Raises BudgetError.
    """
    cases = get_task(metric.task).symbolic(constraint.symbolic_generator, metric.formula)
    ways = [] if wider else [cases]
    if isinstance(cases, CasesOnDemand):
        ways += cases.wider if wider else cases.others
    for written in ways:
        proof = None
        if found and isinstance(written, CasesOnDemand) and written.last:
            continue
        with suppress(NotSymbolicError, *([BudgetError] if found else [])):
            proof = _every_case(metric, constraint, written)
        if proof is not None and (weak or proof.sign in STRICT):
            return proof
        found = found or proof
    return found


def _every_case(metric: Metric, constraint: Constraint, cases: Sequence[ParametricCase]) -> Proof | None:
    """Prove every parametric case, until one is undecided or the signs disagree. Raises BudgetError."""
    parts: list[tuple[Any, Settled]] = []
    scope = ""
    for case in cases:
        if too_high(case.formula or metric.formula):
            return None
        found = _within_budget(metric, constraint, case)
        if found is None or not _agree([found.sign, *(part.sign for _, part in parts)]):
            return None
        if not case.where:
            return _proof_of(found)
        scope = case.scope
        parts.append((case.where, found))
    sign = meet([part.sign for _, part in parts])
    if not sign:
        return None
    whole = Parts(
        tuple(Part("where", where, part.sign, part.tactic, part.certificate) for where, part in parts),
        scope,
        all(part.total for _, part in parts),
    )
    return Proof(sign, whole.tactic, whole, whole.total)


def _proof_of(found: Settled) -> Proof | None:
    if found.sign == "undefined":
        return None
    return Proof(found.sign, found.tactic, found.certificate, found.total)


def _within_budget(metric: Metric, constraint: Constraint, case: ParametricCase) -> Settled | None:
    """Settle one case; where that takes too much work, look whether its values are equal. Raises BudgetError."""
    work = PART_WORK if case.where else MOST_WORK
    try:
        with budget(work):
            return _settled(metric, constraint, case)
    except BudgetError:
        if _longest(case) <= MOST_COMPARED:
            with budget(work):
                if found := Attempt(metric, constraint, case).equal_values():
                    return found
        raise


def _agree(signs: Sequence[PartSign]) -> bool:
    """Whether the signs of some parts are one; a part in which no case has a margin agrees with all others."""
    return {*signs} == {"undefined"} or meet(signs) is not None


def only_case(metric: Metric, constraint: Constraint) -> Any:
    """Return the parametric case that stands for all cases; raises NotSymbolicError where it takes several."""
    found = get_task(metric.task).symbolic(constraint.symbolic_generator, metric.formula)
    if len(found) != 1 or found[0].where:
        raise NotSymbolicError(f"{constraint.label} has no parametric case that is about all")
    return found[0]


def prove_case(metric: Metric, constraint: Constraint, case: ParametricCase) -> Proof | None:
    """Prove one parametric case. Raises BudgetError."""
    found = _settled(metric, constraint, case)
    return _proof_of(found) if found else None


def _settled(metric: Metric, constraint: Constraint, case: ParametricCase) -> Settled | None:
    """Try the smaller view of a parametric case, the whole one, roots of squares, quotients in lowest terms.

    Then whether all values are equal: they are where they are written alike, or where nothing changes in proportion.
    Raises BudgetError.
    """
    if constraint.scored_by:  # the case knows one metric alone
        return None
    case.require_same(case.formula or metric.formula)
    smaller, formula = collapsed(case), case.formula or metric.formula
    sizes = [case] if smaller == case else [smaller, case]
    views: list[tuple[ParametricCase, dict[str, bool]]] = [(view, {}) for view in sizes]
    if any(not power.exp.is_Integer for power in formula.normal.expression.atoms(sympy.Pow)):
        views.append((case, {"even_roots": True}))
    too_much: BudgetError | None = None
    for view, written in (*views, *((view, {"reduced": True}) for view in sizes)):
        try:
            if too_much is None or "reduced" in written:
                found = Attempt(metric, constraint, view, **written).run()
                return None if found is None or _lacks_values(found, metric) else found
        except CertificateError:
            raise
        except BudgetError as error:
            too_much = error
        except Exception:
            continue
    if too_much is not None:
        raise too_much
    if case.by_sums and _longest(case) > MOST_COMPARED:
        return None
    last = Attempt(metric, constraint, case)
    return last.equal_values() or last.in_proportion()


def _longest(case: ParametricCase) -> int:
    """Return the number of terms of the longest value in a case."""
    values = [sympy.sympify(value) for known in case.outputs.values() for value in known.values()]
    return max((len(sympy.Add.make_args(value)) for value in values), default=0)


def _lacks_values(found: Settled, metric: Metric) -> bool:
    """Whether a branch has no value though the author says nothing of that: then nothing is proved about the metric."""
    return not metric.is_partial and any(branch.sign == "undefined" for branch in found.branches)


def too_high(formula: Formula) -> bool:
    """Whether some reduction folds powers so high that its terms alone would be too many."""
    return any(max(degrees(atom.body)) > HIGHEST_DEGREE for atom in formula.atoms)


def collapsed(case: ParametricCase) -> ParametricCase:
    """Replace what is positive and the same in every output by one generator each: smaller polynomials.

    This forgets how such a value depends on the sizes, which never makes a false claim provable.
    """
    first, *others = case.outputs
    generators = dict(case.generators)
    outputs = {output: dict(known) for output, known in case.outputs.items()}
    for symbol, value in case.outputs[first].items():
        value = sympy.sympify(value)
        if value.is_Symbol or not value.free_symbols & set(case.rests):
            continue
        if not all(equal(value, case.outputs[other][symbol]) for other in others):
            continue
        if rational_sign(value, case.positive, case.nonnegative) == "positive":
            generators[symbol] = case.known(
                "positive", f"{symbol}, the same in every output", sympy.Symbol(f"{symbol}@{first}")
            )
            for output, known in outputs.items():
                outputs[output] = _rebuilt(known, symbol, value, value.free_symbols & set(case.rests))
    return replace(case, generators=generators, outputs=outputs)


def _rebuilt(known: Mapping[Any, Any], quantity: Expr, value: Expr, own: Collection[Any]) -> dict[Any, Any]:
    """Write the values that were built on a quantity (N + c, N + c + s, ...) in terms of its generator."""
    found = {}
    for symbol, held in known.items():
        rest = sympy.expand(held - value) if sympy.sympify(held).has(*own) else held
        found[symbol] = rest + quantity if rest is not held and not rest.has(*own) else held
    return {**found, quantity: quantity}
