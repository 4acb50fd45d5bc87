"""What people read before they say yes."""

from collections.abc import Sequence

from recall_sidecar.hosts.openclaw.install import report
from recall_sidecar.hosts.openclaw.install.changes import Change
from recall_sidecar.hosts.openclaw.install.losses import Loss
from recall_sidecar.hosts.openclaw.install.plan import Copy, Plan
from recall_sidecar.settings.openclaw import Note


def plan(*, copies: bool) -> Plan:
    return Plan((), copies, (), (), ())


def test_what_becomes_of_the_plugins_files_is_said() -> None:
    said = [
        report.shown_copy(plan(copies=True), Copy(None, is_current=False), "0.2.0"),
        report.shown_copy(plan(copies=True), Copy("0.1.0", is_current=False), "0.2.0"),
        report.shown_copy(plan(copies=False), Copy("0.2.0", is_current=True), "0.2.0"),
    ]

    assert said == [
        "The plugin, version 0.2.0, will be copied into OpenClaw.",
        "OpenClaw's copy of the plugin, version 0.1.0, will be replaced by version 0.2.0.",
        "The plugin is in OpenClaw, version 0.2.0, with the files of this program.",
    ]


def test_changes_are_shown_as_a_diff() -> None:
    assert report.shown_changes(()) == "OpenClaw's configuration stays as it is."
    assert report.shown_changes((Change(("a",), 1, 2),)).splitlines()[1:] == ["  - a: 1", "  + a: 2"]


def test_new_settings_are_shown_whole_with_the_notes_on_them() -> None:
    lines = list(
        report.settings_lines("config.toml", "[gate]\nagents = []\n", "", [Note("k", "left out", "why")])
    )

    assert lines[1:] == [
        "  [gate]\n  agents = []",
        "About settings that are not the same here:",
        "  k: left out (why)",
    ]


def test_of_settings_that_exist_only_what_they_lack_is_shown() -> None:
    lines = list(report.settings_lines("config.toml", None, "[gate]\n", []))

    assert "exists and stays as it is" in lines[0]
    assert lines[1] == "  [gate]"


def test_settings_that_lack_nothing_are_not_spoken_of() -> None:
    assert list(report.settings_lines("config.toml", None, "", [Note("k", "left out", "why")])) == []


def test_consents_and_obstacles_are_lists() -> None:
    assert report.asked_consents(["a", "b"]).splitlines()[1:] == ["  * a", "  * b"]
    assert "only our own settings" in report.asked_consents([])
    assert report.shown_obstacles(["a"]).splitlines()[1:] == ["  * a"]


TRANSCRIPTS = Loss("memory_search", "other conversations", ("openclaw config set sources",))
LANCEDB = Loss("memory_recall", "what LanceDB holds")


def forced(*lost: Loss, gateway_tools: Sequence[str] = (), is_there: bool) -> str:
    return report.forced(
        lost, gateway_tools, "/our/config.toml", is_there=is_there, openclaw_config="/their/openclaw.json"
    )


def test_a_loss_is_explained_with_both_ways_out() -> None:
    said = forced(LANCEDB, TRANSCRIPTS, is_there=True)

    assert "  * what LanceDB holds" in said
    assert "openclaw config set sources" in said
    assert "in /our/config.toml:" in said
    assert 'search_tools = ["memory_recall", "memory_search"]' in said
    assert "import-openclaw" not in said
    assert "--force" in said
    assert "two recalls" in said


def test_nobody_is_told_to_write_settings_that_would_be_taken_over_otherwise() -> None:
    said = forced(TRANSCRIPTS, is_there=False)

    assert "openclaw config set sources" in said
    assert "config.toml" not in said


def test_what_is_not_taken_over_is_added_to_settings_that_are() -> None:
    said = forced(LANCEDB, gateway_tools=["lcm_grep"], is_there=False)

    assert said.index("import-openclaw /their/openclaw.json --write") < said.index("/our/config.toml")
    assert 'search_tools = ["lcm_grep", "memory_recall"]' in said


def test_what_the_gateway_is_asked_for_already_only_has_to_be_shown() -> None:
    said = forced(TRANSCRIPTS, gateway_tools=["memory_search"], is_there=True)

    assert "openclaw config set sources" in said
    assert "config.toml" not in said
