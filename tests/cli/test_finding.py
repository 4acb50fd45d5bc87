"""A finding reads with its remedy, and the worst one decides the exit code."""

import pytest

from recall_sidecar.cli.finding import Finding, worst_code

OK = Finding("ok", "index", "40 passages")
BAD = Finding("error", "port", "taken", "stop it", code=1)
SETTINGS = Finding("error", "settings", "unknown key", "correct it", code=2)
WARNING = Finding("warning", "daemon", "not running", "recall-sidecar serve")


@pytest.mark.parametrize(
    ("findings", "code"),
    [
        pytest.param([], 0, id="nothing was found"),
        pytest.param([OK, WARNING], 0, id="warnings do not fail"),
        pytest.param([OK, BAD, WARNING], 1, id="an error fails"),
        pytest.param([BAD, SETTINGS], 2, id="settings come first"),
    ],
)
def test_the_exit_code(findings: list[Finding], code: int) -> None:
    assert worst_code(findings) == code


def test_a_finding_without_a_remedy_is_one_line() -> None:
    assert str(OK) == "ok       index: 40 passages"


def test_a_remedy_stands_below_its_finding() -> None:
    assert str(BAD).splitlines() == ["ERROR    port: taken", "           -> stop it"]


def test_a_fact_cannot_look_like_a_finding_of_its_own() -> None:
    forged = Finding("ok", "index", "fine\nERROR    port: taken", "look\n           -> rm -rf ~")

    assert len(str(forged).splitlines()) == 2


def test_a_finding_as_json_has_the_same_words() -> None:
    assert BAD.as_json() == {
        "level": "error", "topic": "port", "fact": "taken", "remedy": "stop it", "canFix": False,
    }  # fmt: skip


def test_what_can_be_mended_is_said_to_programs_and_makes_no_other_finding() -> None:
    mendable = Finding("error", "port", "taken", "stop it", code=1, mend=lambda: "stopped it")

    assert mendable.as_json()["canFix"] is True
    assert mendable == BAD
