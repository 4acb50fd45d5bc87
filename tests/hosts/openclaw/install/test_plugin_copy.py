"""A copy of the plugin is current when it holds the same files."""

from pathlib import Path

import pytest

from recall_sidecar.hosts.openclaw.install.plugin_copy import are_equal, plugin_folder


def test_the_plugin_ships_inside_the_package() -> None:
    assert (plugin_folder().parent / "__init__.py").is_file()


@pytest.mark.parametrize(
    ("file", "text", "equal"),
    [
        pytest.param("index.js", "ours", True, id="the same"),
        pytest.param("index.js", "theirs", False, id="another content"),
        pytest.param("lib/more.js", "", False, id="a file more"),
        pytest.param("node_modules/x/index.js", "", True, id="what a package manager adds"),
        pytest.param(".openclaw-meta", "", True, id="a hidden file"),
    ],
)
def test_a_copy_is_compared_by_its_files(tmp_path: Path, file: str, text: str, equal: bool) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for folder in (ours, theirs):
        folder.mkdir()
        (folder / "index.js").write_text("ours")
    (theirs / file).parent.mkdir(parents=True, exist_ok=True)
    (theirs / file).write_text(text)

    assert are_equal(ours, theirs) is equal


def test_a_copy_that_is_gone_is_not_current(tmp_path: Path) -> None:
    (tmp_path / "index.js").write_text("")

    assert not are_equal(tmp_path, tmp_path / "gone")
