"""Whole numbers that outgrow 64 bits are given up, never wrapped round."""

import numpy as np

from axiometrics.formulas.columns import Column


def test_a_sum_that_outgrows_64_bits_is_lost():
    one = Column(np.array([2**61, 3]))  # 2^61 four times is 2^63, one more than an int64 holds
    total = one + one + one + one
    assert list(total.lost) == [True, False]
    assert total.top[1] == 12
