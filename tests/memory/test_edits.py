from recall_sidecar.memory.edits import Found, ToForget, ToRemember


def test_nothing_is_named_until_somebody_names_it() -> None:
    assert ToForget() == ToForget("", None, None, "")
    assert ToRemember("tea") == ToRemember("tea", (), None, None, "")
    assert Found("/f", "f", 1, 2, "x", is_whole=True).folder is None
