"""The tree: documented, bounded, and quick to import."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from recall_sidecar.settings import GateSettings, PrivacySettings, RecallSettings, Settings, TraceSettings
from recall_sidecar.settings.document import sections


def fields() -> Iterator[tuple[str, FieldInfo]]:
    for section in sections():
        for name, field in section.table.model_fields.items():
            yield f"{section.header} {name}", field


@pytest.mark.parametrize(("key", "field"), [pytest.param(*pair, id=pair[0]) for pair in fields()])
def test_every_key_says_what_it_means(key: str, field: FieldInfo) -> None:
    assert field.description, key
    assert field.description.endswith("."), key


def test_every_number_has_bounds_that_hold_its_default() -> None:
    unbounded = [
        key
        for key, field in fields()
        if field.annotation in {int, float}
        and {type(each).__name__ for each in field.metadata} != {"Ge", "Le"}
    ]

    assert unbounded == []
    assert Settings.model_validate(Settings().model_dump()) == Settings()


def test_the_tree_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().gate.enabled = False  # type: ignore[misc]


def test_ids_are_folded_and_told_once() -> None:
    gate = GateSettings(owners=(" Me ", "me", "YOU", ""), allowed_chat_ids=("A",))

    assert gate.owners == ("me", "you")
    assert gate.allowed_chat_ids == ("a",)


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        pytest.param("*", "wildcard", id="everything"),
        pytest.param("memory_*", "wildcard", id="a pattern"),
        pytest.param("Group:memory", "group", id="a group, however it is spelled"),
        pytest.param("exec", "tool of the main agent", id="a core tool"),
        pytest.param("Web_Search", "tool of the main agent", id="a core tool in capitals"),
        pytest.param("a b", "not a tool name", id="no name at all"),
    ],
)
def test_tools_that_a_sub_agent_must_not_hold_are_refused(tool: str, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        RecallSettings(tools_allow=("memory_search", tool))


def test_tools_with_plain_names_are_taken() -> None:
    assert RecallSettings(tools_allow=("memory_get", "my.tool-2")).tools_allow == ("memory_get", "my.tool-2")


@pytest.mark.parametrize(
    "folder", ["/etc", "~/x", "", " ", "a/../b", "..", "a//b", "./a", "C:/x", "a\\..\\b"]
)
def test_a_transcript_folder_cannot_leave_its_place(folder: str) -> None:
    with pytest.raises(ValidationError, match="relative folder"):
        TraceSettings(transcript_dir=folder)


def test_a_transcript_folder_may_be_nested() -> None:
    assert TraceSettings(transcript_dir="a/b").transcript_dir == "a/b"


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        pytest.param("hunter2[", "pattern 2 is not a regular expression", id="no expression"),
        pytest.param("(?x) hunter2 # mine", "pattern 2 is not", id="one that would swallow its neighbours"),
        pytest.param("(hunter2)*", "pattern 2 matches the empty text", id="one that matches nothing"),
    ],
)
def test_a_bad_pattern_is_counted_and_not_repeated(pattern: str, message: str) -> None:
    with pytest.raises(ValidationError, match=message) as caught:
        PrivacySettings(secret_patterns=("fine", pattern))

    assert "hunter2" not in str(caught.value.errors()[0]["msg"])


def test_good_patterns_are_taken() -> None:
    assert PrivacySettings(secret_patterns=("hunter[0-9]",)).secret_patterns == ("hunter[0-9]",)


def test_importing_the_settings_loads_neither_the_server_nor_the_model_library() -> None:
    program = (
        "import sys, recall_sidecar.settings, recall_sidecar.settings.live, recall_sidecar.cli.config\n"
        "print([name for name in ('aiohttp', 'litellm') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


def test_a_time_limit_of_five_minutes_is_taken_as_it_is() -> None:
    assert RecallSettings(timeout_ms=300_000).timeout_ms == 300_000


@pytest.mark.parametrize("kind", ["direct", "group", "channel", "explicit"])
def test_every_kind_of_chat_can_be_allowed(kind: str) -> None:
    assert GateSettings.model_validate({"allowed_chat_types": [kind]}).allowed_chat_types == (kind,)


def test_an_unknown_kind_of_chat_is_refused_and_not_dropped() -> None:
    with pytest.raises(ValidationError, match="'direct', 'group', 'channel' or 'explicit'"):
        GateSettings.model_validate({"allowed_chat_types": ["direct", "secret"]})


def test_no_model_is_chosen_for_the_user() -> None:
    model = Settings().model

    assert (model.name, model.primary, model.fallback, model.providers) == ("", "", "", {})
