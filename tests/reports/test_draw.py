from __future__ import annotations

from xml.etree import ElementTree

import pytest

from axiometrics.errors import InputError
from axiometrics.tasks.clustering.reading import outputs_svg, outputs_text

SVG = "{http://www.w3.org/2000/svg}"
LARGE = "".join("{" + " ".join([chr(97 + i)] * 6) + "}" for i in range(10))


def pair_text(worse: str, better: str) -> str:
    return outputs_text({"worse": worse, "better": better})


def pair_svg(worse: str, better: str, title: str = "") -> str:
    return outputs_svg({"worse": worse, "better": better}, title=title)


def groups(svg: str, kind: str) -> int:
    return len(ElementTree.fromstring(svg).findall(f".//{SVG}g[@class='{kind}']"))


def test_text_marks_the_clusters_that_differ_and_aligns_the_others() -> None:
    lines = pair_text("{a a b}{c}{d d}", "{d d}{a a}{b}{c}").splitlines()
    assert lines == ["worse   *{a a b}     {d d}{c}", "better  *{a a}*{b}   {d d}{c}"]


def test_a_repeated_cluster_counts_as_often_as_it_occurs() -> None:
    assert pair_text("{a}{a}", "{a a}").splitlines()[0] == "worse   *{a}*{a}"
    assert groups(pair_svg("{a}{a}{b}", "{a}{a b}"), "unchanged") == 2


def test_the_order_of_items_and_clusters_changes_nothing() -> None:
    assert "*" not in pair_text("{a b}{c}", "{c}{b a}")


def test_changed_clusters_are_outlined() -> None:
    svg = pair_svg("{a a b}{c}", "{a a}{b}{c}")
    assert (groups(svg, "changed"), groups(svg, "unchanged")) == (3, 2)


def test_every_drawing_has_title_and_description() -> None:
    root = ElementTree.fromstring(pair_svg("{a b}", "{a}{b}", title="A < B"))
    assert root.findtext(f"{SVG}title") == "A < B"
    assert root.findtext(f"{SVG}desc") == "worse: {a b}; better: {a}{b}"


@pytest.mark.parametrize(
    "text", ["{a}", "{a b c d e f g h i}", LARGE, "{" + " ".join(f"u{i}" for i in range(60)) + "}"]
)
def test_every_item_is_drawn_inside_the_card(text: str) -> None:
    root = ElementTree.fromstring(outputs_svg({"clustering": text}))
    frames = root.findall(f".//{SVG}g[@class='unchanged']/{SVG}rect[@rx='10']")
    right = max(int(frame.get("x", "0")) + int(frame.get("width", "0")) for frame in frames)
    assert right < int(root.get("width", "0")) < 500
    letters = root.findall(f".//{SVG}g[@class='unchanged']/{SVG}text")
    assert len(letters) == text.count(" ") + text.count("{")


def test_a_category_looks_the_same_in_both_panels() -> None:
    root = ElementTree.fromstring(pair_svg("{b a}", "{a}{b}"))
    assert len(root.findall(f".//{SVG}circle")) == 2
    assert len({circle.get("fill") for circle in root.findall(f".//{SVG}circle")}) == 1


def test_more_than_two_outputs_are_drawn_side_by_side() -> None:
    root = ElementTree.fromstring(outputs_svg({"x": "{a b}", "y": "{a}{b}", "z": "{a b}"}))
    labels = [text.text for text in root.findall(f"{SVG}text")]
    assert labels == ["x", "y", "z"]


def test_categories_named_like_markup_are_escaped() -> None:
    ElementTree.fromstring(pair_svg("{<b> &}", "{<b>}{&}"))


def test_what_is_not_a_clustering_is_refused() -> None:
    with pytest.raises(InputError):
        pair_svg("a b", "{a}")
