from datetime import date
from pathlib import Path

import pytest

from recall_sidecar.errors import PromptStyleError
from recall_sidecar.paths import shipped
from recall_sidecar.prompts import system_prompt
from recall_sidecar.settings import RecallSettings
from recall_sidecar.settings.tables import QueryMode
from recall_sidecar.styles import Styles, load_styles

SHIPPED = shipped("prompt_styles")
NAMES = ("balanced", "contextual", "precision-heavy", "preference-only", "recall-heavy", "strict")


@pytest.fixture
def user_dir(tmp_path: Path) -> Path:
    folder = tmp_path / "prompt_styles"
    folder.mkdir()
    return folder


def style_text(name: str, instructions: str = "Be calm.", more: str = "") -> str:
    return f'name = "{name}"\ndescription = "Calm."\ninstructions = """\n{instructions}\n"""\n{more}'


def load(user_dir: Path) -> Styles:
    return load_styles(SHIPPED, user_dir)


def test_six_styles_ship() -> None:
    assert load(Path("does-not-exist")).names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_style_keeps_the_whole_system_prompt_small(user_dir: Path, name: str) -> None:
    style = load(user_dir).get(name)

    text = system_prompt(
        style, RecallSettings(), max_summary_chars=1000, today=date(2026, 11, 30), tools=True
    )

    assert len(text) <= 2_000


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_style_says_when_to_reply_none(user_dir: Path, name: str) -> None:
    assert "NONE" in load(user_dir).get(name).instructions


@pytest.mark.parametrize(
    ("mode", "name"),
    [
        pytest.param("message", "strict", id="the latest message alone is judged strictly"),
        pytest.param("recent", "balanced", id="a few turns are judged in balance"),
        pytest.param("full", "contextual", id="a whole conversation is judged by its thread"),
    ],
)
def test_auto_goes_by_the_query_mode(user_dir: Path, mode: QueryMode, name: str) -> None:
    assert load(user_dir).resolve("auto", mode).name == name


def test_a_named_style_is_used_in_every_mode(user_dir: Path) -> None:
    assert load(user_dir).resolve("recall-heavy", "message").name == "recall-heavy"


def test_a_style_of_the_user_joins_the_shipped_ones(user_dir: Path) -> None:
    (user_dir / "calm.toml").write_text(style_text("calm"))

    styles = load(user_dir)

    assert styles.get("calm").instructions == "Be calm."
    assert len(styles.names()) == 7


def test_a_style_of_the_user_replaces_the_shipped_one_of_its_name(user_dir: Path) -> None:
    (user_dir / "strict.toml").write_text(style_text("strict", "Be stricter."))

    assert load(user_dir).resolve("auto", "message").instructions == "Be stricter."


def test_a_copied_shipped_file_loads_unchanged(user_dir: Path) -> None:
    (user_dir / "balanced.toml").write_bytes((SHIPPED / "balanced.toml").read_bytes())

    assert load(user_dir).get("balanced") == load(Path("does-not-exist")).get("balanced")


def test_other_files_are_left_alone(user_dir: Path) -> None:
    (user_dir / "notes.txt").write_text("not a style")
    (user_dir / ".calm.toml").write_text("half a sav")
    (user_dir / "folder.toml").mkdir()

    assert load(user_dir).names() == NAMES


def test_an_unknown_name_is_answered_with_those_that_exist(user_dir: Path) -> None:
    with pytest.raises(PromptStyleError, match=r"no prompt style 'calm'.*auto, balanced.*strict.*calm\.toml"):
        load(user_dir).get("calm")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param("name = oops", r"calm\.toml: not TOML: .*line 1", id="broken TOML names its line"),
        pytest.param(style_text("calm", "Use\n{tone}."), r"calm\.toml:5: instructions: unknown variable \{tone\}", id="an unknown variable is named with its line"),
        pytest.param(style_text("calm", more="temperature = 0\n"), r"calm\.toml:6: temperature: unknown key; a prompt style has name, description, instructions", id="an unknown key is named with its line"),
        pytest.param(style_text("calm", more="[extra]\nx = 1\n"), r"calm\.toml:6: extra: unknown key", id="an unknown table is named with its line"),
        pytest.param('name = "calm"\ndescription = "Calm."\n', r"calm\.toml: instructions: it is missing; add instructions = ", id="a missing key is named"),
        pytest.param(style_text("Calm"), r"calm\.toml:1: name: use lower-case letters", id="a name in upper case"),
        pytest.param(style_text("auto"), r"calm\.toml:1: name: 'auto' stands for the choice", id="the name auto"),
        pytest.param(style_text("other"), r"calm\.toml:1: name is 'other', the file is 'calm\.toml'", id="a name unlike the file's"),
        pytest.param(style_text("calm", ""), r"calm\.toml:3: instructions: it is blank", id="blank instructions"),
        pytest.param(style_text("calm", "x" * 5000), r"instructions: String should have at most 4000", id="instructions that are too long"),
        pytest.param("#" * 70_000, r"larger than 65536 bytes", id="a huge file"),
        pytest.param(b"name = \"\xff\"", r"not UTF-8 at byte 8", id="a file in another encoding"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_named_with_the_remedy(
    user_dir: Path, content: str | bytes, said: str
) -> None:
    (user_dir / "calm.toml").write_bytes(content.encode() if isinstance(content, str) else content)

    with pytest.raises(PromptStyleError, match=said):
        load(user_dir)


def test_every_problem_of_every_file_is_told_at_once(user_dir: Path) -> None:
    (user_dir / "a.toml").write_text(style_text("a", "{x}", 'colour = "red"\n'))
    (user_dir / "b.toml").write_text("name = ")

    with pytest.raises(PromptStyleError) as caught:
        load(user_dir)

    assert [line.split(": ")[0].rsplit("/", 1)[1] for line in str(caught.value).splitlines()] == [
        "a.toml:4",
        "a.toml:6",
        "b.toml",
    ]


def test_an_error_never_holds_the_instructions(user_dir: Path) -> None:
    (user_dir / "calm.toml").write_text(style_text("calm", "My secret plan uses {x}."))

    with pytest.raises(PromptStyleError) as caught:
        load(user_dir)

    assert "secret plan" not in str(caught.value)


def test_a_file_that_cannot_be_opened_is_named(user_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = user_dir / "calm.toml"
    path.write_text(style_text("calm"))

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)

    with pytest.raises(PromptStyleError, match=r"cannot be read: Permission denied; mend its permissions"):
        load_styles(user_dir, Path("does-not-exist"))


def test_an_installation_without_its_styles_is_refused(user_dir: Path) -> None:
    with pytest.raises(
        PromptStyleError, match="balanced, contextual, strict not found; install the program again"
    ):
        load_styles(Path("does-not-exist"), user_dir)
