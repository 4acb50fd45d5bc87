import pytest
from pydantic import ValidationError

from recall_sidecar.settings import Settings
from recall_sidecar.settings.capture import CaptureSettings


def test_nothing_is_captured_unless_somebody_wants_it() -> None:
    assert not Settings().memory.capture.enabled


@pytest.mark.parametrize(
    "table",
    [
        pytest.param({"keep_days": 0}, id="no day"),
        pytest.param({"max_mb": 0}, id="no room"),
        pytest.param({"max_message_chars": 5000}, id="longer than a line of memory"),
        pytest.param({"keep": True}, id="an unknown key"),
    ],
)
def test_a_table_is_refused_with(table: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CaptureSettings.model_validate(table)
