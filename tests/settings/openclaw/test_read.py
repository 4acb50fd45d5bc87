"""Reading OpenClaw's file, with what it includes."""

from pathlib import Path

import pytest

from recall_sidecar.errors import SettingsError
from recall_sidecar.settings.openclaw.read import MAX_BYTES, read_openclaw


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    folder.mkdir()
    return folder


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.json5").write_text(text, encoding="utf-8")
    return folder / "openclaw.json5"


def refusal(file: Path) -> str:
    with pytest.raises(SettingsError) as caught:
        read_openclaw(file)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        pytest.param('{"a": 1}', {"a": 1}, id="plain JSON"),
        pytest.param("// note\n{a: [1, 'x',], /* b */ c: +2}", {"a": [1, "x"], "c": 2}, id="JSON5"),
        pytest.param("\ufeff{}", {}, id="with a byte order mark"),
    ],
)
def test_a_file_is_read(folder: Path, text: str, tree: object) -> None:
    assert read_openclaw(write(folder, openclaw=text)) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        pytest.param("{x: {$include: './a.json5'}}", {"x": {"k": 1, "deep": {"a": 1}}}, id="one file in its place"),
        pytest.param("{x: {$include: ['a.json5', 'b.json5']}}", {"x": {"k": 2, "deep": {"a": 1, "b": 2}}},
                     id="several, the later winning"),
        pytest.param("{$include: 'a.json5', k: 9}", {"k": 9, "deep": {"a": 1}}, id="keys beside it win"),
        pytest.param("{x: [{$include: 'a.json5'}]}", {"x": [{"k": 1, "deep": {"a": 1}}]}, id="inside a list"),
        pytest.param("{x: {$include: 'list.json5'}}", {"x": [1, 2]}, id="a file that holds a list"),
        pytest.param("{x: {$include: 'nested.json5'}}", {"x": {"y": {"k": 1, "deep": {"a": 1}}}}, id="nested"),
        pytest.param("{x: {$include: []}}", {"x": None}, id="nothing at all"),
    ],
)  # fmt: skip
def test_an_include_stands_for_what_it_names(folder: Path, text: str, tree: object) -> None:
    file = write(
        folder,
        openclaw=text,
        a="{k: 1, deep: {a: 1}}",
        b="{k: 2, deep: {b: 2}}",
        list="[1, 2]",
        nested="{y: {$include: './a.json5'}}",
    )

    assert read_openclaw(file) == tree


def test_a_configuration_behind_a_link_includes_what_lies_beside_the_link(
    folder: Path, tmp_path: Path
) -> None:
    write(folder, a="{k: 1}")
    (tmp_path / "dotfile.json5").write_text("{$include: 'a.json5'}", encoding="utf-8")
    (folder / "openclaw.json5").symlink_to(tmp_path / "dotfile.json5")

    assert read_openclaw(folder / "openclaw.json5") == {"k": 1}


def test_what_lies_outside_the_folder_is_not_included(folder: Path) -> None:
    write(folder.parent, outside="{}")

    assert "lies outside" in refusal(write(folder, openclaw="{$include: '../outside.json5'}"))


def test_a_link_does_not_lead_outside(folder: Path) -> None:
    write(folder.parent, outside="{}")
    (folder / "link.json5").symlink_to(folder.parent / "outside.json5")

    assert "lies outside" in refusal(write(folder, openclaw="{$include: 'link.json5'}"))


def test_a_circle_is_named(folder: Path) -> None:
    assert "includes itself" in refusal(
        write(folder, openclaw="{$include: 'a.json5'}", a="{$include: 'openclaw.json5'}")
    )


def test_includes_are_ten_deep_at_most(folder: Path) -> None:
    files = {f"f{number}": f"{{$include: 'f{number + 1}.json5'}}" for number in range(1, 12)}

    assert "more than 10 files deep" in refusal(write(folder, openclaw="{$include: 'f1.json5'}", **files))
    assert read_openclaw(write(folder, openclaw="{$include: 'f1.json5'}", f10="{k: 1}")) == {"k": 1}


@pytest.mark.parametrize("include", ["3", "''", "'a\\u0000b'", "[{}]"])
def test_an_include_that_names_no_file_is_refused(folder: Path, include: str) -> None:
    assert "neither a file's name" in refusal(write(folder, openclaw=f"{{$include: {include}}}"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("{\n  token: 'very-secret'\n  x", "is not JSON5 (line 3)", id="broken"),
        pytest.param("[]", "must hold one object", id="a list"),
        pytest.param("[" * 5000, "is not JSON5", id="too deep"),
        pytest.param(" " * (MAX_BYTES + 1), "is larger than 2 MB", id="too large"),
    ],
)
def test_what_is_no_configuration_is_refused_without_a_word_of_it(
    folder: Path, text: str, message: str
) -> None:
    told = refusal(write(folder, openclaw=text))

    assert message in told
    assert "very-secret" not in told


def test_a_file_of_another_encoding_is_refused(folder: Path) -> None:
    (folder / "openclaw.json5").write_bytes(b"{a: '\xff'}")

    assert "is not UTF-8 text" in refusal(folder / "openclaw.json5")


def test_a_missing_file_is_named(folder: Path) -> None:
    assert "cannot be read: No such file" in refusal(folder / "openclaw.json5")
