"""The independent check of certificates, which shares nothing with the prover; everything is read as plain data.

* `signs`: the signs of coefficients, complete case distinctions, and proofs in parts
* `on_cases`: a certificate compared with concrete `cases`, in floats with error bounds and in exact numbers
* `premises`, `lines`, `largest_values`: the other kinds of certificates
* `reading`: what texts say, as `polynomials` and quotients of them, or as intervals; `arithmetic`: in any arithmetic
* `refusal`: how a certificate is refused
"""
