"""Adapters of the fake library, as a TOML file."""

from __future__ import annotations

from pathlib import Path

FAKE = Path(__file__).with_name("fake_library.py")

HEAD = """name = "fake"
package = "a-package-that-nobody-has"
module = "json"

[defaults]
task = "clustering"
reads = "labels"
equals = "purity"
"""

_DIVERGENCE = 'task = "quantification"\nreads = "distributions"\nequals = "kld"\nerror = true'

_LIST = 'task = "ranking"\nreads = "run"\nequals = "reciprocal_rank"'

FUNCTIONS = {
    "purity": "",
    "wrong_value": "",
    "zero_over_zero": 'equals = "jaccard"',
    "label_names": "",
    "item_order": "",
    "claimed_symmetric": "symmetric = true",
    "bad_manners": "",
    "forgetful": "",
    "finite_divergence": _DIVERGENCE,
    "negative_divergence": _DIVERGENCE,
    "infinite_divergence": _DIVERGENCE,
    "by_name": _LIST,
    "as_given": _LIST,
    "relevant_first": _LIST,
    "out_of_bounds": _LIST,
    "absent": "",
    "slow": "",
}


def adapters(folder: Path, names=tuple(FUNCTIONS)[:-2], extra: str = "") -> Path:
    """Write a TOML file with adapters of the fake library."""
    tables = [
        f'[[function]]\nname = "{name}"\nfunction = "{FAKE}:{name}"\n{FUNCTIONS[name]}' for name in names
    ]
    path = folder / "fake.toml"
    path.write_text("\n\n".join([HEAD, *tables]) + extra + "\n", encoding="utf-8")
    return path
