"""What people read before they say yes."""

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


def test_a_loss_is_explained_with_both_ways_out() -> None:
    said = report.forced(
        [Loss("memory_recall", "what LanceDB holds"), Loss("lcm_grep", "compacted talk", "sources: x")]
    )

    assert "  * what LanceDB holds" in said
    assert 'search_tools = ["memory_recall", "lcm_grep"]' in said
    assert "in OpenClaw's configuration:\n  sources: x" in said
    assert "--force" in said
    assert "two recalls" in said
