"""What is pasted by hand."""

import json
import shlex

from recall_sidecar.hosts.openclaw.install.changes import ABSENT, Change
from recall_sidecar.hosts.openclaw.install.snippet import back_by_commands, by_commands, by_hand

CHANGES = (Change(("plugins", "entries", "recall-sidecar", "enabled"), ABSENT, True),)


def test_by_hand_the_plugin_is_loaded_from_our_package() -> None:
    pasted = json.loads(by_hand(CHANGES, {}, "/lib/plugin"))

    assert pasted == {
        "plugins": {"entries": {"recall-sidecar": {"enabled": True}}, "load": {"paths": ["/lib/plugin"]}}
    }


def test_load_paths_that_are_there_stay() -> None:
    config = {"plugins": {"load": {"paths": ["/other", "/lib/plugin"]}}}

    pasted = json.loads(by_hand((), config, "/lib/plugin"))

    assert pasted["plugins"]["load"]["paths"] == ["/other", "/lib/plugin"]


def test_by_commands_a_folder_of_any_name_is_one_word() -> None:
    install, _, rest = by_commands(CHANGES, "/it's here/plugin").partition("\n")

    assert shlex.split(install)[:4] == ["openclaw", "plugins", "install", "/it's here/plugin"]
    assert json.loads(rest.split("\n", 1)[1].removesuffix("\nJSON"))["plugins"]["entries"]


def test_it_is_taken_back_by_commands_too() -> None:
    gone = (Change(("plugins", "entries", "recall-sidecar"), {"enabled": True}, ABSENT),)

    uninstall, _, rest = back_by_commands(gone, "recall-sidecar").partition("\n")

    assert uninstall == "openclaw plugins uninstall recall-sidecar --force"
    assert json.loads(rest.split("\n", 1)[1].removesuffix("\nJSON"))["plugins"]["entries"] == {
        "recall-sidecar": None
    }
