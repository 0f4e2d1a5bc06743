"""Text that comes from people and files, made harmless in each format that it is shown in.

Whatever a name, a label or an error message holds, it is shown as text: it is no markup, no formula of a spreadsheet,
no command of a terminal. Control characters, which nobody sees, are shown as escapes such as ``\\x1b``.
"""

from __future__ import annotations

import html
import io
import json
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

_KEPT = "\n\t\u200c\u200d"
"""Line breaks and tabs, and the two joiners that writing systems and emoji need."""
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

_MARKUP = re.compile(
    r"\\(?=[!-/:-@\[-`{-~]|$)|[*<|]|\](?=\()|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|~(?=~)|&(?=#?\w+;)"
)
_BLOCK = re.compile(r"#{1,6}(?=\s+\S)|[-+](?=\s+\S)|>|-{3,}|~{3,}|`{3,}")
_NUMBERED = re.compile(r"(\d+)([.)])(?=\s+\S)")

_LATEX = {char: "\\" + char for char in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "×": r"$\times$",
    "–": "--",
}

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_ARITHMETIC = re.compile(r"[-+]?(?:log|sqrt|tanh|\de[-+]?(?=\d)|[\d\s.+*/()-])+")


def visible(text: str) -> str:
    r"""Show characters that control a terminal or the order of letters as escapes; line breaks and tabs stay.

    >>> visible("\x1b[31mred\x1b[0m")
    '\\x1b[31mred\\x1b[0m'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(char) if _is_hidden(char) else char for char in text)


def one_line(text: str) -> str:
    r"""Show a text in one line.

    >>> one_line("two\nlines")
    'two lines'
    """
    return visible(" ".join(re.split(r"[\r\n\t]+", text)))


def markdown(text: str) -> str:
    r"""Escape what markdown would take for markup, in running text and in cells of tables.

    >>> markdown("TimeoutError: <5 s>"), markdown("[x](javascript:y) | *z*")
    ('TimeoutError: \\<5 s>', '[x\\](javascript:y) \\| \\*z\\*')
    """
    shown = _MARKUP.sub(r"\\\g<0>", one_line(text))
    shown = "\\" + shown if _BLOCK.match(shown) else shown
    return _NUMBERED.sub(r"\1\\\2", shown, count=1) if _NUMBERED.match(shown) else shown


def code(text: str) -> str:
    r"""Write text as markdown's code, also inside a table.

    >>> code("p(a|b)"), code("a`b")
    ('`p(a\\|b)`', '``a`b``')
    """
    shown = one_line(text).replace("|", r"\|")
    fence = "`" * (_longest_run(shown) + 1)
    space = " " if "`" in (shown[:1], shown[-1:]) else ""
    return f"{fence}{space}{shown}{space}{fence}"


def code_block(text: str, language: str = "") -> str:
    """Write text as a block of markdown's code, fenced by more backticks than it has in a row."""
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{language}\n{visible(text)}\n{fence}"


def html_text(text: str) -> str:
    """Escape what HTML and SVG would take for markup."""
    return html.escape(visible(text))


def latex(text: str) -> str:
    r"""Escape what LaTeX reads as a command; a first ``[`` or ``*`` would belong to the end of the row above.

    >>> latex("f_measure(alpha=1/2)"), latex("[2] war")
    ('f\\_measure(alpha=1/2)', '{}[2] war')
    """
    shown = "".join(_LATEX.get(char, char) for char in one_line(text))
    return "{}" + shown if shown[:1] in ("[", "*") else shown


def csv_cell(value: object) -> Any:
    """Write an apostrophe before text that a spreadsheet would take for a formula; numbers stay as they are.

    >>> csv_cell("=1+1"), csv_cell("-log(2)/3"), csv_cell(-1)
    ("'=1+1", '-log(2)/3', -1)
    """
    if not isinstance(value, str):
        return value
    guard = "'" if _FORMULA.match(value) and not _ARITHMETIC.fullmatch(value) else ""
    return guard + visible(value)


def csv_name(cell: str) -> str:
    """Return a name as it was before `csv_cell` wrote it.

    >>> csv_name("'=1+1"), csv_name("'tis")
    ('=1+1', "'tis")
    """
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def json_text(data: object, default: Callable[[Any], Any] | None = None) -> str:
    """Write data as JSON, indented, ended by a line break, and with every hidden character as an escape."""
    return _without_hidden(json.dumps(data, ensure_ascii=False, indent=1, default=default)) + "\n"


def json_line(data: object, default: Callable[[Any], Any] | None = None) -> str:
    """Write data as JSON in one line without spaces, with every hidden character as an escape."""
    return _without_hidden(json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=default))


def _without_hidden(text: str) -> str:
    hidden = {ord(char): _json_escape(char) for char in set(text) if char != "\n" and _is_hidden(char)}
    return text.translate(hidden) if hidden else text


def print_rich(*parts: Any, **console: Any) -> None:
    """Print rich renderables one below the other, without markup in their text, to a console with these options."""
    from rich.console import Console
    from rich.segment import Segment

    class Harmless(Console):
        def render(self, *given: Any, **options: Any) -> Iterator[Segment]:
            for segment in super().render(*given, **options):
                yield segment if segment.control else Segment(visible(segment.text), segment.style)

    Harmless(highlight=False, **console).print(*parts, sep="\n", markup=False, emoji=False, crop=False)


def text_of(*parts: object) -> str:
    """Return what a terminal of the usual width shows of rich renderables."""
    out = io.StringIO()
    print_rich(*parts, file=out, width=shutil.get_terminal_size().columns)
    return "\n".join(line.rstrip() for line in out.getvalue().strip("\n").splitlines())


MOST_LINES = 60
"""Lines of the text form of a result."""


def capped(text: str) -> str:
    """Return the first lines of a long text, and how many more there are."""
    lines = text.splitlines()
    more = [f"... and {len(lines) - MOST_LINES} lines more"] if len(lines) > MOST_LINES else []
    return "\n".join([*lines[:MOST_LINES], *more])


class Told:
    """A result that shows itself as its text, the first lines in a console and all of it in a notebook."""

    def to_markdown(self) -> str:
        """Return the text."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return capped(self.to_markdown())

    def _repr_html_(self) -> str:
        from markdown_it import MarkdownIt  # only for a notebook

        return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(self.to_markdown()))


def _is_hidden(char: str) -> bool:
    return char not in _KEPT and unicodedata.category(char) in _HIDDEN


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def _json_escape(char: str) -> str:
    return json.dumps(char)[1:-1] if char != "\x7f" else "\\u007f"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def markdown_table(
    head: Iterable[str], rows: Iterable[Iterable[str]], *, numeric: Sequence[bool] | None = None
) -> str:
    """Write a table in markdown, the columns of numbers to the right.

    >>> print(markdown_table(["a", "b"], [["", "1"]], numeric=[False, True]))
    | a | b |
    | --- | ---: |
    |  | 1 |
    """
    head = list(head)
    rules = ["---:" if each else "---" for each in numeric or [False] * len(head)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rules, *rows))
