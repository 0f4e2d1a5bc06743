"""What better agreement on spans is."""

from __future__ import annotations

import axiometrics as ax
from axiometrics.axioms.demands import Zero
from axiometrics_example.spans.cases import Chooser, Template
from axiometrics_example.spans.line import Line


@ax.constraint(
    task="spans",
    preconditions=["nothing_shared", "no_match"],
    latex=r"Q(G, S \cup \{x\}) < Q(G, S), x \cap G = \emptyset",
)
def extra_span(choose: Chooser) -> Template:
    """A system span on tokens that gold does not mark must lower the score.

    The other spans of both sides are any.
    """
    gold, system = choose.tags(), choose.tags()
    free = [place for place in range(choose.tokens) if gold[place] == system[place] == "O"]
    first = choose.place("first", free)
    run = next((place for place in range(first, choose.tokens) if place not in free), choose.tokens)
    last = choose.place("after", range(first + 1, run + 1))
    return {
        "worse": Line(gold, system[:first] + "B".ljust(last - first, "I") + system[last:]),
        "better": Line(gold, system),
    }


@ax.constraint(task="spans", latex=r"Q([i, j], [i, l]) < Q([i, j], [i, k]), |l - j| = |k - j| + 1")
def closer_end(choose: Chooser) -> Template:
    """A system span that begins as a gold span does must score more when its end is one token closer to the gold one's.

    Up to the farther end neither side marks anything else; what both mark before and after is any.
    """
    first = choose.place("first", range(choose.tokens))
    end = choose.place("gold_end", range(first + 1, choose.tokens + 1))
    far = choose.place("far_end", [place for place in range(first + 1, choose.tokens + 1) if place != end])
    last, near = max(end, far), far + (1 if far < end else -1)
    gold, system = ([choose.tags(first), choose.tags(choose.tokens - last)] for _ in range(2))

    def line(stop: int) -> Line:
        sides = zip((gold, system), (end, stop), strict=True)
        return Line(*("B".ljust(at - first, "I").ljust(last - first, "O").join(rest) for rest, at in sides))

    return {"worse": line(far), "better": line(near)}


@ax.constraint(task="spans", demand=Zero(), latex=r"Q(G, S) = Q(S, G)")
def symmetry(choose: Chooser) -> Template:
    """Exchanging gold and system must not change the score: neither annotator is the better one."""
    gold, system = choose.tags(), choose.tags()
    return {"worse": Line(gold, system), "better": Line(system, gold)}
