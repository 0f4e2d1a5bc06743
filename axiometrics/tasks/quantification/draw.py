"""Two distributions drawn, as text and as SVG, from the notation ``gold=1/2 1/4 1/4 system=1 0 0``."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.tasks.drawing import BAR, MARGIN, bar, edges, element, heading, svg_document, text
from axiometrics.tasks.quantification.distributions import Distributions, Share

_BAR, _GAP, _HEIGHT, _HEAD, _FOOT = 14, 14, 110, 44, 22
_COLOURS = {"system": "#0072b2", "gold": "#e69f00"}


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: for every class a bar for the system's share, and one for the gold's.

    >>> print(outputs_text({"worse": "gold=1/2 1/2 system=1 0"}))
    worse  system        gold
        1  ████████████  ██████        1    1/2
        2                ██████        0    1/2
    """
    return "\n".join(line for name, written in outputs.items() for line in _lines(name, written))


def _lines(name: str, written: str) -> list[str]:
    pair = Distributions.from_notation(written)
    width = max(len(name), 5)
    found = [f"{name:<{width}}  {'system':<{BAR}}  gold"]
    for number, (system, gold) in enumerate(zip(pair.system, pair.gold, strict=True), 1):
        bars = f"{bar(float(system)):<{BAR}}  {bar(float(gold)):<{BAR}}"
        found.append(f"{number:>{width}}  {bars}  {system!s:<5}{gold}")
    return found


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side: for every class, lowest first, the system's share beside the gold's.

    >>> outputs_svg({"worse": "gold=1/2 1/2 system=1 0"}).count('class="system"')
    2
    """
    pairs = {name: Distributions.from_notation(written) for name, written in outputs.items()}
    widths = [max(pair.classes * (2 * _BAR + _GAP), 90) for pair in pairs.values()]
    *lefts, right = edges(widths, 2 * MARGIN)
    panels = zip(pairs.items(), lefts, widths, strict=True)
    parts = [_legend(), *(_panel(*pair, left, width) for pair, left, width in panels)]
    return svg_document(max(right, 180), MARGIN + _HEAD + _HEIGHT + _FOOT + 24, parts, outputs, title)


def _legend() -> str:
    places = [(MARGIN + 70 * place, side) for place, side in enumerate(_COLOURS)]
    return "".join(
        element("rect", x=x, y=10, width=10, height=10, fill=_COLOURS[side]) + text(x + 14, 19, side, 12)
        for x, side in places
    )


def _panel(name: str, pair: Distributions, left: int, width: int) -> str:
    floor = MARGIN + _HEAD + _HEIGHT
    found = [
        heading(left, name, MARGIN + 24),
        element("line", x1=left, y1=floor, x2=left + width, y2=floor, stroke="#1b1b1b"),
    ]
    for place, shares in enumerate(zip(pair.system, pair.gold, strict=True)):
        x = left + place * (2 * _BAR + _GAP) + _GAP // 2
        for offset, (side, share) in enumerate(zip(_COLOURS, shares, strict=True)):
            found.append(_bar(side, share, x + offset * _BAR, floor))
        found.append(text(x + _BAR, floor + 16, place + 1, 12, text_anchor="middle"))
    return "".join(found)


def _bar(side: str, share: Share, x: int, floor: int) -> str:
    height = round(float(share) * _HEIGHT, 2)
    where = {"x": x, "y": f"{floor - height:g}", "width": _BAR - 2, "height": f"{height:g}"}
    return element("rect", element("title", f"{side}: {share}"), class_=side, **where, fill=_COLOURS[side])
