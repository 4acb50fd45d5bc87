"""The daemon of fakes, as the tests of the server have it."""

from tests.server.conftest import daemon, house

__all__ = ["daemon", "house"]
