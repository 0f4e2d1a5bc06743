"""Facts that the sign of a symbol is shown by, each derived from what the document tells.

* `lemmas`: sums of c t log t, discounts by rank or count, bodies of reductions, and the cost of counts
* `signed_sums`: distances and extremes, which leave something of what bounds them
* `extremes`: the larger of some values, and what best rows add up to
* `class_sums`: sums over classes and their extremes, compared class by class
* `any_number`: rows that stand for each of any number of classes or cells
* `proportions`: formulas that are the same of all multiples of counts, and shares of totals of families
* `single_terms`: terms of the shares of each class, or of what is at a depth, and `divergences`: what these show
* `slopes`: what terms gain where a forecast moves, how they bend, and where sums of them are infinite
* `two_lists`: sums over depths, pairs and items of two lists, by what these share
* `forecasts`: whole tables, by what groups of items add to sums
"""
