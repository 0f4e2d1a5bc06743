"""Two distributions drawn, as text and as SVG, from the notation ``gold=1/2 1/4 1/4 system=1 0 0``."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.tasks.quantification.distributions import Distributions
from axiometrics.tasks.quantification.draw_svg import panels_svg

__all__ = ["outputs_svg", "outputs_text"]

_WIDTH = 12
_FULL, _PARTS = "█", ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: for every class a bar for the system's share, and one for the gold's.

    >>> print(outputs_text({"worse": "gold=1/2 1/2 system=1 0"}))
    worse  system        gold
        1  ████████████  ██████        1    1/2
        2                ██████        0    1/2
    """
    return "\n".join(line for name, text in outputs.items() for line in _lines(name, text))


def _lines(name: str, text: str) -> list[str]:
    pair = Distributions.from_notation(text)
    width = max(len(name), 5)
    found = [f"{name:<{width}}  {'system':<{_WIDTH}}  gold"]
    for number, (system, gold) in enumerate(zip(pair.system, pair.gold, strict=True), 1):
        bars = f"{_bar(float(system)):<{_WIDTH}}  {_bar(float(gold)):<{_WIDTH}}"
        found.append(f"{number:>{width}}  {bars}  {system!s:<5}{gold}")
    return found


def _bar(share: float) -> str:
    eighths = round(share * _WIDTH * len(_PARTS))
    if share > 0:
        eighths = max(eighths, 1)
    whole, part = divmod(eighths, len(_PARTS))
    return _FULL * whole + _PARTS[part]


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side, with two bars for every class.

    >>> outputs_svg({"worse": "gold=1/2 1/2 system=1 0"}).count('class="system"')
    2
    """
    pairs = {name: Distributions.from_notation(text) for name, text in outputs.items()}
    description = "; ".join(f"{name}: {text}" for name, text in outputs.items())
    return panels_svg(pairs, title=title or " and ".join(outputs), description=description)
