from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from axiometrics.checker.verdict import Matrix
from axiometrics.errors import InputError
from axiometrics.reports.site import report

LINK = re.compile(r"\]\(([^)]+)\)")


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def site(matrix: Matrix, tmp_path: Path) -> Path:
    report([matrix], tmp_path)
    return tmp_path


def test_there_is_an_index_and_a_page_per_task_metric_and_constraint(matrix: Matrix, site: Path) -> None:
    assert (site / "README.md").is_file()
    assert (site / "clustering" / "README.md").is_file()
    assert len(list((site / "clustering" / "metrics").iterdir())) == len(matrix.metrics)
    assert len(list((site / "clustering" / "constraints").iterdir())) == len(matrix.constraints)


def test_every_relative_link_and_anchor_exists(site: Path) -> None:
    links = 0
    for page in site.rglob("*.md"):
        for target in LINK.findall(page.read_text(encoding="utf-8")):
            if target.startswith("https://doi.org/"):
                continue
            name, _, anchor = target.partition("#")
            found = (page.parent / name) if name else page
            assert found.is_file(), f"{page}: {target}"
            assert not anchor or f'<a id="{anchor}"></a>' in found.read_text(encoding="utf-8"), (
                f"{page}: {target}"
            )
            links += 1
    assert links > 50


def test_every_figure_is_used_and_well_formed(site: Path) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in site.rglob("*.md"))
    figures = list(site.rglob("*.svg"))
    assert figures
    for figure in figures:
        ElementTree.parse(figure)
        assert figure.name in pages


def test_the_files_are_returned_sorted(matrix: Matrix, tmp_path: Path) -> None:
    files = report([matrix], tmp_path)
    assert files == sorted(files)
    assert {str(path.relative_to(tmp_path)) for path in files} == set(content(tmp_path))


def test_two_reports_are_the_same_byte_for_byte(matrix: Matrix, tmp_path: Path) -> None:
    for name in ("one", "two"):
        report([matrix], tmp_path / name)
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_no_page_tells_where_or_when_it_was_made(site: Path) -> None:
    text = b"".join(content(site).values()).decode()
    assert str(site) not in text
    assert not re.search(r"\b20\d\d-\d\d-\d\d\b", text)


def test_pages_of_an_earlier_report_go_and_other_files_stay(matrix: Matrix, site: Path) -> None:
    own = site / "clustering" / "metrics" / "notes.md"
    own.write_text("mine", encoding="utf-8")
    kept = matrix.metrics[:1]
    cells = tuple(cell for cell in matrix.cells if cell.metric == kept[0].key)
    files = report([replace(matrix, metrics=kept, cells=cells)], site)
    assert {site / name for name in content(site)} == {*files, own}


def test_keys_that_differ_only_in_punctuation_or_case_have_pages_of_their_own(
    matrix: Matrix, tmp_path: Path
) -> None:
    twins = tuple(replace(matrix.metrics[1], key=key) for key in ("m(a|b)", "m(a,b)", "M(a,b)"))
    report([replace(matrix, metrics=twins, cells=())], tmp_path)
    names = {path.name.lower() for path in (tmp_path / "clustering" / "metrics").iterdir()}
    assert len(names) == len(twins)


def test_foreign_text_cannot_become_html(site: Path) -> None:
    assert r"TimeoutError: \<5 s>" in (site / "clustering" / "metrics" / "black-box.md").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    ("format", "names"),
    [
        ("html", {"index.html", "clustering/matrix.html"}),
        ("latex", {"references.bib", "clustering/matrix.tex"}),
    ],
)
def test_a_report_has_the_files_of_its_format(
    format: str, names: set[str], matrix: Matrix, tmp_path: Path
) -> None:
    report(matrix, tmp_path, format=format)
    assert set(content(tmp_path)) == names


def test_a_report_in_all_formats_links_them(matrix: Matrix, tmp_path: Path) -> None:
    report(matrix, tmp_path, format="all")
    page = (tmp_path / "clustering" / "README.md").read_text(encoding="utf-8")
    for ending in ("html", "tex", "csv", "json"):
        assert f"(matrix.{ending})" in page
        assert (tmp_path / "clustering" / f"matrix.{ending}").is_file()


def test_an_unknown_format_is_refused(matrix: Matrix, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no format 'pdf'; allowed: markdown, html, latex, explorer, all"):
        report(matrix, tmp_path, format="pdf")


def test_metrics_with_the_same_verdict_and_counterexample_share_a_row(matrix: Matrix, tmp_path: Path) -> None:
    twin = replace(matrix.metrics[0], key="twin")
    cells = [replace(cell, metric="twin") for cell in matrix.row(matrix.metrics[0].key)]
    report(replace(matrix, metrics=(*matrix.metrics, twin), cells=(*matrix.cells, *cells)), tmp_path)
    name = f"{cells[0].constraint}.md"
    page = (tmp_path / "clustering" / "constraints" / name).read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| [")]
    assert len([row for row in rows if "[`twin`]" in row]) == 1
    assert len(rows) == len(matrix.metrics)


def test_an_empty_report_is_still_a_report(tmp_path: Path) -> None:
    assert report([], tmp_path) == [tmp_path / "README.md"]


def test_the_index_for_browsers_says_what_a_constraint_is_and_fits_a_telephone(
    matrix: Matrix, tmp_path: Path
) -> None:
    report(matrix, tmp_path, format="all")
    text = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert '<meta name="viewport"' in text
    assert "A constraint says how the scores of two outputs must compare" in text
    assert '<a href="explorer.html">' in text
    assert "Every item has one category in the gold" in text
