"""What stops the start is found before it."""

from pathlib import Path

import pytest

from recall_sidecar.cross_check import cross_check, missing_tools
from recall_sidecar.errors import PromptStyleError, SettingsError
from recall_sidecar.paths import Paths
from recall_sidecar.settings.load import load_file
from recall_sidecar.settings.resolve import LoadedSettings

CLASH = '[agents.{}.model.providers.mine]\nkind = "openai"\napi_base = "http://127.0.0.1:{}/v1"\n'


def _loaded(folder: Path, text: str) -> LoadedSettings:
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return load_file(file)


def test_settings_that_name_what_there_is_give_the_styles(paths: Paths, tmp_path: Path) -> None:
    loaded = _loaded(tmp_path, '[recall]\nprompt_style = "strict"\n')

    assert "strict" in cross_check(paths, loaded).names()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param('[recall]\nprompt_style = "nope"\n', PromptStyleError, id="a style that does not exist"),
        pytest.param('[agents.ops.recall]\nprompt_style = "nope"\n', PromptStyleError, id="such a style of one agent"),
        pytest.param(CLASH.format("a", 1) + CLASH.format("b", 2), SettingsError, id="a provider that is defined twice"),
    ],
)  # fmt: skip
def test_what_stops_the_start_is_refused(
    paths: Paths, tmp_path: Path, text: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        cross_check(paths, _loaded(tmp_path, text))


def test_a_broken_file_of_a_style_is_refused_though_nobody_names_it(paths: Paths, tmp_path: Path) -> None:
    paths.styles_dir.mkdir(parents=True)
    (paths.styles_dir / "mine.toml").write_text("name = ", encoding="utf-8")

    with pytest.raises(PromptStyleError, match=r"mine\.toml"):
        cross_check(paths, _loaded(tmp_path, ""))


def test_tools_of_everyone_and_of_each_agent_are_looked_at(tmp_path: Path) -> None:
    loaded = _loaded(
        tmp_path,
        '[recall]\ntools_allow = ["memory_recall"]\n[agents.ops.recall]\ntools_allow = ["memory_get", "lcm_grep"]\n',
    )

    assert missing_tools(loaded) == ("lcm_grep", "memory_recall")
