"""Ordinal classification: the system assigns every item to one of K ordered classes.

`confusion` is one output, with its pictures, `batch` many of them, `view` what metrics see, of `quantities`, `reading`
what users give; `chooser` is what constraints ask for, `cases` what they give, on `grids` and at random. Proofs
take parametric cases (`symbolic`) and `facts`, with `used_classes` where classes may be empty, or sums over classes
`class_by_class`. `many_classes` are any number of them: of `any_number` a generator chooses few, and
`any_number_facts` are known of them; `whole_matrices` change in all of them.
"""

from axiometrics.tasks.ordinal.confusion import Confusion

__all__ = ["Confusion"]
