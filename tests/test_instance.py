"""Which daemon this is."""

from datetime import UTC, datetime

from recall_sidecar.instance import Instance
from recall_sidecar.tokens import Tokens


def test_an_instance_can_be_shown_without_its_tokens() -> None:
    instance = Instance(
        pid=1,
        version="0.1.0",
        started_at=datetime(2026, 11, 30, tzinfo=UTC),
        started_monotonic=1.0,
        port=None,
        socket="/run/recall.sock",
        tokens=Tokens("full-secret", "hook-secret"),
    )

    assert "secret" not in repr(instance)
    assert not instance.stopping.is_set()
