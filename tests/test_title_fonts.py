"""The catalogue of fonts: what extras bring, and the message for a font that is not installed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from beeprint.base.problems import BuildError
from beeprint.sources import fonts

ROOT = Path(__file__).parents[1]
CATALOGUE: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "fonts" / "fonts.yaml").read_text("utf-8"))
TITLES = {family: entry for family, entry in CATALOGUE.items() if entry.get("extra") == "titles"}


def test_each_family_comes_from_a_package_of_its_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for entry in CATALOGUE.values():
        if "extra" in entry:
            names = {re.split("[>=]", each)[0].replace("-", "_") for each in extras[entry["extra"]]}
            assert entry["package"] in names
    assert len(TITLES) == len(extras["titles"]) == 8


def test_faces_for_titles_lend_no_letters() -> None:
    assert not set(TITLES) & set(fonts.fallback_families("en"))


@pytest.mark.parametrize("family", TITLES)
def test_a_face_that_is_not_installed_is_named_with_what_to_install(
    family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "find_spec", lambda name: None)
    assert family not in fonts.shipped_styles()
    with pytest.raises(BuildError) as caught:
        fonts.shipped_font(family, "regular")
    (problem,) = caught.value.problems
    assert problem.message == f"the font {family} is not installed"
    assert problem.hint == 'run: pip install "beeprint[titles]"'
