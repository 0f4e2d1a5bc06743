"""Wrong certificates, made of right ones in every place where they can be made wrong."""

from __future__ import annotations

import ast
import copy
import json
import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from typing import Any

from certify.proved import certificate

from axiometrics.recheck.expressions import text_of

Document = dict[str, Any]
FLIPPED = {
    "positive": "negative", "nonnegative": "nonpositive", "nonpositive": "nonnegative", "negative": "positive",
}  # fmt: skip


def sign_flipped(document: Document) -> Iterator[Document]:
    """The margin is said to have the other sign, in a part, in its branches and in its claims."""
    for number, part in enumerate(document["parts"]):
        if part["sign"] in FLIPPED and part["branches"]:
            made = copy.deepcopy(document)
            wrong = made["parts"][number]
            wrong["sign"] = FLIPPED[part["sign"]]
            for branch in wrong["branches"]:
                branch["sign"] = FLIPPED.get(branch["sign"], branch["sign"])
                if "margin" in branch:
                    branch["margin"]["sign"] = branch["sign"]
            yield made


def sign_of_branches(document: Document) -> Iterator[Document]:
    """A part and its branches are said to have another sign than their margins."""
    for number, part in enumerate(document["parts"]):
        valued = {branch["margin"]["sign"] for branch in part["branches"] if "margin" in branch}
        for sign in ("positive", "negative", "zero") if valued else ():
            if valued != {sign}:
                made = copy.deepcopy(document)
                wrong = made["parts"][number]
                wrong["sign"] = sign
                for branch in wrong["branches"]:
                    if "margin" in branch:
                        branch["sign"] = sign
                yield made


def other_weights(document: Document) -> Iterator[Document]:
    """A score counts not at all, or a little, where what is confirmed reads as if it counted once."""
    told = document.get("series", {"form": {}})["form"]
    for name in told:
        for weight in (0, 0.5):
            form = {**told, name: weight}
            yield {**document, "series": {**document["series"], "form": form}}
    for number, part in enumerate(document["parts"]):
        for name in part["form"]:
            for weight in (0, 0.5):
                made = copy.deepcopy(document)
                made["parts"][number]["form"][name] = weight
                yield made


def form_turned(document: Document) -> Iterator[Document]:
    """The better output is the worse one."""
    for number, part in enumerate(document["parts"]):
        if part["sign"] in FLIPPED:
            made = copy.deepcopy(document)
            made["parts"][number]["form"] = {name: -weight for name, weight in part["form"].items()}
            yield made


def branch_missing(document: Document) -> Iterator[Document]:
    """One side of a case distinction is left out."""
    for number, part in enumerate(document["parts"]):
        for place in range(len(part["branches"]) if len(part["branches"]) > 1 else 0):
            made = copy.deepcopy(document)
            del made["parts"][number]["branches"][place]
            yield made


def part_missing(document: Document) -> Iterator[Document]:
    """A case has no part: whole numbers of classes, or choices, of which nothing is shown."""
    forms = [part["form"] for part in document["parts"]]  # one without any part is not claimed
    for number, form in enumerate(forms):
        if forms.count(form) > 1:
            made = copy.deepcopy(document)
            del made["parts"][number]
            yield made


def part_repeated(document: Document) -> Iterator[Document]:
    """A case has the part of another one, or one twice."""
    for number, (part, other) in enumerate(pairwise(document["parts"])):
        if part["form"] == other["form"]:
            made = copy.deepcopy(document)
            made["parts"][number] = copy.deepcopy(other)
            yield made


def too_strict(document: Document) -> Iterator[Document]:
    """A weak sign is said to be a strict one."""
    for number, part in enumerate(document["parts"]):
        for place, branch in enumerate(part["branches"]):
            if branch["sign"] in ("nonnegative", "nonpositive"):
                made = copy.deepcopy(document)
                wrong = made["parts"][number]["branches"][place]
                wrong["sign"] = {"nonnegative": "positive", "nonpositive": "negative"}[branch["sign"]]
                wrong["margin"]["sign"] = wrong["sign"]
                yield made


def never_zero(document: Document) -> Iterator[Document]:
    """What rows or facts only show to be no less than zero is said to be positive: a fact outside its hypotheses."""
    for number, part in enumerate(document["parts"]):
        for place, symbol in enumerate(part["symbols"]):
            if "definition" in symbol and symbol["sign"] == "nonnegative":
                made = copy.deepcopy(document)
                made["parts"][number]["symbols"][place]["sign"] = "positive"
                yield made


def lemma_reversed(document: Document) -> Iterator[Document]:
    """A change is said to be positive that is negative."""
    for number, part in enumerate(document["parts"]):
        for place, symbol in enumerate(part["symbols"]):
            if "lemma" in symbol:
                made = copy.deepcopy(document)
                wrong = made["parts"][number]["symbols"][place]
                wrong |= {name: f"-({symbol[name]})" for name in ("lemma", "definition")}
                yield made


def same_in_every_output(document: Document) -> Iterator[Document]:
    """A reduction is said to be the same in both outputs, though its rows differ."""
    for number, part in enumerate(document["parts"]):
        first, *others = part["outputs"]
        for other in others:
            for name, value in part["outputs"][first]["values"].items():
                if part["outputs"][other]["values"].get(name) not in (None, value):
                    made = copy.deepcopy(document)
                    made["parts"][number]["outputs"][other]["values"][name] = value
                    yield made


SAME_WHATEVER = {"rand", "macro_recall", "informedness"}
"""Metrics of which other formulas of the same reductions have the sign that is proved, too."""


def other_formula(document: Document) -> Iterator[Document]:
    """The formula is that of another metric with the same reductions, or with a term more."""
    steps = document["formula"]
    if document["metric"] in SAME_WHATEVER or document["constraint"] in (
        "reversal",
        "symmetry",
        "top_weightedness_of_swaps",
    ):  # the same, whatever stands there
        return
    if {"series", "lines"} & set(document) or document["tactic"].endswith(" detour"):
        return  # other formulas may well have the same sign, or be continuous
    for number, step in enumerate(steps):
        if step["kind"] in ("sum", "product"):
            made = copy.deepcopy(document)
            made["formula"][number]["kind"] = "product" if step["kind"] == "sum" else "sum"
            yield made


def denominator_trusted(document: Document) -> Iterator[Document]:
    """What a step divides by is said to be something else, which has no zero."""
    for number, part in enumerate(document["parts"]):
        for place, branch in enumerate(part["branches"]):
            for key, claim in branch["claims"].items():
                if claim["sign"] != "positive" or claim["symbols"]:
                    made = copy.deepcopy(document)
                    one = [{"terms": [["1", []]], "times": 1}]
                    made["parts"][number]["branches"][place]["claims"][key] = {
                        "symbols": [], "numerator": one, "denominator": one, "sign": "positive",
                    }  # fmt: skip
                    yield made


def document_moved(document: Document) -> Iterator[Document]:
    """A document stands elsewhere in one of the lists, below or above a context, or beside another one."""
    for number, part in enumerate(document["parts"]):
        for output, told in part["outputs"].items():
            for place, (upper, lower) in enumerate(pairwise(told.get("list", ()))):
                if upper != lower:
                    made = copy.deepcopy(document)
                    wrong = made["parts"][number]["outputs"][output]["list"]
                    wrong[place], wrong[place + 1] = lower, upper
                    yield made


def listed_elsewhere(document: Document) -> Iterator[Document]:
    """A document of a list with aspects stands elsewhere, below or above a context, or beside another one."""
    for number, part in enumerate(document["parts"]):
        for output, told in part["outputs"].items():
            for place, (upper, lower) in enumerate(pairwise(told.get("documents", ()))):
                if upper != lower:
                    made = copy.deepcopy(document)
                    wrong = made["parts"][number]["outputs"][output]["documents"]
                    wrong[place], wrong[place + 1] = lower, upper
                    yield made


def fewer_aspects(document: Document) -> Iterator[Document]:
    """A document of the better list is not relevant to some aspects, or to none; or it is not listed."""
    for number, part in enumerate(document["parts"] if document["constraint"] != "confidence" else ()):
        for place, told in enumerate(part["outputs"].get("better", {}).get("documents", ())):
            for relevant in sorted({*told.get("relevant", ""), ""} if told.get("relevant") else ()):
                made = copy.deepcopy(document)
                wrong = made["parts"][number]["outputs"]["better"]["documents"]
                wrong[place]["relevant"] = told["relevant"].replace(relevant, "") if relevant else ""
                yield made
            if "relevant" in told:
                made = copy.deepcopy(document)
                del made["parts"][number]["outputs"]["better"]["documents"][place]
                yield made


def other_aspects(document: Document) -> Iterator[Document]:
    """A kind of aspects is left out, or may be lacking; or nothing is known of the weights of two."""
    for number, part in enumerate(document["parts"]):
        told = part.get("aspects", {"kinds": {}})
        lists = [output.get("documents", ()) for output in part["outputs"].values()]
        named = {kind for parts in lists for each in parts for kind in each.get("relevant", "")}
        for kind in sorted(kind for kind, many in told["kinds"].items() if many != "any" and kind in named):
            made = copy.deepcopy(document)
            made["parts"][number]["aspects"]["kinds"][kind] = "any"
            yield made
        for kind in sorted(told["kinds"].keys() & named):
            made = copy.deepcopy(document)
            del made["parts"][number]["aspects"]["kinds"][kind]
            yield made
        for name in sorted({"equal", "heavier"} & set(told)):
            made = copy.deepcopy(document)
            del made["parts"][number]["aspects"][name]
            yield made
            made["parts"][number]["aspects"]["heavier"] = ["ba"]
            yield copy.deepcopy(made)


def other_contexts(document: Document) -> Iterator[Document]:
    """Nothing is known of the documents of a context, or of how many the collection has for both aspects."""
    of_the_collection = document["metric"] == "ndcg_ia"  # which divides by what there is, and does not count
    what = {"redundancy": "more", "aspect_weight": "relevant"}.get(document["constraint"])
    for number, part in enumerate(document["parts"] if what else ()):
        for name in () if of_the_collection else part["aspects"]["contexts"]:
            made = copy.deepcopy(document)
            del made["parts"][number]["aspects"]["contexts"][name][what]
            yield made
        if of_the_collection:
            made = copy.deepcopy(document)
            del made["parts"][number]["aspects"]["alike"]
            yield made


def other_body(document: Document) -> Iterator[Document]:
    """A reduction is one of other terms, or over another domain."""
    for number, part in enumerate(
        document["parts"] if document["task"] in ("diversity", "probabilistic") else ()
    ):
        for name, about in part["reductions"].items():
            for changed in ({"body": f"2*({about['body']})/(1 + i)"}, {"domain": f"other_{about['domain']}"}):
                made = copy.deepcopy(document)
                made["parts"][number]["reductions"][name] |= changed
                yield made


def other_tables(document: Document) -> Iterator[Document]:
    """A whole table is said to be calibrated or not, to be another one, or of three classes."""
    others = {"calibrated": "uncalibrated", "uncalibrated": "calibrated", "recalibrated": "uncalibrated"}
    for number, part in enumerate(document["parts"]):
        for output, told in part["outputs"].items():
            if "table" in told:
                made = copy.deepcopy(document)
                made["parts"][number]["outputs"][output]["table"] = others[told["table"]]
                yield made
                made = copy.deepcopy(document)
                made["parts"][number]["outputs"][output]["quantities"]["K"] = "3"
                yield made
                made = copy.deepcopy(document)
                made["parts"][number]["outputs"][output]["rows"] = {"groups": []}
                yield made


def forecast_changed(document: Document) -> Iterator[Document]:
    """In the rows of a group the forecast is another one, or has other events."""
    for number, part in enumerate(document["parts"] if document["task"] == "probabilistic" else ()):
        for output, told in part["outputs"].items():
            for place, row in enumerate(told["rows"].get("groups", ())):
                for name in "pe":
                    made = copy.deepcopy(document)
                    rows = made["parts"][number]["outputs"][output]["rows"]["groups"]
                    rows[place][name] = f"({row[name]})/2 + gap_1/4"
                    yield made


def decision_turned(document: Document) -> Iterator[Document]:
    """What happened is said to be the class with the larger forecast, or not, or one of more classes that share it."""
    for number, part in enumerate(document["parts"] if document["task"] == "probabilistic" else ()):
        for output, told in part["outputs"].items():
            for place, row in enumerate(told["rows"].get("items", ())):
                for name in sorted({*"mh"} & {*row}):
                    made = copy.deepcopy(document)
                    changed = made["parts"][number]["outputs"][output]["rows"]["items"][place]
                    changed[name] = str((3 if name == "m" else 1) - int(row[name]))
                    yield made


def misses_otherwise(document: Document) -> Iterator[Document]:
    """Whether something happened that had no probability is told otherwise, or not at all; or an end is reached."""
    for number, part in enumerate(document["parts"] if document["task"] == "probabilistic" else ()):
        for output, told in part["outputs"].items():
            if "misses" in told:
                made = copy.deepcopy(document)
                del made["parts"][number]["outputs"][output]["misses"]
                yield made
                made["parts"][number]["outputs"][output]["misses"] = not told["misses"]
                yield copy.deepcopy(made)
        if any(step["kind"] == "infinite" for step in document["formula"]):
            for place, symbol in enumerate(part["symbols"]):
                if "definition" not in symbol and symbol["name"].startswith("gap_"):
                    made = copy.deepcopy(document)
                    made["parts"][number]["symbols"][place]["sign"] = "nonnegative"
                    yield made


def infinite_sum_elsewhere(document: Document) -> Iterator[Document]:
    """A sum is said to be infinite where it is not, or a number where it is infinite."""
    for number, part in enumerate(document["parts"] if document["task"] == "probabilistic" else ()):
        infinite = any(step["kind"] == "infinite" for step in document["formula"])
        for output, told in part["outputs"].items() if infinite else ():
            for name in sorted(part["reductions"].keys() & told["values"].keys()):
                made = copy.deepcopy(document)
                wrong = "1000000" if told["values"][name] == "oo" else "oo"
                made["parts"][number]["outputs"][output]["values"][name] = wrong
                yield made


def class_with_largest(document: Document) -> Iterator[Document]:
    """The class with the largest forecast is told to be one of fewer, or that class's bin has other items or gaps."""

    def changed(number: int, output: str, domain: str, made: list[dict[str, str]]) -> Document:
        found = copy.deepcopy(document)
        found["parts"][number]["outputs"][output]["rows"][domain] = made
        return found

    for number, part in enumerate(document["parts"]):
        for output, told in part["outputs"].items():
            for domain, rows in told["rows"].items():
                if not any("either" in row for row in rows):
                    continue
                first, *others = rows
                yield changed(number, output, domain, others)
                yield changed(number, output, domain, [first | {"d": f"({first['d']})/2"}, *others])
                yield changed(number, output, domain, [{k: first[k] for k in "ndr"}, *others])
                yield changed(number, output, domain, [first | {"n": f"2*({first['n']})"}, *others])


def named_as_a_quantity(document: Document) -> Iterator[Document]:
    """A reduction has the name of a quantity of the formula, or of the logarithm of 2."""
    text = json.dumps(document)
    for node in document["formula"] if document["parts"] else ():
        if node["kind"] == "quantity" and '"A0"' in text:
            yield json.loads(text.replace('"A0"', f'"{node["value"]}"').replace("A0__", f"{node['value']}__"))
    for part in document["parts"]:
        for place in part["measured"]:
            yield json.loads(re.sub(rf"\b{place}\b", "l", text))


def freed_variable(document: Document) -> Iterator[Document]:
    """What each row has its own of is told to be a quantity of the output, so that it may leave its sum."""
    for name in {node["value"] for node in document["formula"] if node["kind"] == "variable"}:
        made = copy.deepcopy(document)
        made["variables"] = [each for each in document["variables"] if each != name]
        for part in made["parts"]:
            for told in part["outputs"].values():
                told.setdefault("quantities", {})[name] = "1"
        yield made


def other_agreement(document: Document) -> Iterator[Document]:
    """Two lists are told to share all, nothing, or whatever they do, where something else is shown."""
    for number, part in enumerate(document["parts"]):
        for name, told in part["outputs"].items():
            for kind in {"same", "apart", "any", "exchanged"} - {told.get("agreement", "")}:
                made = copy.deepcopy(document)
                made["parts"][number]["outputs"][name]["agreement"] = kind
                if "agreement" in told and {kind, told["agreement"]} != {"any", "exchanged"}:
                    yield made


STRICTLY = ("begun", "continued", "exchange", "far", "middle", "near", "other")


def other_strict_lists(document: Document) -> Iterator[Document]:
    """Two lists of one length are told to share something else."""
    for number, part in enumerate(document["parts"]):
        for name, told in part["outputs"].items():
            for kind in STRICTLY if told.get("agreement") else ():
                if kind != told["agreement"]:
                    made = copy.deepcopy(document)
                    made["parts"][number]["outputs"][name]["agreement"] = kind
                    yield made


def other_ranks(document: Document) -> Iterator[Document]:
    """Neighbours are exchanged at rank 0, at the last rank, or in both outputs at one rank."""
    for number, part in enumerate(document["parts"]):
        ranks = [told["rank"] for told in part["outputs"].values() if "rank" in told]
        for name, told in part["outputs"].items():
            length = next((told["quantities"][size] for size in "ls" if size in told["quantities"]), "1")
            for rank in ["0", length, *ranks] if "rank" in told else ():
                if rank != told["rank"]:
                    made = copy.deepcopy(document)
                    made["parts"][number]["outputs"][name]["rank"] = rank
                    yield made


def lists_left_out(document: Document) -> Iterator[Document]:
    """Nothing is said of lists with other items, or of those with the same ones; or they are told to be all."""
    for number, part in enumerate(document["parts"]):
        if any(place.startswith("q@") for place in part["where"]):
            made = copy.deepcopy(document)
            del made["parts"][number]
            made["cases"] = [case for case in made["cases"] if case != part["where"]]
            yield made
            alone = copy.deepcopy(document)
            alone["parts"], alone["cases"] = [{**part, "where": {}}], [{}]
            yield alone


def other_lengths(document: Document) -> Iterator[Document]:
    """Lists of one case are told to have several lengths."""
    for number, part in enumerate(document["parts"]):
        for name, told in part["outputs"].items():
            if told.get("agreement") in STRICTLY:
                made = copy.deepcopy(document)
                sizes = made["parts"][number]["outputs"][name]["quantities"]
                sizes.update({size: f"{text} + 1" for size, text in sizes.items() if size != "q"})
                yield made


def terms_that_fall(document: Document) -> Iterator[Document]:
    """What a sum falls short of that of equal lists is told of terms that rise and fall, or of twice as much."""
    for number, part in enumerate(document["parts"]):
        if not any(told.get("agreement") in ("other", "far", "begun") for told in part["outputs"].values()):
            continue
        for place, symbol in enumerate(part["symbols"]):
            if symbol["sign"] != "real" and re.search(r"A\d+__", symbol.get("definition", "")):
                for text in ("-({})", "2*({})", "({}) - 1"):
                    made = copy.deepcopy(document)
                    made["parts"][number]["symbols"][place]["definition"] = text.format(symbol["definition"])
                    yield made


def powers_turned(document: Document) -> Iterator[Document]:
    """What a power is more than another one is told of the lower one, or of the same."""
    for number, part in enumerate(document["parts"]):
        for place, symbol in enumerate(part["symbols"]):
            powers = re.findall(r"Power\((?:[^()]|\([^()]*\))*\)", symbol.get("definition", ""))
            for text in (
                (f"{powers[1]} - {powers[0]}", f"{powers[0]} - {powers[0]}") if len(powers) == 2 else ()
            ):
                made = copy.deepcopy(document)
                made["parts"][number]["symbols"][place]["definition"] = text
                yield made


def sizes_that_contradict(document: Document) -> Iterator[Document]:
    """Two lists have sizes that contradict what they are told to share, and whatever is read of them is as claimed."""
    kinds = [told.get("agreement") for part in document["parts"] for told in part["outputs"].values()]
    if "exchanged" in kinds:
        for name in "lsXF":
            yield of_lists({"any": {name: "l_ + 2"}, "exchanged": {name: "l_ + 1"}}, name)
    if "same" in kinds:
        yield of_lists({"same": {"l": "l_ + 2", "s": "l_ + 1"}}, "l", "s")
        yield of_lists({"same": {"X": "l_ + 2", "F": "l_ + 1"}}, "X", "F")
        yield of_lists({"same": {"q": "l_ + 1", "l": "l_ + 1"}}, "q", more=True)
        yield of_lists({"same": {"s": "l_ + 1"}}, "s", domain="depths_q", more=True)
    if "apart" in kinds:
        yield of_lists({"apart": {"X": "l_ + 1"}}, "X", more=True)
        yield of_lists({"apart": {"q": "1"}}, "q")
        yield of_lists({"apart": {"s": "l_ + 2", "l": "l_ + 1"}}, "s", "l")
        yield of_lists({"apart": {"s": "l_ + 1", "l": "l_ + 1", "F": "1"}}, "F")


def of_lists(sizes: dict[str, dict[str, str]], *read: str, domain: str = "", more: bool = False) -> Document:
    """A certificate that what is read of lists is positive, or so much more of the first than of the second: 1, or l.

    Of a domain the number of rows is read, and is told to be the quantity.
    """
    steps: list[Document] = [{"kind": "quantity", "value": name} for name in read]
    if len(read) > 1:
        steps += [{"kind": "number", "value": "-1"}, {"kind": "product", "parts": [2, 1]}]
        steps.append({"kind": "sum", "parts": [0, 3]})
    if domain:
        steps = [{"kind": "number", "value": "1"}, {"kind": "reduction", "parts": [0], "value": domain}]
    form = dict(zip(sizes, (1, -1), strict=False))
    top = [["1", [1]]] * more + [["1", [0]]]
    ends = {"numerator": [{"terms": top, "times": 1}], "denominator": [{"terms": [["1", [0]]], "times": 1}]}
    branch = {"path": [], "sign": "positive", "squared": False, "claims": {}}
    outputs = {
        kind: {
            "complete": False, "agreement": kind, "rows": {domain: []} if domain else {}, "quantities": told,
            "values": {**told, **({"A0": told[read[0]]} if domain else {})},
        }
        for kind, told in sizes.items()
    }  # fmt: skip
    part = {
        "where": {}, "form": form, "sign": "positive", "not_all_zero": [], "measured": {}, "outputs": outputs,
        "symbols": [{"name": "l_", "sign": "nonnegative", "meaning": "l - 1"}],
        "reductions": {"A0": {"domain": domain, "body": "1"}} if domain else {},
        "branches": [{**branch, "margin": {"symbols": ["l_"], **ends, "sign": "positive"}}],
    }  # fmt: skip
    words = dict.fromkeys(("metric", "constraint", "statement", "tactic", "proof"), "lists")
    return {
        "schema": "axiometrics.certificate/1", "task": "rank_similarity", **words, "assumes": [], "reasons": [],
        "stands_alone": True, "variables": [*"dxzgheytc"], "formula": steps, "written": text_of(steps),
        "parts": [part], "cases": [{}],
    }  # fmt: skip


ENDLESS = (
    "l_**99999999",
    "9**9**9",
    "Power(2, 99999999)",
    "((1 + tp_)**500)**500",
    "log(1000000000000000003)",
)


def without_an_end(document: Document) -> Iterator[Document]:
    """A value is told with a power that nobody computes, which vanishes."""
    for number, part in enumerate(document["parts"][:1]):
        for name, told in [*part["outputs"].items()][:1]:
            for text in ENDLESS if told["values"] else ():
                made = copy.deepcopy(document)
                values = made["parts"][number]["outputs"][name]["values"]
                place = next(iter(values))
                values[place] = f"{values[place]} + {text} - {text}"
                yield made


def of_another_task(document: Document) -> Iterator[Document]:
    """The formula reads what no output of the task has."""
    for task in ("filtering", "clustering", "combination", "rank_similarity"):
        if task != document["task"] and document["formula"] and (task, document["task"]) not in ALIKE:
            yield {**document, "task": task}


ALIKE = {("filtering", "classification")}
"""Tasks of which the first has what the second one has too."""


def other_n(document: Document) -> Iterator[Document]:
    """For every n the margin is said to have another sign, or to have it the other way round, or from n = 1 on."""
    if "series" in document:
        own = document["series"]["sign"]
        for sign in sorted({"positive", "zero", "negative"} - {own}):
            yield {**document, "series": {**document["series"], "sign": sign}}
        if own != "zero":
            turned = {name: -weight for name, weight in document["series"]["form"].items()}
            yield {**document, "series": {**document["series"], "form": turned}}
        if (document["metric"], own) in FALSE_AT_FIRST:
            yield {**document, "series": {**document["series"], "start": 1}}


FALSE_AT_FIRST = {("average_precision", "positive"), ("dcg", "positive")}
"""For n = 1 both lists have two documents, of which the relevant one is second in the better list: a lower score."""


def missing_documents(document: Document) -> Iterator[Document]:
    """The collection has fewer documents than a list, or none that is relevant."""
    for relevant in ("n - 1", "0") if "series" in document else ():
        collection = {**document["series"]["collection"], "relevant": relevant}
        yield {**document, "series": {**document["series"], "collection": collection}}


def convention_changed(document: Document) -> Iterator[Document]:
    """Of a formula that is continuous, or has a value, a quotient is 1 or has no value where nothing defines it."""
    steps = document["formula"] if "lines" in document and not document["parts"] else []
    conventions = {step["parts"][2] for step in steps if step["kind"] in ("ratio", "guard")}
    for place in sorted(place for place in conventions if steps[place]["kind"] == "number"):
        made = copy.deepcopy(document)
        if document["lines"]["kind"] == "continuity":
            made["formula"][place] = {"kind": "number", "value": "1"}
        else:
            made["formula"][place] = {"kind": "undefined"}
        yield made


def nothing_below_a_root(document: Document) -> Iterator[Document]:
    """What stands below a root is negative on lines, or what a logarithm is of."""
    for number, step in enumerate(document["formula"] if "lines" in document else ()):
        if step["kind"] in ("root", "log"):
            made = copy.deepcopy(document)
            below = step["parts"][0]
            steps = made["formula"]
            steps[number:number] = [
                {"kind": "number", "value": "-1"},
                {"kind": "product", "parts": [number, below]},
            ]
            for later in steps[number + 2 :]:
                later["parts"] = [part + 2 if part >= number else part for part in later.get("parts", ())]
            steps[number + 2]["parts"] = [number + 1]
            yield made


def other_multiples(document: Document) -> Iterator[Document]:
    """A premise is left out, taken otherwise, or the conclusion is multiplied by nothing."""
    if "elimination" in document:
        told = document["elimination"]
        for place in range(len(told["multipliers"])):
            for other in ("0", f"({told['multipliers'][place]}) + 1"):
                multipliers = [*told["multipliers"][:place], other, *told["multipliers"][place + 1 :]]
                yield {**document, "elimination": {**told, "multipliers": multipliers}}
        nothing = {"factor": "0", "multipliers": ["0"] * len(told["multipliers"])}
        yield {**document, "elimination": {**told, **nothing}}


def other_cores(document: Document) -> Iterator[Document]:
    """What a premise vanishes with is said to be another factor, or one that does not occur."""
    if "elimination" in document:
        for place, premise in enumerate(document["elimination"]["premises"]):
            for core in range(len(premise["margin"]["numerator"])):
                made = copy.deepcopy(document)
                wrong = made["elimination"]["premises"][place]
                if core == premise["core"]:
                    wrong["margin"]["numerator"][core]["times"] = 0
                wrong["core"] = core
                yield made


def other_distance(document: Document) -> Iterator[Document]:
    """What is said to be the distance of a difference is twice as much, or is no distance."""
    for number, part in enumerate(document["parts"]):
        used = {name for branch in part["branches"] for name in branch.get("margin", {}).get("symbols", ())}
        for place, symbol in enumerate(part["symbols"]):
            if symbol.get("definition", "").startswith("Larger(") and symbol["name"] in used:
                call = ast.parse(symbol["definition"], mode="eval").body
                if not isinstance(call, ast.Call):  # what a distance leaves of a bound
                    continue
                one, other = map(ast.unparse, call.args)
                for wrong in (f"Larger(2*({one}), 2*({other}))", f"Larger({one}, {one})"):
                    made = copy.deepcopy(document)
                    made["parts"][number]["symbols"][place]["definition"] = wrong
                    yield made


def some_never_zero(document: Document) -> Iterator[Document]:
    """What may be zero alone is said to be a sum that never is, or nothing at all is."""
    for number, part in enumerate(document["parts"]):
        zero = [
            each["name"] for each in part["symbols"] if "definition" in each and each["sign"] == "nonnegative"
        ]
        if "differ" in part and part["where"].get("classes") == 2:
            zero = []  # of two shares that differ, both do
        for members in ([name] for name in zero):
            made = copy.deepcopy(document)
            made["parts"][number]["not_all_zero"].append(members)
            yield made
        made = copy.deepcopy(document)
        made["parts"][number]["not_all_zero"].append([])
        yield made


def other_scale(document: Document) -> Iterator[Document]:
    """A value that grows with the scale of an output is said to be twice as much."""
    for number, part in enumerate(document["parts"]):
        for output, told in part["outputs"].items():
            for name, value in told["values"].items():
                if value != "0":
                    made = copy.deepcopy(document)
                    made["parts"][number]["outputs"][output]["values"][name] = f"2*({value})"
                    yield made


def empty_class_counted(document: Document) -> Iterator[Document]:
    """A class of one output is counted also where it is empty, or where another class is not."""
    for number, part in enumerate(document["parts"] if document["metric"] in WITHOUT_EMPTY else ()):
        for output, told in part["outputs"].items():
            for domain, rows in told["rows"].items():
                for place, row in enumerate(rows):
                    if "if" in row:
                        made = copy.deepcopy(document)
                        del made["parts"][number]["outputs"][output]["rows"][domain][place]["if"]
                        yield made


WITHOUT_EMPTY = {"balanced_accuracy"}
"""Metrics that add up quotients, which an empty class has none of."""


def condition_changed(document: Document) -> Iterator[Document]:
    """What counts only where a class has items counts as 1 elsewhere, where others have some, or always."""
    for number, part in enumerate(document["parts"]):
        stated = str([told["values"] for told in part["outputs"].values()])
        guards = [
            (place, ast.parse(symbol["definition"], mode="eval").body)
            for place, symbol in enumerate(part["symbols"])
            if symbol.get("definition", "").startswith("Guard(") and symbol["name"] in stated
        ]
        parts = {
            place: list(map(ast.unparse, call.args)) for place, call in guards if isinstance(call, ast.Call)
        }
        for (place, (value, items, other)), (_, (_, others, _)) in pairwise(parts.items()):
            for wrong in (f"{value}, {items}, 1", f"{value}, {others}, {other}", f"{value}, 1, {other}"):
                made = copy.deepcopy(document)
                made["parts"][number]["symbols"][place]["definition"] = f"Guard({wrong})"
                yield made


def bound_narrowed(document: Document) -> Iterator[Document]:
    """What a distance leaves of a bound is said to be that of a bound half as large."""
    for number, part in enumerate(document["parts"]):
        for place, symbol in enumerate(part["symbols"]):
            if "- Larger(" in symbol.get("definition", ""):
                made = copy.deepcopy(document)
                definition = symbol["definition"].replace("- Larger(", "- 2*Larger(")
                made["parts"][number]["symbols"][place]["definition"] = definition
                yield made


def same_distributions(document: Document) -> Iterator[Document]:
    """Two distributions that differ are not told, or differ in nothing that distances see."""
    for number, part in enumerate(document["parts"]):
        if "differ" in part:
            for differ in ([], [[*pair, pair[-1]] for pair in part["differ"]]):
                made = copy.deepcopy(document)
                made["parts"][number]["differ"] = differ
                if differ:
                    made["parts"][number]["differ"][0][0] = ["other", "another"]
                yield made


def _rule(part: Document) -> str:
    """Return the rule about single terms that a part rests on, whether of classes or of cuts between them."""
    return str(part.get("terms", {}).get("rule", "")).removeprefix("cumulative ").removeprefix("weighted ")


def same_that_differ(document: Document) -> Iterator[Document]:
    """The output of which it is said that it differs from the gold is the gold: there is no such case."""
    for number, part in enumerate(document["parts"]):
        if "differ" in part and _rule(part) == "nearer":
            made = copy.deepcopy(document)
            wrong = made["parts"][number]
            for told in wrong["outputs"].values():
                for row in told["rows"]["classes"]:
                    row |= {system: row[gold] for system, gold in ("pq", "PQ") if gold in row}
            wrong["differ"] = [[[q, q] for _, q in pair] for pair in part["differ"]]
            yield made


def extreme_doubled(document: Document) -> Iterator[Document]:
    """What an extreme leaves of 1 is said to be that of twice as much, or of the other extreme."""
    for number, part in enumerate(document["parts"]):
        for place, symbol in enumerate(part["symbols"]):
            if "1 - Smaller(" in symbol.get("definition", ""):
                for wrong in ("1 - 2*Smaller(", "1 - Larger("):
                    made = copy.deepcopy(document)
                    definition = symbol["definition"].replace("1 - Smaller(", wrong)
                    made["parts"][number]["symbols"][place]["definition"] = definition
                    yield made


def other_extreme(document: Document) -> Iterator[Document]:
    """The smallest of all shares is said to be the largest, or that of one class."""
    for number, part in enumerate(document["parts"]):
        for output, told in part["outputs"].items():
            least = told["quantities"].get("L", "")
            for wrong in (
                (least.replace("Smaller", "Larger"), told["rows"]["classes"][0]["q"])
                if "Smaller" in least
                else ()
            ):
                made = copy.deepcopy(document)
                made["parts"][number]["outputs"][output]["quantities"]["L"] = wrong
                yield made


def class_left_out(document: Document) -> Iterator[Document]:
    """Shares that add up to 1 are not those of all classes."""
    for number, part in enumerate(document["parts"]):
        if any("1 - Smaller(" in symbol.get("definition", "") for symbol in part["symbols"]):
            made = copy.deepcopy(document)
            for told in made["parts"][number]["outputs"].values():
                del told["rows"]["classes"][-1]
            yield made


def _differences(document: Document) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Yield what sums or extremes over classes differ by: the places of the part and of the symbol, and the symbol."""
    for number, part in enumerate(document["parts"]):
        for place, symbol in enumerate(part["symbols"]):
            by_class, apart = "class by class" in symbol["meaning"], symbol.get("definition", "")
            if (by_class and "- " in apart.removeprefix("-")) or "item by item" in symbol["meaning"]:
                yield number, place, symbol


def difference_strict(document: Document) -> Iterator[Document]:
    """What two sums over classes differ by is said never to be zero, though it may be."""
    for number, place, symbol in _differences(document):
        if symbol["sign"] == "nonnegative":
            made = copy.deepcopy(document)
            made["parts"][number]["symbols"][place]["sign"] = "positive"
            yield made


def difference_turned(document: Document) -> Iterator[Document]:
    """The smaller of two sums over classes is said to be the larger one, in values too."""
    for number, place, symbol in _differences(document):
        yield _told_by(document, number, place, f"-({symbol['definition']})", f"(-{symbol['name']})")


def difference_larger(document: Document) -> Iterator[Document]:
    """A sum over classes is said to be larger than another one by what it is itself, in values too."""
    for number, place, symbol in _differences(document):
        whole = next(iter(document["parts"][number]["measured"]))
        wrong = f"{symbol['definition']} - {whole}"
        alone = next(each for each in document["parts"][number]["symbols"] if each.get("definition") == whole)
        yield _told_by(document, number, place, wrong, f"({symbol['name']} + {alone['name']})")


def _told_by(document: Document, number: int, place: int, definition: str, value: str) -> Document:
    """Define a symbol anew, and write what its values were in terms of it."""
    made = copy.deepcopy(document)
    part = made["parts"][number]
    name = part["symbols"][place]["name"]
    part["symbols"][place]["definition"] = definition
    for told in part["outputs"].values():
        told["values"] = {what: re.sub(rf"\b{name}\b", value, text) for what, text in told["values"].items()}
    return made


def cell_of_another_class(document: Document) -> Iterator[Document]:
    """A class of the better output has the right items of another one, or no condition."""
    for number, part in enumerate(document["parts"] if list(_differences(document)) else ()):
        for domain, rows in part["outputs"]["better"]["rows"].items():
            for place, (row, other) in enumerate(pairwise(rows)):
                if row.get("c") != other.get("c"):
                    made = copy.deepcopy(document)
                    made["parts"][number]["outputs"]["better"]["rows"][domain][place]["c"] = other["c"]
                    yield made


def same_as_another(document: Document) -> Iterator[Document]:
    """Two forms are said to be the same of which one has another multiple of an output, or one output less."""
    for place, form in enumerate(document.get("same", ())):
        for name, weight in form.items():
            for wrong in ({**form, name: 2 * weight}, {n: w for n, w in form.items() if n != name}):
                made = copy.deepcopy(document)
                made["same"][place] = wrong
                yield made


def difference_left_out(document: Document) -> Iterator[Document]:
    """Of two forms that are said to be the same one pair of outputs is left out, or is not said to be zero."""
    for form in [part["form"] for part in document["parts"][:1]] if "same" in document else ():
        made = copy.deepcopy(document)
        made["parts"] = [part for part in document["parts"] if part["form"] != form]
        yield made
        made = copy.deepcopy(document)
        for part in made["parts"]:
            part["sign"] = "nonnegative"
        yield made


def _each(document: Document) -> Iterator[tuple[int, str, str, int, dict[str, str]]]:
    """Yield rows of any one item or label, with the places of the part, of the output, of the domain and of the row."""
    for number, part in enumerate(document["parts"]):
        for output, told in part["outputs"].items():
            for domain, rows in told.get("rows", {}).items():
                for place, row in enumerate(rows):
                    if row.get("many") == "each":
                        yield number, output, domain, place, row


def each_of_another(document: Document) -> Iterator[Document]:
    """Any one item has another count in a column: the gold's labels are not all in common, or the system has fewer."""
    for number, output, domain, place, row in _each(document):
        for column in ("t", "g", "s") if output == "better" and "t" in row else ():
            wrong = row["t"].split(" ")[0] if column == "t" else f"{row[column]} + own_of_none"
            made = copy.deepcopy(document)
            made["parts"][number]["outputs"][output]["rows"][domain][place][column] = wrong
            yield made


def each_further_down(document: Document) -> Iterator[Document]:
    """Any one hit is further down in the better output, or nodes lead to the gold that the system does not have."""
    for number, output, domain, place, row in _each(document):
        worse = document["parts"][number]["outputs"]["worse"]["rows"][domain][place]
        for column in ("i", "p") if output == "better" else ():
            if column in row:
                made = copy.deepcopy(document)
                outputs = made["parts"][number]["outputs"]
                outputs["better"]["rows"][domain][place][column] = (
                    worse["i"] if column == "i" else f"{row['p']} + 2"
                )
                if column == "i":
                    outputs["worse"]["rows"][domain][place]["i"] = row["i"]
                yield made


def more_in_the_other(document: Document) -> Iterator[Document]:
    """Further hits are in the worse output, or in both."""
    for number, part in enumerate(document["parts"]):
        further = [
            row
            for row in part["outputs"].get("better", {}).get("rows", {}).get("hits", ())
            if row.get("many") == "further"
        ]
        for row in further:
            for left in ([], [row]):
                made = copy.deepcopy(document)
                outputs = made["parts"][number]["outputs"]
                outputs["worse"]["rows"]["hits"].append(row)
                outputs["better"]["rows"]["hits"] = [
                    each for each in outputs["better"]["rows"]["hits"] if each != row
                ] + left
                if left:
                    outputs["worse"]["rows"]["hits"].append({**row, "i": f"{row['i']} + 1"})
                yield made


def other_information(document: Document) -> Iterator[Document]:
    """A changed item's closures tell less in common in the better output, or its frequencies are of more items."""
    for number, output, domain, place, row in _each(document):
        if "missed" not in row or output != "better":
            continue
        worse = document["parts"][number]["outputs"]["worse"]["rows"][domain][place]
        beyond = {**worse, "extra": f"{worse['extra']} + own_of_none"}
        for wrong in (beyond, {**row, "common": "0", "missed": f"{row['common']} + {row['missed']}"}):
            made = copy.deepcopy(document)
            made["parts"][number]["outputs"][output]["rows"][domain][place] = wrong
            yield made
        made = copy.deepcopy(document)
        outputs = made["parts"][number]["outputs"]
        outputs["better"]["rows"], outputs["worse"]["rows"] = (
            outputs["worse"]["rows"],
            outputs["better"]["rows"],
        )
        yield made
        made = copy.deepcopy(document)
        told = made["parts"][number]["outputs"][output]["quantities"]
        told["T"] = f"{told['T']} + 1"
        yield made


def nothing_informed(document: Document) -> Iterator[Document]:
    """It is not said, or said of something else, that some information that moves is not zero."""
    for number, _, domain, place, row in _each(document):
        strict = any(each["sign"] == "positive" and "content by" in each["meaning"]
                     for each in document["parts"][number]["symbols"])  # fmt: skip
        for wrong in ("", "own_contents_c", "own_of_none") if "missed" in row and strict else ():
            made = copy.deepcopy(document)
            for told in made["parts"][number]["outputs"].values():
                told["rows"][domain][place]["some"] = wrong
            yield made


def rarer_elsewhere(document: Document) -> Iterator[Document]:
    """A hit is of a rarer label in one output, weighs what may be negative, or less than nothing further up."""
    for number, output, domain, place, row in _each(document):
        read = str(document["parts"][number]["reductions"])
        if domain != "hits" or "n" not in row or "tanh" not in read:
            continue
        for wrong in ("own_hits_n", "own_hits_n + own_hits_i + 1", "own_hits_n + 2"):
            made = copy.deepcopy(document)
            made["parts"][number]["outputs"][output]["rows"][domain][place]["n"] = wrong
            yield made
    for number, part in enumerate(document["parts"]):
        for name, about in part["reductions"].items():
            if "tanh" in about["body"]:
                for old, new in (("1 - tanh", "1 - 2*tanh"), ("+ 1", "- 1"), ("Smaller(1, ", "Smaller(-1, ")):
                    made = copy.deepcopy(document)
                    made["parts"][number]["reductions"][name]["body"] = about["body"].replace(old, new)
                    yield made


def other_whole(document: Document) -> Iterator[Document]:
    """What a quantity is beyond a number is told of another number, or of another one in one output; or is positive."""
    for number, part in enumerate(document["parts"] if document["task"] == "multilabel" else ()):
        for name, about in part["reductions"].items():
            if about["domain"] == "whole":
                for wrong in (about["body"].replace("0", "1"), f"2*{about['body']}", "T - 2", "log(T) - 1"):
                    made = copy.deepcopy(document)
                    made["parts"][number]["reductions"][name]["body"] = wrong
                    yield made
                made = copy.deepcopy(document)
                told = made["parts"][number]["outputs"]["better"]["quantities"]
                told["T"] = f"{told['T']} + 1"
                yield made


def _by_row(document: Document) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the parts in which a symbol has its sign by the rows that change."""
    for number, part in enumerate(document["parts"]):
        if any("row by row" in symbol["meaning"] for symbol in part["symbols"]):
            yield number, part


def changed_row_of_another(document: Document) -> Iterator[Document]:
    """A row that changes has in common what it had before, or others change, too."""
    for number, part in _by_row(document):
        for domain, rows in part["outputs"]["better"]["rows"].items():
            for place, row in enumerate(rows):
                if "many" in row:
                    continue
                before = part["outputs"]["worse"]["rows"][domain][place]
                wrong = [{**before, "s": row["s"]}, {**row, "g": f"{row['g']} + {row['g']}"}]
                for other in wrong:
                    made = copy.deepcopy(document)
                    made["parts"][number]["outputs"]["better"]["rows"][domain][place] = other
                    yield made
                made = copy.deepcopy(document)
                others = {**before, "many": "others"}
                made["parts"][number]["outputs"]["worse"]["rows"][domain].append(others)
                made["parts"][number]["outputs"]["better"]["rows"][domain].append({**others, "t": row["t"]})
                yield made


def counts_that_are_made(document: Document) -> Iterator[Document]:
    """A count in a row that changes is what a symbol is said to be that is made of others, and any number."""
    for number, part in _by_row(document):
        made = copy.deepcopy(document)
        name = next(each["name"] for each in part["symbols"] if "row by row" in each["meaning"])
        for output in made["parts"][number]["outputs"].values():
            for rows in output["rows"].values():
                for row in rows:
                    row["t"] = f"{row['t']} + {name}"
        yield made


def some_of_others(document: Document) -> Iterator[Document]:
    """That some item is wrong is said of more than what is wrong in it, or of nothing, where a strict sign needs it."""
    strict = any(
        "item by item" in symbol["meaning"] and symbol["sign"] == "positive"
        for part in document["parts"]
        for symbol in part["symbols"]
    )
    for number, _, domain, place, row in _each(document) if strict else ():
        for wrong in (f"{row['some']} + {row['t'].split(' ')[0]}", ""):
            made = copy.deepcopy(document)
            for told in made["parts"][number]["outputs"].values():
                told["rows"][domain][place]["some"] = wrong
            yield made


def _cells(document: Document) -> Iterator[tuple[int, str, int]]:
    """Yield the cells that outputs tell, with the places of the part, of the output and of the cell."""
    for number, part in enumerate(document["parts"]):
        for output, told in part["outputs"].items():
            for place in range(len(told.get("cells", ()))):
                yield number, output, place


def cell_moved(document: Document) -> Iterator[Document]:
    """A cell is in another cluster, or of another category, than it is."""
    for number, output, place in _cells(document):
        for side in ("cluster", "category"):
            cells = document["parts"][number]["outputs"][output]["cells"]
            for other in sorted({cell[side] for cell in cells} - {cells[place][side]}):
                made = copy.deepcopy(document)
                made["parts"][number]["outputs"][output]["cells"][place][side] = other
                yield made


def cell_empty(document: Document) -> Iterator[Document]:
    """A cell may have no items, in every output that tells it, and in all values."""
    for number, part in enumerate(document["parts"]):
        for name in sorted(
            {n for _, output, k in _cells(document) for n in [part["outputs"][output]["cells"][k]["n"]]}
        ):
            if re.fullmatch(r"\w+ \+ 1", name):
                made = copy.deepcopy(document)
                text, plain = json.dumps(made["parts"][number]), name.removesuffix(" + 1")
                made["parts"][number] = json.loads(re.sub(rf"\b{plain}\b(?!\")", f"({plain} - 1)", text))
                yield made


def cell_twice(document: Document) -> Iterator[Document]:
    """A cell is told twice, or in two halves, or rows are told beside the cells."""
    for number, output, place in _cells(document):
        made = copy.deepcopy(document)
        told = made["parts"][number]["outputs"][output]
        told["cells"].append(dict(told["cells"][place]))
        yield made
        made = copy.deepcopy(document)
        told = made["parts"][number]["outputs"][output]
        told["rows"]["clusters"] = [{"a": cell["n"]} for cell in told["cells"]]
        yield made


def redefined(document: Document, word: str, *others: str, what: str = "cells") -> Iterator[Document]:
    """Where all cells are told, other words stand for the first one of that kind in a symbol's definition."""
    for number, part in enumerate(document["parts"]):
        if any(what in told for told in part["outputs"].values()):
            for place, symbol in enumerate(part["symbols"]):
                for other in others if word in symbol.get("definition", "") else ():
                    made = copy.deepcopy(document)
                    wrong = symbol["definition"].replace(word, other, 1)
                    made["parts"][number]["symbols"][place]["definition"] = wrong
                    yield made


def other_logarithm(document: Document) -> Iterator[Document]:
    """A symbol is the logarithm of something else, or twice as much."""
    yield from redefined(document, "log(", "log(1 + ", "2*log(")


def largest_of_fewer(document: Document) -> Iterator[Document]:
    """The larger of two terms is said to be one of them, to be the smaller one, or to be a little more."""
    yield from redefined(document, "Larger(", "Smaller(", "2*Larger(", "Larger(1/9 + ", "Larger(0*")


def cut_elsewhere(document: Document) -> Iterator[Document]:
    """A focal document counts at ranks below the cut-off, or more than once above it."""
    yield from redefined(document, "Larger(0, ", "Larger(0, 1 + ", "Larger(1, ", "2*Larger(0, ", what="list")


def cut_strictly(document: Document) -> Iterator[Document]:
    """A discount up to a cut-off is said never to be zero, or to fall at every rank."""
    for number, part in enumerate(document["parts"]):
        for place, symbol in enumerate(part["symbols"]):
            if "Smaller(1, Larger(0, " in symbol.get("definition", "") and "list" in str(part["outputs"]):
                made = copy.deepcopy(document)
                made["parts"][number]["symbols"][place]["sign"] = "positive"
                yield made


def one_less(document: Document) -> Iterator[Document]:
    """A number of items is two or three and others, where it may be one."""
    for number, part in enumerate(document["parts"]):
        for place, symbol in enumerate(part["symbols"]):
            if re.fullmatch(r"N__\w+ - 1", symbol.get("definition", "")):
                for wrong in (" - 2", " - 3"):
                    made = copy.deepcopy(document)
                    told = symbol["definition"].replace(" - 1", wrong)
                    made["parts"][number]["symbols"][place]["definition"] = told
                    for output in made["parts"][number]["outputs"].values():
                        known = output["values"].get("N", "")
                        output["values"]["N"] = known.replace(
                            f"{symbol['name']} + 1", f"{symbol['name']} + {wrong[3:]}"
                        )
                    yield made


def multiple_of_another(document: Document) -> Iterator[Document]:
    """An output is so many times another one, or is none: a count, a row or a number of classes is another one."""
    for number, part in enumerate(document["parts"]):
        first, *others = part.get("scales", ("",))
        for output in others:
            scale = part["scales"][output]
            for wrong in (f"({scale}) + 1", f"-({scale})", f"({scale})**2"):
                made = copy.deepcopy(document)
                made["parts"][number]["scales"][output] = wrong
                yield made
            row = part["outputs"][first]["rows"]["cells"][0]
            for column in ("c", "if"):
                made = copy.deepcopy(document)
                made["parts"][number]["outputs"][output]["rows"]["cells"][0][column] = f"{row[column]} + 1"
                yield made


def other_multiples_of_formulas(document: Document) -> Iterator[Document]:
    """A formula of all multiples reads a number as if it grew, or a row, an output or a multiple is left out."""
    for number, part in enumerate(document["parts"]):
        first, *others = part.get("scales", ("",))
        for output in others:
            made = copy.deepcopy(document)
            del made["parts"][number]["scales"][first]
            yield made
            made = copy.deepcopy(document)
            for rows in made["parts"][number]["outputs"][output]["rows"].values():
                rows.pop()
            yield made
            made = copy.deepcopy(document)
            for step in made["formula"]:
                if step["kind"] == "quantity" and step["value"] == "N":
                    step["value"] = "K"
            yield made


def nearer_than_two(document: Document) -> Iterator[Document]:
    """Of three labelings one pair has fewer right items than it has, or other items than the two others."""
    for number, part in enumerate(document["parts"]):
        labelings = {"near", "far"} <= part["outputs"].keys() and "D" in part["outputs"]["near"]["quantities"]
        for output in ("near", "middle", "far") if labelings else ():
            for name, wrong in (("D", "0*w_1_1_1"), ("N", "2*w_1_1_1"), ("D", "w_1_2_1*w_1_1_1")):
                made = copy.deepcopy(document)
                told = made["parts"][number]["outputs"][output]["quantities"]
                told[name] = re.sub(r"\bw_1_1_1\b", wrong, told[name])
                yield made


def together_with_another(document: Document) -> Iterator[Document]:
    """A symbol for several counts is one for fewer, or for one of them twice."""
    for number, part in enumerate(document["parts"]):
        for place, symbol in enumerate(part["symbols"]):
            if re.fullmatch(r"c_\d_\d__\w+ \+ c_\d_\d__\w+", symbol.get("definition", "")):
                first, second = symbol["definition"].split(" + ")
                for wrong in (first, f"2*{first}", f"{first} - {second}"):
                    made = copy.deepcopy(document)
                    made["parts"][number]["symbols"][place]["definition"] = wrong
                    yield made


def infinite_elsewhere(document: Document) -> Iterator[Document]:
    """Where a value is infinite, the margin has another sign; or that value is no number, or a large one."""
    for number, part in enumerate(document["parts"]):
        for place, branch in enumerate(part["branches"]):
            if "margin" not in branch and branch["sign"] in ("positive", "zero"):
                for wrong in sorted({"positive", "zero", "negative", "undefined"} - {branch["sign"]}):
                    made = copy.deepcopy(document)
                    made["parts"][number]["branches"][place]["sign"] = wrong
                    yield made
    for place, step in enumerate(document["formula"]):
        if step["kind"] == "infinite" and any(part["branches"] for part in document["parts"]):
            for other in ({"kind": "undefined"}, {"kind": "number", "value": "1000000"}):
                made = copy.deepcopy(document)
                made["formula"][place] = other
                yield made


def other_family(document: Document) -> Iterator[Document]:
    """What is told of two families is left out, or is another comparison; or no pair is told to differ from gold."""
    turned = {"needed": "wrong", "wrong": "needed"}
    for number, part in enumerate(document["parts"]):
        domains = {about["domain"] for about in part["reductions"].values()}
        shares = {"companions", "occurrence_pairs"} & domains
        for output, told in part["outputs"].items():
            known = told.get("comparison", {})
            beside = known.get("beside", {})
            wrong = [{"pairs": "any"}, {"pairs": turned[beside["pairs"]]}] if beside and shares else []
            wrong += [{"sure": False}] if beside.get("sure") else []
            wrong += (
                [{"joined": False, "pure": False}]
                if beside and domains - {"companions", "gold_companions"}
                else []
            )
            changed = [{**known, "beside": {**beside, **each}} for each in wrong]
            changed += [{name: known[name] for name in known if name != "beside"}] if beside else []
            changed += [{**known, "differs": []}] if known.get("pairs") == "any" and known["differs"] else []
            for each in changed:
                made = copy.deepcopy(document)
                made["parts"][number]["outputs"][output]["comparison"] = each
                yield made


def other_rule(document: Document) -> Iterator[Document]:
    """Single terms are said to show something by another rule, a strict sign, the other one, or of other forms."""
    for number, part in enumerate(document["parts"]):
        if "terms" not in part:
            continue
        known = ("same", "nearer", "least", "most", "detour", "same order")
        for rule in (*known, *(f"{kind} {each}" for each in known for kind in ("cumulative", "weighted"))):
            if rule != part["terms"]["rule"]:
                made = copy.deepcopy(document)
                made["parts"][number]["terms"]["rule"] = rule
                yield made
        strict = {"nonnegative": ("positive", "negative"), "nonpositive": ("negative", "zero")}
        for sign in strict.get(part["sign"], ("negative", "zero")):
            made = copy.deepcopy(document)
            made["parts"][number]["sign"] = sign
            yield made
        made = copy.deepcopy(document)
        turned = [{name: -weight for name, weight in form.items()} for form in part["terms"]["forms"]]
        made["parts"][number]["terms"]["forms"] = turned
        yield made


def other_share(document: Document) -> Iterator[Document]:
    """A share is another one: more than it is, twice that, or nothing; or a class is left out of one output."""
    for number, part in enumerate(document["parts"]):
        rule = _rule(part)
        if rule not in ("same", "nearer", "detour", "same order") or part["sign"] == "undefined":
            continue  # what is infinite stays so, whatever the other shares are
        for output, told in part["outputs"].items():
            free = (
                rule == "nearer" and "P" in told["rows"]["classes"][0]
            )  # shares at cuts have no sum to keep
            for column in () if free else sorted(told["rows"]["classes"][0].keys() & {*"pqPQ"}):
                share = told["rows"]["classes"][0][column]
                for wrong in (f"{share} + 1", f"2*({share}) + 1/7", f"-1 - ({share})"):
                    made = copy.deepcopy(document)
                    made["parts"][number]["outputs"][output]["rows"]["classes"][0][column] = wrong
                    yield made
            if rule != "same":  # for which a class where p = q may be left out
                made = copy.deepcopy(document)
                made["parts"][number]["outputs"][output]["rows"]["classes"].pop()
                yield made


def other_further_classes(document: Document) -> Iterator[Document]:
    """A row of each one of further classes is one of a class, or a class is each of many; or it changes elsewhere."""
    for number, part in enumerate(document["parts"]):
        rule, outputs = _rule(part), part["outputs"]
        if rule not in ("same", "nearer", "detour", "same order") or part["sign"] == "undefined":
            continue
        further = [
            [k for k, row in enumerate(o["rows"]["classes"]) if "each" in row] for o in outputs.values()
        ]
        for output, places in zip(outputs, further, strict=True) if all(further) else ():
            rows = outputs[output]["rows"]["classes"]
            system, gold = "pq" if "p" in rows[0] else "PQ"
            free = rule == "nearer" and system == "P"
            changed = [{k: {**rows[k], system: f"{rows[k][system]} + 1"}} for k in places if not free]
            changed += [{k: {**rows[k], "each": "two"}} for k in places]
            changed += [{0: {**rows[0], "each": "one"}}] if 0 not in places else []
            different = any(row[system] != row[gold] for row in rows[places[0] :])
            changed += [
                {k: {n: row for n, row in rows[k].items() if n != "each"}} for k in places if different
            ]
            for change in changed:
                made = copy.deepcopy(document)
                told = made["parts"][number]["outputs"][output]["rows"]
                told["classes"] = [change.get(k, row) for k, row in enumerate(rows)]
                yield made
        if all(further) and rule == "nearer" and part["sign"] == "positive" and "differ" not in part:
            made = copy.deepcopy(document)
            for told in made["parts"][number]["outputs"].values():
                told["rows"]["classes"] = [{**row, "each": "one"} for row in told["rows"]["classes"]]
            yield made


def other_weight(document: Document) -> Iterator[Document]:
    """A class is another one, or its gold share is another one in one output: weights are others there."""
    for number, part in enumerate(document["parts"]):
        if not part.get("terms", {}).get("rule", "").startswith("weighted ") or _rule(part) == "least":
            continue
        for output, told in part["outputs"].items():
            row = told["rows"]["classes"][0]
            both = {"p": f"{row['p']} + 1/7", "q": f"{row['q']} + 1/7"}
            for change in ({"at": "1"}, {"at": "7"}, both):
                made = copy.deepcopy(document)
                made["parts"][number]["outputs"][output]["rows"]["classes"][0] |= change
                yield made


def cut_of_another(document: Document) -> Iterator[Document]:
    """At one cut between classes two outputs have what the other one has, which is not as said of both."""
    for number, part in enumerate(document["parts"]):
        if part.get("terms", {}).get("rule") != "cumulative nearer" or "differ" in part:
            continue
        one, other = part["outputs"]
        for place, pair in enumerate(
            zip(*(told["rows"]["classes"] for told in part["outputs"].values()), strict=True)
        ):
            if pair[0] != pair[1]:
                made = copy.deepcopy(document)
                for output, row in ((one, pair[1]), (other, pair[0])):
                    made["parts"][number]["outputs"][output]["rows"]["classes"][place] = row
                yield made


def other_cut(document: Document) -> Iterator[Document]:
    """A cut between classes is another one, is told twice, or not at all; or there is more below it than above."""
    for number, part in enumerate(document["parts"]):
        for output, told in part["outputs"].items():
            rows = told["rows"].get("classes", [])
            for place, row in enumerate(rows) if "cut" in next(iter(rows), ()) else ():
                changed = [
                    [{**row, "P": "-1"}],
                    [row, {**row, "cut": str(len(rows))}],
                    [],
                    [{**row, "Q": "2"}],
                ]
                changed += [[{**row, "cut": cut}] for cut in ("0", "1", str(len(rows) - 1), str(len(rows)))]
                for change in changed if _rule(part) not in ("least", "most") else ():
                    if change != [row]:
                        made = copy.deepcopy(document)
                        wrong = [*rows[:place], *change, *rows[place + 1 :]]
                        made["parts"][number]["outputs"][output]["rows"]["classes"] = wrong
                        yield made


def other_term(document: Document) -> Iterator[Document]:
    """A term has another convention, another quotient or another power; or the formula does not rise with it."""
    if not any("terms" in part for part in document["parts"]):
        return
    for place, step in enumerate(document["formula"]):
        changes: list[Document] = []
        if step["kind"] == "infinite":
            changes = [{"kind": "number", "value": "0"}, {"kind": "undefined"}]
        elif step["kind"] == "log" and document["formula"][step["parts"][0]]["kind"] == "guard":
            changes = [{"kind": "tanh"}, {"kind": "root"}]
        elif step["kind"] == "power":
            changes = [{"kind": "product"}]
        elif step["kind"] == "reduction":
            changes = [{"value": "class_pairs"}]
        elif step["kind"] == "variable":
            changes = [{"value": step["value"].swapcase()}, {"value": "k"}]
        for change in changes:
            made = copy.deepcopy(document)
            made["formula"][place] |= change
            yield made


def without_margins(document: Document) -> Iterator[Document]:
    """A part, and every branch of it, is said to have no margin where there is one."""
    for number, part in enumerate(document["parts"]):
        if any("margin" in branch for branch in part["branches"]):
            made = copy.deepcopy(document)
            wrong = made["parts"][number]
            wrong["sign"] = "undefined"
            for branch in wrong["branches"]:
                for told in ("margin", "sides", "equal"):
                    branch.pop(told, None)
                branch |= {"sign": "undefined", "squared": False, "claims": {}}
            yield made


def margin_of_nothing(document: Document) -> Iterator[Document]:
    """A part in which no case has a margin is said to show a sign."""
    for number, part in enumerate(document["parts"]):
        for sign in ("positive", "zero") if part["sign"] == "undefined" and part["branches"] else ():
            made = copy.deepcopy(document)
            made["parts"][number]["sign"] = sign
            yield made


def logarithm_of_itself(document: Document) -> Iterator[Document]:
    """What is divided by is a sum of logarithms of one, where there is a logarithm of what is at least two.

    With a convention the formula would have a value then.
    """
    if any(step["kind"] in ("ratio", "guard") for step in document["formula"]):
        return
    for step in document["formula"]:
        inside = document["formula"][step["parts"][0]] if step["kind"] == "log" else {"kind": ""}
        if inside["kind"] == "quotient":
            made = copy.deepcopy(document)
            _, below = inside["parts"]
            made["formula"][step["parts"][0]]["parts"] = [below, below]
            yield made


def most_of_less(document: Document) -> Iterator[Document]:
    """A sum over a list is said to be at most half as much, or at most another one."""
    for number, part in enumerate(document["parts"]):
        for place, symbol in enumerate(part["symbols"]):
            found = re.fullmatch(r"(\d+) - (A\d+)__(\w+)", symbol.get("definition", ""))
            if found and "list" in part["outputs"][found[3]]:
                made = copy.deepcopy(document)
                wrong = made["parts"][number]
                wrong["symbols"][place]["definition"] = f"{found[1]}/2 - {found[2]}__{found[3]}"
                values = wrong["outputs"][found[3]]["values"]
                values[found[2]] = f"({values[found[2]]})/2"
                yield made
            if re.fullmatch(r"-A\d+__\w+ \+ \w+", symbol.get("definition", "")):
                made = copy.deepcopy(document)
                made["parts"][number]["symbols"][place]["definition"] += " - 1"
                yield made


def other_readers(document: Document) -> Iterator[Document]:
    """Readers stop otherwise, or at the value of another rank; or they gain less where they are said to gain more."""
    for number, part in enumerate(document["parts"]):
        for name, about in part["reductions"].items() if document["task"] == "ranking" else ():
            changes = ("Beside(i, b)", "Beside(1/i, 2*b)", "Beside(1/i, z/2)", "Beside(1/i, b - z/2)")
            for body in changes if about["domain"] == "cascade" else ():
                made = copy.deepcopy(document)
                made["parts"][number]["reductions"][name]["body"] = body
                yield made
        for place, symbol in enumerate(part["symbols"]):
            found = re.fullmatch(r"-?(A\d+__\w+) [+-] (A\d+__\w+)", symbol.get("definition", ""))
            if found and any(about["domain"] == "cascade" for about in part["reductions"].values()):
                made = copy.deepcopy(document)
                turned = f"-({symbol['definition']})"
                made["parts"][number]["symbols"][place]["definition"] = turned
                yield made


def other_change(document: Document) -> Iterator[Document]:
    """Something else is done to a clustering than was, or nothing."""
    for number, part in enumerate(document["parts"]):
        for output, told in part["outputs"].items():
            for change in ([], ["exchanged"], ["refined"], ["perfect"], ["refined", "exchanged"]):
                if told.get("partition") and told["partition"] != change:
                    made = copy.deepcopy(document)
                    made["parts"][number]["outputs"][output]["partition"] = change
                    yield made


def nothing_above(document: Document) -> Iterator[Document]:
    """Every cell may be a whole cluster and a whole category; or that is not known of clusters, say, any more."""
    for number, part in enumerate(document["parts"]):
        strict = "above" in part and (part["not_all_zero"] or part["sign"] == "positive")
        for above in ([], ["b"], ["a", "b"]) if strict else ():
            if not {*part["above"]} >= {*above} > set():
                made = copy.deepcopy(document)
                made["parts"][number]["above"] = above
                yield made


def _of_each(document: Document) -> Iterator[tuple[Document, dict[str, Any], str]]:
    """Yield a copy for each row that tells of each of any number of classes, with that row and what is read of it.

    Only where outputs tie, and of rows that add something: so one of them that is another one makes a difference.
    """
    for number, part in enumerate(document["parts"]):
        for name, told in part["outputs"].items() if part["sign"] == "zero" else ():
            bodies = {each["domain"]: each["body"] for each in part["reductions"].values()}
            for domain, rows in told["rows"].items():
                body = bodies.get(domain, "")
                nothing = "1" if "(1 - e)" in body else "0"  # what e is in rows that add nothing
                for place, row in enumerate(rows):
                    if row.get("each", "empty") != "empty" and row.get("e") != nothing and body:
                        made = copy.deepcopy(document)
                        yield (
                            made,
                            made["parts"][number]["outputs"][name]["rows"][domain][place],
                            body,
                        )


def other_class_of_each(document: Document) -> Iterator[Document]:
    """What each of any number of classes has is another count in one of the outputs."""
    for made, row, body in _of_each(document):
        shares = re.findall(r"\b[pqPQ]\b", body)  # one of which alone is another one: they are compared
        for column in shares[:1] or re.findall(r"\b[cgsablm]\b", body):
            row[column] = f"{row[column]} + 1"
        yield made


def each_as_one(document: Document) -> Iterator[Document]:
    """A row of each of any number of classes is taken for that of one class in one of the outputs."""
    for made, row, _ in _of_each(document):
        del row["each"]
        yield made


def other_sums_of_all(document: Document) -> Iterator[Document]:
    """What all cells have together is another number, or what one has is taken for what a class has."""
    for number, part in enumerate(document["parts"]):
        rows = [row for told in part["outputs"].values() for rows in told["rows"].values() for row in rows]
        used = {word for row in rows for text in row.values() for word in re.findall(r"\w+", text)}
        for place, told in enumerate(part.get("each", ())):
            kinds = (
                [{"of": {"cell": "class", "class": "cell"}[told["of"]]}]
                if told.get("of") in ("cell", "class")
                else []
            )
            for change in kinds if told.get("one") in used and part["reductions"] else ():
                made = copy.deepcopy(document)
                made["parts"][number]["each"][place] |= change
                yield made


def other_groups(document: Document) -> Iterator[Document]:
    """An extreme of what all cells of a class have is taken over the classes of the system in one output."""
    for number, part in enumerate(document["parts"]):
        for name, told in part["outputs"].items():
            for domain, rows in told["rows"].items():
                for place, row in enumerate(rows):
                    if "each" in row and "group" in row:
                        made = copy.deepcopy(document)
                        wrong = made["parts"][number]["outputs"][name]["rows"][domain][place]
                        wrong["group"] = {"gold": "system", "system": "gold"}[row["group"]]
                        yield made


def next_to_itself(document: Document) -> Iterator[Document]:
    """Where some error makes a sum positive, two classes may be no apart, or the errors be right items, or of one."""
    for number, part in enumerate(document["parts"]):
        for symbol in part["symbols"] if "each" in part else ():
            what, output = part["measured"].get(symbol.get("definition", ""), ("", ""))
            about = part["reductions"].get(what)
            if symbol["sign"] != "positive" or not about or about["domain"] not in ("cells", "largest"):
                continue
            for place, row in enumerate(part["outputs"][output]["rows"][about["domain"]]):
                for column in {*"dte"} & row.keys() if row.get("each") == "two" else ():
                    made = copy.deepcopy(document)
                    told = made["parts"][number]["outputs"][output]["rows"][about["domain"]][place]
                    told[column] = "each:far:o"
                    yield made
            for place, told in enumerate(part["each"]):
                for change in ({"all": "x_o_o"}, {"of": "one"}) if told.get("of") == "two" else ():
                    made = copy.deepcopy(document)
                    made["parts"][number]["each"][place] |= change
                    yield made


def nearer_elsewhere(document: Document) -> Iterator[Document]:
    """Two chosen classes of any number are next to each other in one of the outputs."""
    for number, part in enumerate(document["parts"]):
        for name, told in part["outputs"].items():
            for domain, rows in told["rows"].items():
                for place, row in enumerate(rows):
                    if "each" not in row and row.get("d", "").startswith("far_"):
                        made = copy.deepcopy(document)
                        made["parts"][number]["outputs"][name]["rows"][domain][place]["d"] = "1"
                        yield made


KINDS: tuple[Callable[[Document], Iterator[Document]], ...] = (
    without_margins, margin_of_nothing, logarithm_of_itself, freed_variable, other_agreement,
    other_strict_lists, other_ranks, lists_left_out, other_lengths, terms_that_fall, powers_turned,
    sizes_that_contradict, without_an_end, of_another_task,
    sign_flipped, sign_of_branches, other_weights,
    form_turned, branch_missing, too_strict, never_zero, lemma_reversed, same_in_every_output,
    other_formula, denominator_trusted, document_moved, other_n, missing_documents, convention_changed,
    nothing_below_a_root, other_multiples, other_cores, other_distance, some_never_zero, other_scale,
    empty_class_counted, condition_changed, bound_narrowed, same_distributions, same_that_differ,
    part_missing, part_repeated, listed_elsewhere, fewer_aspects, other_aspects, other_contexts, other_body,
    named_as_a_quantity, other_tables, forecast_changed, class_with_largest,
    decision_turned, misses_otherwise, infinite_sum_elsewhere, extreme_doubled, other_extreme,
    class_left_out,
    difference_strict, difference_turned, difference_larger, cell_of_another_class,
    same_as_another, difference_left_out, each_of_another, some_of_others,
    each_further_down, more_in_the_other, changed_row_of_another, counts_that_are_made, other_information,
    nothing_informed, rarer_elsewhere, other_whole,
    cell_moved, cell_empty, cell_twice, other_logarithm, largest_of_fewer, cut_elsewhere, cut_strictly,
    one_less,
    multiple_of_another, other_multiples_of_formulas, infinite_elsewhere, nearer_than_two, together_with_another,
    other_family,
    other_rule, other_share, other_further_classes, other_cut, cut_of_another, other_weight, other_term, other_change,
    nothing_above, most_of_less,
    other_readers,
    other_class_of_each, each_as_one, other_sums_of_all, other_groups, next_to_itself, nearer_elsewhere,
)  # fmt: skip
SOURCES = (
    ("rank_similarity", "rbo", "symmetry"),
    ("rank_similarity", "average_overlap", "disjoint_is_zero"),
    ("rank_similarity", "rank_tau_ap", "self_similarity"),
    ("rank_similarity", "average_overlap", "self_is_most_similar"),
    ("rank_similarity", "rank_tau", "triangle_inequality"),
    ("rank_similarity", "rbo", "top_weightedness_of_swaps"),
    ("rank_similarity", "rank_tau_ap", "prefix_monotonicity"),
    ("filtering", "precision", "priority_relevant"),
    ("filtering", "f", "priority_relevant"),
    ("quantification", "ae", "non_negativity"),
    ("quantification", "by_number", "triangle_inequality"),
    ("quantification", "by_number", "unit_interval"),
    ("quantification", "by_number", "identity"),
    ("quantification", "by_squared_distance", "identity"),
    # the smallest of all shares
    ("quantification", "fourth_powers", "identity"),
    ("quantification", "rae(eps=1/10)", "reversal"),
    ("quantification", "nrae", "reversal"),
    ("quantification", "nae", "reversal"),
    ("quantification", "emd", "unused_end_class"),
    # single terms, of any number of classes, and of cuts between them
    ("quantification", "emd", "triangle_inequality"),
    ("quantification", "nmd", "unit_interval"),
    ("quantification", "emd", "identity"),
    ("quantification", "od", "identity"),
    ("quantification", "od", "monotonicity"),
    ("quantification", "od", "impartiality"),
    ("quantification", "sod", "identity"),
    ("quantification", "emd", "cdf_one_hot"),
    ("quantification", "emd", "lump"),
    ("quantification", "emd", "nearer_class_one_hot"),
    ("quantification", "emd", "absoluteness"),
    ("quantification", "nmd", "reversal"),
    ("quantification", "ae", "identity"),
    ("quantification", "ae", "triangle_inequality"),
    ("quantification", "ae", "monotonicity"),
    ("quantification", "rnss", "lump"),
    ("quantification", "jsd", "relativity"),
    ("quantification", "nkld", "lump_one_hot"),
    ("quantification", "se", "unit_interval"),
    ("quantification", "nkld", "monotonicity"),
    ("quantification", "kld", "cdf_one_hot"),
    ("quantification", "sqrt_jsd", "unit_interval"),
    ("quantification", "rnss", "triangle_inequality"),
    ("quantification", "kld_gold", "independence"),
    ("quantification", "rae", "independence_matched"),
    # counts of all pairs of classes
    ("classification", "symmetric_balanced_accuracy", "worst_output"),
    ("classification", "accuracy", "symmetry"),
    ("classification", "balanced_accuracy", "replication"),
    ("classification", "class_balance_accuracy", "replication"),
    ("classification", "macro_precision", "worst_output"),
    ("classification", "uncertainty_coefficient", "unused_class"),
    # reductions that are those of another one in the other output
    ("classification", "f_of_macro", "symmetry"),
    ("classification", "class_balance_accuracy", "unused_class"),
    ("classification", "macro_recall", "gold_class_scaling"),
    ("classification", "informedness", "replication"),
    ("classification", "min_recall", "replication"),
    # sums over classes, and extremes, that are compared class by class
    ("classification", "macro_precision", "perfect_output"),
    ("classification", "macro_fowlkes_mallows", "added_success"),
    ("classification", "min_recall", "perfect_output"),
    ("classification", "min_recall", "added_error"),
    # the same of all multiples of counts; infinite values
    ("classification", "nmi", "replication"),
    ("ordinal", "pearson", "replication"),
    ("classification", "diagnostic_odds_ratio", "correction"),
    # three labelings; products that are multiplied out
    ("classification", "accuracy", "triangle_inequality"),
    ("classification", "scott_pi", "added_success"),
    # what all cells and all classes have, of any number of them: sums that are multiplied out, extremes, an empty class
    ("ordinal", "mae_macro", "reversal"),
    ("ordinal", "min_sensitivity", "replication"),
    ("ordinal", "pearson", "reversal"),
    ("ordinal", "kappa_linear", "symmetry"),
    ("ordinal", "alpha_ordinal", "unused_end_class"),
    # two differences that are the same; a class with more items than another one
    ("ordinal", "macro_recall", "rank_invariance"),
    ("ordinal", "macro_recall", "imbalance_in_context"),
    # logarithms of what is evidently more than one; parts without a margin; distances multiplied out
    ("ordinal", "cem_ord", "reversal"),
    ("ordinal", "kappa_linear", "constant_dominance"),
    ("ordinal", "alpha_nominal", "imbalance"),
    # some error is there, and some item
    ("ordinal", "kappa_linear", "perfect_output"),
    ("ordinal", "alpha_nominal", "perfect_output"),
    # the same, of any number of classes, and the largest of them
    ("ordinal", "mae_macro", "perfect_output"),
    ("ordinal", "mmae", "perfect_output"),
    ("ordinal", "mae_micro", "correction"),
    ("ordinal", "rmse_macro", "nearer_class"),
    ("ordinal", "mse_macro", "imbalance_equal_distance"),
    # item by item, strictly or not
    ("multilabel", "example_f1", "perfect_output"),
    ("multilabel", "subset_accuracy", "perfect_output"),
    ("multilabel", "lca_recall", "perfect_output"),
    # rows that change, and hits further up
    ("multilabel", "example_cosine", "correct_addition"),
    ("multilabel", "precision_at", "correct_addition"),
    ("multilabel", "lca_f1", "parent_credit"),
    # families that overlap: what one has more than the other, and pairs that differ from those of gold
    ("overlapping", "bcubed_extended_f", "homogeneity"),
    ("overlapping", "purity", "homogeneity"),
    ("overlapping", "rs_clustering_f", "completeness"),
    ("overlapping", "f_purity", "completeness"),
    ("overlapping", "bcubed_extended_f", "duplicate_cluster"),
    ("overlapping", "rs_clustering_f", "join_clusters"),
    ("organization", "rs_f", "overlapping.completeness"),
    # hits that weigh what is rare, beside the best lists
    ("multilabel", "psp_at", "wrong_removal"),
    ("multilabel", "psp_norm_at", "correct_addition"),
    # the information of closures
    ("multilabel", "sim_gic", "correct_addition"),
    ("multilabel", "sim_gic", "specificity"),
    ("clustering", "rand", "homogeneity"),
    ("clustering", "v_measure", "homogeneity"),
    ("clustering", "completeness_score", "size_vs_quantity"),
    ("clustering", "purity", "homogeneity"),
    ("clustering", "bcubed_f", "completeness"),
    ("clustering", "dom_q0", "homogeneity"),
    # cells that are told
    ("clustering", "f_measure", "smaller_change"),
    ("clustering", "variation_of_information", "smaller_change"),
    # one clustering and what it becomes, cell by cell
    ("clustering", "bcubed_f", "maximal_agreement"),
    ("clustering", "f_measure", "maximal_agreement"),
    ("clustering", "variation_of_information", "maximal_agreement"),
    ("clustering", "rand", "join_improvement"),
    ("filtering", "lam", "priority_relevant"),
    ("combination", "geometric_mean", "monotonicity"),
    ("combination", "f", "restricted_solvability"),
    ("combination", "area_under_f", "connectedness"),
    ("combination", "geometric_mean", "connectedness"),
    ("combination", "power_mean", "thomsen"),
    ("combination", "quadratic_mean", "thomsen"),
    ("ranking", "average_precision", "priority"),
    ("ranking", "dcg", "deepness"),
    ("ranking", "rbp", "priority"),
    ("ranking", "q_measure", "priority"),
    ("ranking", "kendall_tau_a", "priority"),
    # what readers of one list gain beyond those of another one
    ("ranking", "err", "priority"),
    ("ranking", "reciprocal_rank", "replacement"),
    # the most that a whole list can add up to
    ("ranking", "precision_at", "boundedness"),
    ("ranking", "rbp", "boundedness"),
    ("ranking", "reciprocal_rank", "boundedness"),
    ("ranking", "average_precision", "boundedness"),
    ("ranking", "ndcg_at", "boundedness"),
    # a discount up to a cut-off, which is a number or how many are relevant
    ("ranking", "ndcg_at", "priority"),
    ("ranking", "r_precision", "replacement"),
    ("ranking", "average_precision", "closeness_threshold"),
    ("ranking", "dcg", "closeness_threshold"),
    ("ranking", "err", "deepness_threshold"),
    ("ranking", "ndcg_at", "deepness_threshold"),
    ("ranking", "r_precision", "deepness_threshold"),
    ("ordinal", "mae_macro", "ordinal_invariance"),
    # any number of classes
    ("classification", "macro_recall", "correction"),
    ("classification", "macro_recall", "perfect_output"),
    ("classification", "gwet_ac1", "symmetry"),
    ("classification", "macro_recall", "replication"),
    ("probabilistic", "ece_exact", "recalibration"),
    ("probabilistic", "brier", "miscalibrated_positive"),
    ("probabilistic", "ks_calibration", "calibrated_zero"),
    ("probabilistic", "ece_exact", "nearer_forecast"),
    ("probabilistic", "rmsce", "recalibration"),
    ("probabilistic", "ks_calibration", "miscalibrated_positive"),
    ("probabilistic", "mce", "refinement"),
    ("probabilistic", "spherical", "propriety"),
    ("probabilistic", "spherical", "recalibration"),
    ("probabilistic", "ece_top", "nearer_forecast"),
    # sums that may be infinite: what they gain, how they bend, and in whole tables; sides of one half
    ("probabilistic", "log_loss", "propriety"),
    ("probabilistic", "log_loss", "raising_truth"),
    ("probabilistic", "focal_loss", "averaging"),
    ("probabilistic", "log_loss", "recalibration"),
    ("probabilistic", "log_loss", "miscalibrated_positive"),
    ("probabilistic", "zero_one", "pair_swap"),
    # what is above zero, or below
    ("probabilistic", "calibration_in_the_large", "averaging"),
    ("probabilistic", "calibration_in_the_large", "recalibration"),
    ("probabilistic", "zero_one", "recalibration"),
    ("diversity", "alpha_dcg", "priority"),
    ("diversity", "err_ia", "deepness"),
    ("diversity", "err_ia", "redundancy"),
    ("diversity", "err_ia", "aspect_weight"),
    ("diversity", "ndcg_ia", "aspect_weight"),
    ("diversity", "d_sharp_ndcg", "query_aspect_diversity"),
    ("diversity", "expected_utility", "confidence"),
    ("diversity", "subtopic_recall", "deepness_threshold"),
    ("diversity", "expected_utility", "closeness_threshold"),
)
FEW = 4
"""Of one kind in one certificate, so many are planted."""


def planted(*source: str) -> Iterator[tuple[str, Document]]:
    """Yield the wrong certificates that are made of a right one, each with what is wrong in it."""
    document = certificate(*source)
    for kind in KINDS:
        for number, made in enumerate(islice(kind(document), FEW)):
            made["written"] = text_of(made["formula"])  # so that this is not what is wrong
            yield f"{'-'.join(source)}-{kind.__name__}-{number}", made
