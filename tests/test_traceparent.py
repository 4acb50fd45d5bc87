"""The two W3C headers of a caller: taken when they follow the standard, and as if absent when they do not."""

import pytest

from recall_sidecar.traceparent import NOWHERE, read

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
SPAN = "00f067aa0ba902b7"
PARENT = f"00-{TRACE}-{SPAN}-01"


@pytest.mark.parametrize(
    ("sent", "read_as"),
    [
        pytest.param(PARENT, PARENT, id="version 00"),
        pytest.param(f"  {PARENT}\t", PARENT, id="with blanks around it"),
        pytest.param(f"00-{TRACE}-{SPAN}-00", f"00-{TRACE}-{SPAN}-00", id="not sampled"),
        pytest.param(f"cc-{TRACE}-{SPAN}-01", PARENT, id="a later version is read as this one"),
        pytest.param(f"cc-{TRACE}-{SPAN}-01-what-the-future-brings", PARENT, id="a later version with more"),
        pytest.param(f"{PARENT}-more", "", id="version 00 with more"),
        pytest.param(f"ff-{TRACE}-{SPAN}-01", "", id="the version that is none"),
        pytest.param(f"00-{'0' * 32}-{SPAN}-01", "", id="no trace"),
        pytest.param(f"00-{TRACE}-{'0' * 16}-01", "", id="no span"),
        pytest.param(PARENT.upper(), "", id="capital letters"),
        pytest.param(f"00-{TRACE}-{SPAN}", "", id="without flags"),
        pytest.param(f"cc-{TRACE}-{SPAN}-01-{'x' * 500}", "", id="endless"),
        pytest.param("hunter2", "", id="something else"),
        pytest.param("", "", id="empty"),
    ],
)
def test_a_parent_is_read_as_the_standard_has_it(sent: str, read_as: str) -> None:
    assert read([sent], []).traceparent == read_as


@pytest.mark.parametrize(
    ("sent", "read_as"),
    [
        pytest.param([], "", id="none"),
        pytest.param(["congo=t61rcWkgMzE"], "congo=t61rcWkgMzE", id="one"),
        pytest.param(
            ["rojo=00f067aa0ba902b7, congo=t61"], "rojo=00f067aa0ba902b7,congo=t61", id="two in a header"
        ),
        pytest.param(["rojo=1", "congo=2"], "rojo=1,congo=2", id="two headers"),
        pytest.param(["rojo=1,,"], "rojo=1", id="empty members are left out"),
        pytest.param(["fw529a3039@dt=FfzMAAAA"], "fw529a3039@dt=FfzMAAAA", id="a vendor's key"),
        pytest.param(["rojo"], "", id="no value"),
        pytest.param(["Rojo=1"], "", id="a capital letter in the key"),
        pytest.param(["rojo=1,rojo=2"], "", id="the same key twice"),
        pytest.param(["rojo=\x1b[31m"], "", id="a control sign"),
        pytest.param([",".join(f"k{n}=1" for n in range(33))], "", id="too many"),
        pytest.param([f"rojo={'x' * 250},congo={'y' * 256}"], "", id="too long"),
    ],
)
def test_a_state_is_read_whole_or_not_at_all(sent: list[str], read_as: str) -> None:
    assert read([PARENT], sent).tracestate == read_as


@pytest.mark.parametrize(
    "parents",
    [
        pytest.param([], id="none was sent"),
        pytest.param([PARENT, PARENT], id="two were sent"),
        pytest.param(["rubbish"], id="it is none"),
    ],
)
def test_without_one_good_parent_the_state_is_nothing_either(parents: list[str]) -> None:
    assert read(parents, ["rojo=1"]) == NOWHERE
