import pytest

from recall_sidecar.errors import RequestRefused
from recall_sidecar.server.edits import ForgetBody, RememberBody
from recall_sidecar.server.wire import parse


def test_lines_have_short_names_on_the_wire() -> None:
    body = parse(ForgetBody, {"path": "a.md", "from": 3, "to": 4})

    assert (body.from_line, body.to_line, body.apply, body.delete_file) == (3, 4, False, False)


@pytest.mark.parametrize("field", ["apply", "deleteFile"])
def test_what_cannot_be_undone_takes_a_plain_yes(field: str) -> None:
    with pytest.raises(RequestRefused):
        parse(ForgetBody, {"path": "a.md", field: "true"})


def test_an_entry_is_bounded() -> None:
    with pytest.raises(RequestRefused):
        parse(RememberBody, {"text": "x" * 2001})
