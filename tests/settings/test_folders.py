"""Folders of memory."""

import pytest
from pydantic import ValidationError

from recall_sidecar.outcomes import Origin
from recall_sidecar.settings.folders import FolderSettings


@pytest.mark.parametrize("path", ["/srv/notes", "~/notes", "~", "/"])
def test_a_folder_says_where_it_is(path: str) -> None:
    assert FolderSettings(path=path).path == path


@pytest.mark.parametrize("path", ["notes", "./notes", "", "~other/notes", "$HOME/notes", "/a\0b"])
def test_a_folder_that_depends_on_where_we_started_is_refused(path: str) -> None:
    with pytest.raises(ValidationError, match="depends on where"):
        FolderSettings(path=path)


def test_origins_are_named_in_words() -> None:
    folder = FolderSettings.model_validate(
        {"path": "/a", "origin": "untrusted", "rules": [{"paths": "x/**", "origin": "owner"}]}
    )

    assert folder.origin is Origin.UNTRUSTED
    assert folder.rules[0].origin is Origin.OWNER


def test_the_agents_of_a_folder_are_listed_in_any_letter_case() -> None:
    assert FolderSettings(path="/a", agents=("Main", " main", "OPS", "")).agents == ("main", "ops")
