"""Confusion matrices drawn, as text and as SVG, from the notation ``[3 0; 1 2]``: rows gold, columns system."""

from __future__ import annotations

from functools import partial

from axiometrics.tasks.ordinal import draw

outputs_text = partial(draw.outputs_text, down="gold", across="system")
outputs_svg = partial(draw.outputs_svg, down="gold", across="system")
