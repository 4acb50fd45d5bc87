"""The daemon's parts within this process."""

import gc
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_sidecar.embedded import embedded
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.instance import Instance
from recall_sidecar.serving import Parts
from tests.server.fakes import House, turn_body


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Give the collector back what a daemon in this process took from it."""
    yield
    gc.unfreeze()


class Builder:
    """Makes parts over fakes and remembers where they listened and whether they were closed."""

    def __init__(self) -> None:
        self.house = House()
        self.socket = Path()
        self.closed = False

    def __call__(self, instance: Instance) -> Parts:
        self.socket = Path(instance.socket)
        return Parts(services=self.house.services_of(instance), aclose=self._close)

    async def _close(self) -> None:
        self.closed = True


def test_the_daemons_routes_answer_within_this_process() -> None:
    builder = Builder()

    with embedded(builder) as daemon:
        answer = daemon.post("/v1/hooks/before_prompt_build", turn_body("when is my dentist"))
        status = daemon.get("/v1/status")

    assert answer["status"] == "empty"
    assert [turn.text for turn, _ in builder.house.pipeline.turns] == ["when is my dentist"]
    assert status["port"] is None


def test_nothing_is_left_behind() -> None:
    builder = Builder()
    before = threading.active_count()

    with embedded(builder):
        assert builder.socket.is_socket()

    assert builder.closed
    assert not builder.socket.parent.exists()
    assert threading.active_count() == before


def test_a_part_that_cannot_be_built_says_so() -> None:
    def build(instance: Instance) -> Parts:
        message = f"the index of {instance.pid} has a newer schema"
        raise MemoryStoreError(message)

    with pytest.raises(MemoryStoreError, match="newer schema"), embedded(build):
        pytest.fail("there is nothing to serve")


def test_a_daemon_that_cannot_serve_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def serve(*_: object, **__: object) -> None:
        raise OSError("no file descriptors left")

    monkeypatch.setattr("recall_sidecar.embedded.serve", serve)

    with pytest.raises(OSError, match="no file descriptors"), embedded(Builder()):
        pytest.fail("there is nothing to serve")


def test_an_error_of_the_command_still_ends_it() -> None:
    builder = Builder()

    with pytest.raises(ZeroDivisionError), embedded(builder):
        _ = 1 / 0

    assert builder.closed
