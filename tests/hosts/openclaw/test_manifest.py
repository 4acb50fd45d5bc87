import json
from pathlib import Path

import pytest

from recall_sidecar import __version__
from recall_sidecar.block import GUIDANCE
from recall_sidecar.hosts.openclaw import manifest
from recall_sidecar.hosts.openclaw.plugin_settings import PluginSettings


@pytest.mark.parametrize("name", sorted(manifest.files()))
def test_a_generated_file_is_what_the_program_would_write_today(name: str) -> None:
    written = (manifest.PLUGIN_DIR / name).read_text(encoding="utf-8")

    assert written == manifest.files()[name], "run: make docs"


def test_writing_them_again_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = tmp_path / "openclaw-plugin.md"
    written = manifest.PAGE.read_text(encoding="utf-8")
    page.write_text(written, encoding="utf-8")
    folder = tmp_path / "plugin"
    folder.mkdir()
    monkeypatch.setattr(manifest, "PLUGIN_DIR", folder)
    monkeypatch.setattr(manifest, "PAGE", page)

    manifest.main()

    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == manifest.files()
    assert page.read_text(encoding="utf-8") == written


def test_the_page_has_the_table_of_settings() -> None:
    assert manifest.reference() in manifest.PAGE.read_text(encoding="utf-8"), "run: make docs"


def test_the_schema_has_every_setting_and_admits_nothing_else() -> None:
    schema = json.loads(manifest.files()["openclaw.plugin.json"])["configSchema"]

    assert set(schema["properties"]) == {field.alias for field in PluginSettings.model_fields.values()}
    assert schema["additionalProperties"] is False
    assert all("description" in property_ for property_ in schema["properties"].values())


def test_an_absent_setting_is_left_out_and_never_null() -> None:
    text = json.dumps(json.loads(manifest.files()["openclaw.plugin.json"])["configSchema"])

    assert '"null"' not in text
    assert "anyOf" not in text


def test_the_plugin_says_the_guidance_and_the_version_that_the_program_says() -> None:
    text = manifest.files()["generated.js"]

    assert f"export const GUIDANCE = {json.dumps(GUIDANCE)};" in text
    assert f"export const VERSION = {json.dumps(__version__)};" in text


def test_the_package_asks_for_a_host_that_knows_the_authorised_phase() -> None:
    package = json.loads(manifest.files()["package.json"])

    assert package["openclaw"]["compat"]["pluginApi"] == ">=2026.9.6"
    assert package["version"] == __version__
