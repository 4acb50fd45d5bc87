"""What the HTTP side needs, and that the real parts are it."""

from recall_sidecar.commands import Commands
from recall_sidecar.server.services import CommandRunner
from tests.server.fakes import House


def test_each_daemon_has_a_stop_of_its_own(house: House) -> None:
    first, second = house.services().instance, house.services().instance

    first.stopping.set()

    assert not second.stopping.is_set()


def test_a_daemon_does_not_show_its_tokens(house: House) -> None:
    instance = house.services().instance

    assert instance.tokens.full not in repr(instance)


def test_the_chat_commands_are_a_command_runner() -> None:
    """The type checker proves the signature, this line that the class is still the one."""
    port: type[CommandRunner] = Commands

    assert port.run is Commands.run
