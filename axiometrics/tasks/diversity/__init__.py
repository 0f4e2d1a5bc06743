"""Rankings whose documents have aspects: the gold grades every document for every aspect, which have weights.

`documents` is one judged list with its notation and pictures, `batch` many of them; `view` is what metrics see, ideal
lists and smallest covers too, `reading` what users give; `cases` are what constraints ask for and what they give,
random ones too. `facts` are what proofs rest on, `one_aspect` says which cases are those of rankings.
"""

from axiometrics.tasks.diversity.documents import AspectList

__all__ = ["AspectList"]
