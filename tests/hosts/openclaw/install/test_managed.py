"""Whether OpenClaw's commands may write a configuration."""

import pytest

from recall_sidecar.hosts.openclaw.install.managed import why_includes_forbid, why_unwritable


@pytest.mark.parametrize(
    ("environment", "why"),
    [
        pytest.param({}, None, id="nothing says otherwise"),
        pytest.param({"OPENCLAW_CONFIG_READONLY": "1"}, "OPENCLAW_CONFIG_READONLY=1", id="read-only"),
        pytest.param({"OPENCLAW_CONFIG_READONLY": "true"}, None, id="only 1 is read-only, as in OpenClaw"),
        pytest.param({"OPENCLAW_NIX_MODE": "1"}, "OPENCLAW_NIX_MODE=1", id="made by Nix"),
    ],
)
def test_the_environment_can_forbid_writing(environment: dict[str, str], why: str | None) -> None:
    found = why_unwritable(environment)

    assert found == why or (found is not None and why is not None and found.startswith(why))


@pytest.mark.parametrize(
    ("root", "forbids"),
    [
        pytest.param({}, False, id="no include"),
        pytest.param(
            {"plugins": {"$include": "plugins.json5"}}, False, id="plugins in one file of their own"
        ),
        pytest.param({"agents": {"$include": ["a", "b"]}}, False, id="an include elsewhere"),
        pytest.param({"$include": "real.json5"}, True, id="the whole file included"),
        pytest.param({"plugins": {"$include": ["a", "b"]}}, True, id="plugins from several files"),
        pytest.param({"plugins": {"$include": "a", "allow": []}}, True, id="plugins included beside keys"),
        pytest.param({"plugins": {"entries": {"x": {"$include": "a"}}}}, True, id="one entry included"),
        pytest.param({"plugins": {"load": [{"$include": "a"}]}}, True, id="an include in a list"),
        pytest.param({"plugins": "?"}, False, id="plugins that are no object"),
        pytest.param([], False, id="no object at all"),
    ],
)
def test_only_one_form_of_include_is_written_through(root: object, forbids: bool) -> None:
    assert bool(why_includes_forbid(root)) is forbids
