"""What beeprint stands on: no version that it allows has a known advisory, and all of it is there for each system."""

from __future__ import annotations

import pytest
import supply


def test_no_version_that_is_allowed_has_a_published_advisory() -> None:
    versions = supply.oldest()
    assert len(versions) > 20
    try:
        found = supply.advisories(versions)
    except supply.OfflineError as error:
        pytest.skip(str(error))
    print(f"{len(versions)} libraries in their oldest versions: {found or 'no advisories'}")
    assert found == {}


@pytest.mark.parametrize("system", supply.PLATFORMS)
def test_all_that_is_needed_comes_as_wheels(system: str) -> None:
    try:
        assert supply.without_wheels(system) == ""
    except supply.OfflineError as error:
        pytest.skip(str(error))
