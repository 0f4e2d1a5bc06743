"""One parametric case of a certificate: its symbols under plain names, its outputs and values, and its claims."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sympy

from axiometrics.certify.claims import claimed
from axiometrics.checker.prove.algebra import meet
from axiometrics.recheck import NotCoveredError
from axiometrics.recheck.cases import Part


class Writer:
    """Writes one parametric case; symbols get names that are plain words."""

    def __init__(self, case: Any, certificate: Mapping[str, Any], document: Mapping[str, Any]) -> None:
        self.case, self.certificate, self.document = case, certificate, document
        self.told = case.told()
        names = [str(symbol) for symbol in case.generators]
        names += [*(each["name"] for each in certificate["generators"]), *self.told.get("counts", ())]
        names += sorted(
            {
                step["excess"]
                for branch in certificate["branches"]
                for step in branch["path"]
                if "excess" in step
            }
        )
        self.names: dict[str, str] = {}
        for name in dict.fromkeys(names):
            plain = re.sub(r"\W", "_", name)
            while keyword.iskeyword(plain) or plain in self.names.values():
                plain += "_"
            self.names[name] = plain
        self.words = sorted(self.names, key=len, reverse=True)
        self.pattern = re.compile(
            "|".join(rf"(?<![\w']){re.escape(name)}(?![\w'])" for name in self.words) or r"(?!)"
        )
        self.reductions: dict[str, dict[str, str]] = {}
        self.atoms: dict[str, str] = {}
        self.measured: dict[str, tuple[str, str]] = {}

    def renamed(self, value: Any) -> str:
        """Return an expression as text in plain names."""
        return self.pattern.sub(lambda match: self.names[match.group()], _text(value))

    def plain(self, value: Any) -> Any:
        """Return data with texts in plain names."""
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, Mapping):
            return {
                name: each if name in ("category", "group", "comparison", "context") else self.plain(each)
                for name, each in value.items()
            }
        return (
            [self.plain(each) for each in value] if isinstance(value, list | tuple) else self.renamed(value)
        )

    def part(self, where: Mapping[str, int], form: Mapping[str, int], formula: Any) -> dict[str, Any]:
        """Return the case as data, with its claims."""
        outputs = self._outputs()
        data: dict[str, Any] = {
            "where": dict(where),
            "form": dict(form),
            "sign": self.certificate.get("sign") or _sign(self.certificate["branches"]),
            "symbols": self._symbols(outputs),
            "not_all_zero": [],
            **{
                name: self.plain(self.told[name])
                for name in ("categories", "contexts", "collection", "differ", "aspects", "above", "each")
                if name in self.told
            },
            "outputs": outputs,
            "reductions": self.reductions,
            "measured": self.measured,
        }
        if "terms" in self.certificate:
            data["terms"] = self.certificate["terms"]
        if "scales" in self.certificate:
            data["scales"] = self.plain(self.certificate["scales"])
        known = {each["name"] for each in data["symbols"]}
        sums = [[self.names[str(name)] for name in m] for m in (*self.certificate["facts"], *self.case.sums)]
        data["not_all_zero"] = [m for k, m in enumerate(sums) if known.issuperset(m) and m not in sums[:k]]
        data["branches"] = []
        part = Part(self.document, data, formula)
        data["branches"] = [
            claimed(part, self._path(branch), form) for branch in self.certificate["branches"]
        ]
        return data

    def _path(self, branch: Mapping[str, Any]) -> dict[str, Any]:
        path = [
            {
                name: value if name in ("strict", "factor") else self.renamed(value)
                for name, value in step.items()
            }
            for step in branch["path"]
        ]
        return {"path": path, "sign": branch["sign"]}

    def _outputs(self) -> dict[str, Any]:
        found = {}
        known = self.told.get("outputs", {})
        for output, values in self.certificate["values"].items():
            stated = {self._atom(name): self.renamed(value) for name, value in values.items()}
            told = self.plain(known.get(output, {}))
            if "quantities" not in told:
                known_here = self.case.outputs.get(output, {}).items()
                told["quantities"] = (
                    {} if told else {f"{k}": self.renamed(v) for k, v in known_here if "[" not in f"{k}"}
                )
            asked = {node["value"] for node in self.document["formula"] if node["kind"] == "quantity"}
            asked |= {*self.reductions, *"NRKPUDS"}
            asked |= {"F" for each in self.reductions.values() if each["domain"] == "steps"}
            wanted = {m.rpartition("@")[0] for m in self.certificate["measured"].values()} | asked
            if "agreement" in told:  # by which the sizes hang together
                wanted |= {"l", *("sX" if wanted & {"F", "q"} else ""), *("q" if self.case.where else "")}
            told["quantities"] = {k: v for k, v in told["quantities"].items() if k in wanted}
            based = {"cells", "clusters", "comparison", "list", "documents", "table", "partition"} & set(told)
            stated = {k: v for k, v in stated.items() if k in asked}
            made, own = (_words(str(list(each.values()))) for each in (stated, told["quantities"]))
            totals = "rows" in told and made - own  # symbols of their own, which these quantities define
            if not (based or self.reductions or not told["quantities"] or totals):
                stated = {}
            if {"clusters", "partition"} & set(told) and stated:
                stated.setdefault("N", "all_items")
            if stated and not based and "rows" not in told:
                raise NotCoveredError(
                    f"what {', '.join(sorted(stated))} of {output} are made of is not written out"
                )
            found[output] = {"complete": False, "rows": {}, **told, "values": stated}
        return found

    def _atom(self, name: str) -> str:
        if "[" not in name:
            return name
        if name not in self.atoms:
            domain, _, body = name.removesuffix("]").partition("[")
            self.atoms[name] = f"A{len(self.atoms)}"
            body = re.sub(r"sqrt\((\w+)\)\*sqrt\((\w+)\)", r"sqrt(\1*\2)", body)  # as formulas have it
            body = re.sub(r"Ratio\((\w+), (\w+), NO_VALUE\)", r"(\1/\2)", body)
            body = _with_quotients(body) if "NO_VALUE" in body else body
            self.reductions[self.atoms[name]] = {"domain": domain, "body": body}
        return self.atoms[name]

    def _symbols(self, outputs: Mapping[str, Any]) -> list[dict[str, Any]]:
        lemmas = {each["name"]: each for each in self.certificate["lemmas"]}
        told = str(self.plain(self.told) or [each["quantities"] for each in outputs.values()])
        free = {
            name for name, plain in self.names.items() if re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", told)
        }
        known = {each["name"]: dict(each) for each in self.certificate["generators"]}
        for symbol, info in self.case.generators.items():
            if str(symbol) in free and str(symbol) not in known:
                known[str(symbol)] = {
                    "name": str(symbol),
                    "sign": info.sign,
                    "meaning": info.meaning,
                    "definition": "",
                }
        for name, meaning in self.told.get("counts", {}).items():
            known[name] = {"name": name, "sign": "nonnegative", "meaning": meaning, "definition": ""}
        sizes = _sizes(self.case)
        called = "contexts" in self.told or any({"cells", "agreement"} & {*each} for each in outputs.values())
        found = []
        for name, each in known.items():
            made = {"name": self.names[name], "sign": each["sign"], "meaning": each["meaning"]}
            measured = re.findall(r"\bq\d+\b", each["definition"])
            alone = not any("@" in self.certificate["measured"][q] for q in measured)
            function = called and re.search(r"[A-Za-z]\(", each["definition"])
            if name not in free and (not alone or name in lemmas or function):
                made["definition"] = self._definition(each["definition"], sizes)
                if name in lemmas and lemmas[name]["tactic"] != "counting":
                    statement = self.renamed(lemmas[name]["statement"].removesuffix(" > 0"))
                    made["lemma"] = made["definition"] if self._contexts else statement
                    made["reason"] = f"{lemmas[name]['tactic']}: {lemmas[name]['reason']}"
            found.append(made)
        if any(output["values"].get("N") == "all_items" for output in outputs.values()):
            first = next(iter(outputs))
            self.measured[f"N__{first}"] = ("N", first)
            meant = {"name": "all_items", "sign": "positive", "meaning": "items", "definition": f"N__{first}"}
            found.append(meant)
        return found

    def _definition(self, definition: str, sizes: Mapping[str, str]) -> str:
        def place(match: re.Match[str]) -> str:
            found = self.certificate["measured"][match.group()]
            if (size := self._size_of_context(found, sizes)) is not None:
                return size
            what, _, output = found.rpartition("@")
            if not what:
                name = self.certificate["measured"][match.group()]
                if name not in sizes:
                    raise NotCoveredError(f"what {name} is in terms of the symbols is not told")
                return f"({self.renamed(sizes[name])})"
            if output not in self.certificate["values"]:
                raise NotCoveredError(f"{what} of {output} is not told")
            name = self._atom(what)
            self.measured[f"{name}__{output}"] = (name, output)
            return f"{name}__{output}"

        return re.sub(r"\bq\d+\b", place, definition.replace("log(2)/log(", "InverseLog("))

    def _size_of_context(self, measured: str, sizes: Mapping[str, str]) -> str | None:
        """Return the text of a context's size, or of the ideal gain by a rank; None of anything else."""
        ideal = re.fullmatch(r"ideal_gain\[(.*)\]@\w+", measured)
        if ideal:
            rank = re.sub(r"\w+(@\w+)?", lambda match: self._sized(match.group(), sizes), ideal[1])
            return f"ideal_gain({rank})"
        return self._sized(measured, sizes) if measured.partition("@")[2] in self._contexts else None

    @property
    def _contexts(self) -> Mapping[str, Mapping[str, Any]]:
        known: Mapping[str, Mapping[str, Any]] = self.told.get("contexts", {})
        return known

    def _sized(self, name: str, sizes: Mapping[str, str]) -> str:
        """Return a size in terms of the symbols: one that a generator chose, or that of a context."""
        what, _, context = name.partition("@")
        if not context:
            return f"({self.renamed(sizes[name])})" if name in sizes else name
        known = self._contexts[context]
        parts = [known["relevant"], *([known["nonrelevant"]] if what == "length" else [])]
        return f"({' + '.join(map(self.renamed, parts))})"


class _Quotients(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Write a quotient without convention as formulas have it."""
        parts = [self.visit(part) for part in node.args]
        if ast.unparse(node.func) == "Ratio" and ast.unparse(parts[2]) == "NO_VALUE":
            return ast.BinOp(parts[0], ast.Div(), parts[1])
        return ast.Call(node.func, parts, [])


def _with_quotients(body: str) -> str:
    """Return a body with all quotients that have no convention as formulas have them.

    >>> _with_quotients("Guard(Ratio(u - 1, v, NO_VALUE), c, 0)")
    'Guard((u - 1) / v, c, 0)'
    """
    return ast.unparse(_Quotients().visit(ast.parse(body, mode="eval")))


def _text(value: Any) -> str:
    return _written(value) if isinstance(value, sympy.Basic) else str(value)


_written = lru_cache(maxsize=2**14)(str)
"""Expressions as text: outputs share most of theirs, and SymPy sorts every sum again."""


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d]\w*", text))


def _sign(branches: Any) -> str:
    signs = [branch["sign"] for branch in branches]
    return meet(signs) or ("undefined" if "undefined" in signs else "zero")


def _sizes(case: Any) -> dict[str, str]:
    """Return the sizes that a generator chose in terms of the symbols."""
    found: dict[Any, Any] = {}
    for symbol, known in case.generators.items():
        definition = sympy.sympify(known.definition)
        if definition is None or any("@" in str(part) for part in definition.free_symbols):
            continue
        open_ = [part for part in definition.free_symbols if part not in found]
        if len(open_) == 1 and definition.coeff(open_[0]).is_number and definition.coeff(open_[0]) != 0:
            factor = definition.coeff(open_[0])
            rest = sympy.expand(definition - factor * open_[0]).xreplace(found)
            found[open_[0]] = sympy.expand((symbol - rest) / factor)
    return {str(name): str(value) for name, value in found.items()}
