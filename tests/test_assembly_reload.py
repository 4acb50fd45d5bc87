"""A daemon made of its real parts follows its files, and refuses what would break turns."""

from collections.abc import Iterator

import pytest

from recall_sidecar.client import DaemonClient
from recall_sidecar.in_process import in_process
from recall_sidecar.paths import Paths

STYLE = 'name = "travel"\ndescription = "Journeys."\ninstructions = "Only journeys."\n'


@pytest.fixture
def daemon(paths: Paths) -> Iterator[DaemonClient]:
    paths.styles_dir.mkdir(parents=True)
    with in_process(paths) as client:
        yield client


def test_a_prompt_style_that_does_not_exist_is_refused_while_it_runs(
    daemon: DaemonClient, paths: Paths
) -> None:
    paths.config_file.write_text('[recall]\nprompt_style = "travel"\n', "utf-8")

    (problem,) = daemon.post("/v1/reload", {})["problems"]

    assert problem["key"] == "recall.prompt_style"
    assert problem["source"] == "config.toml:2"
    assert "there is no prompt style 'travel'" in problem["message"]


def test_a_prompt_style_that_was_added_is_taken_with_the_settings_that_name_it(
    daemon: DaemonClient, paths: Paths
) -> None:
    (paths.styles_dir / "travel.toml").write_text(STYLE, "utf-8")
    paths.config_file.write_text('[recall]\nprompt_style = "travel"\n', "utf-8")

    assert daemon.post("/v1/reload", {})["problems"] == []


def test_a_prompt_style_with_a_fault_is_reported_while_it_runs(daemon: DaemonClient, paths: Paths) -> None:
    (paths.styles_dir / "travel.toml").write_text(STYLE + "colour = 1\n", "utf-8")

    (problem,) = daemon.post("/v1/reload", {})["problems"]

    assert "travel.toml:4: colour: unknown key" in problem["message"]


def test_a_provider_that_two_agents_define_differently_is_refused_while_it_runs(
    daemon: DaemonClient, paths: Paths
) -> None:
    tables = [
        f'[agents.{agent}.model.providers.study]\napi_base = "http://127.0.0.1:{port}/v1"\n'
        for agent, port in (("home", 8000), ("work", 8001))
    ]
    paths.config_file.write_text("".join(tables), "utf-8")

    problems = daemon.post("/v1/reload", {})["problems"]

    assert problems != []


def test_allowed_tools_that_do_not_exist_are_logged_at_start_and_when_they_change(
    daemon: DaemonClient, paths: Paths, caplog: pytest.LogCaptureFixture
) -> None:
    paths.config_file.write_text('[recall]\ntools_allow = ["memory_recall"]\n', "utf-8")

    assert daemon.post("/v1/reload", {})["problems"] == []
    with in_process(paths):
        pass

    told = [record for record in caplog.records if record.getMessage() == "tools_missing"]
    assert [vars(record)["tools"] for record in told] == ["memory_recall", "memory_recall"]
