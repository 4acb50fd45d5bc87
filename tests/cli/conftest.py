"""What the tests of commands share: a daemon that runs, and a way to parse a command's words."""

import argparse
from collections.abc import Callable

import pytest

from recall_sidecar.cli.main import build_parser
from recall_sidecar.paths import Paths
from tests.cli.installation import TableDaemon, TableDoor

Parse = Callable[..., argparse.Namespace]


@pytest.fixture
def daemon() -> TableDaemon:
    return TableDaemon()


@pytest.fixture
def door(paths: Paths, daemon: TableDaemon) -> TableDoor:
    return TableDoor(paths, daemon)


@pytest.fixture
def parse() -> Parse:
    return lambda *words: build_parser([words[0]]).parse_args(words)
