"""How reports speak of rankings: the symbols of formulas, the outputs that are compared, and the words of proofs."""

from __future__ import annotations

from types import MappingProxyType

__all__ = ["WORDS"]

WORDS = MappingProxyType(
    {
        "symbols": "At a rank, $x$ is the grade of the document, $b$ is 1 if it is relevant, $z$ 1 if it is judged "
        "non-relevant, $i$ the rank, $c$ the number of relevant documents so far, $g$ their gain, $h$ the gain that "
        "the ideal list has by then, $d$ the number of judged non-relevant documents above; of a document below, $y$ "
        "is the grade, $e$ and $f$ are what $b$ and $z$ are above, $j$ is the rank. $m$ documents are listed; of the "
        "collection, $R$ documents are relevant, $N$ are judged non-relevant, $G$ is the highest grade, $T$ the "
        "number of pairs with equal grades.",
        "comparison": "A constraint compares lists that differ at a few ranks; what is written as dots is arbitrary "
        "and the same in all of them. $r$ is a relevant document, $\\neg r$ a non-relevant one.",
        "arbitrary": "sizes and the rest of the lists",
        "reductions": "Sums run over the ranks of the list, or of the ideal list; inside them x is the grade at the "
        "rank i, b is 1 if it is relevant, c counts the relevant documents so far, g is their gain, h that of the "
        "ideal list, d counts the judged non-relevant documents above.",
        "m": "the number of listed documents",
        "R": "the number of relevant documents of the collection",
        "N": "the number of judged non-relevant documents of the collection",
        "G": "the highest grade of the collection",
        "T": "the number of pairs of judged documents with equal grades",
    }
)
