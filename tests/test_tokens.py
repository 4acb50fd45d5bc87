"""Tokens and the proof that the daemon knows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar import private, tokens
from recall_sidecar.errors import UnsafeFile
from recall_sidecar.paths import Paths
from recall_sidecar.tokens import Tokens

OURS = Tokens("f" * 43, "h" * 43)


@pytest.fixture
def state(paths: Paths) -> Paths:
    """Return the folders of an installation whose state folder is there."""
    private.make_folder(paths.state_dir)
    return paths


def test_tokens_are_made_once_and_kept(state: Paths) -> None:
    first = tokens.ensure(state)

    assert tokens.ensure(state) == first == tokens.read(state)
    assert first.full != first.hooks
    assert len(first.full) >= 43


def test_a_token_that_was_deleted_is_made_anew_and_the_other_stays(state: Paths) -> None:
    first = tokens.ensure(state)
    state.hook_token_file.unlink()

    second = tokens.ensure(state)

    assert second.full == first.full
    assert second.hooks != first.hooks


@pytest.mark.parametrize("text", ["", "short", "words with blanks " * 3, "x" * 129])
def test_a_file_without_a_token_is_refused(state: Paths, text: str) -> None:
    tokens.ensure(state)
    state.token_file.write_text(text)

    with pytest.raises(UnsafeFile, match="holds no token; delete it"):
        tokens.ensure(state)


def test_before_the_first_start_there_is_no_token(state: Paths) -> None:
    with pytest.raises(FileNotFoundError):
        tokens.read(state)


def test_tokens_do_not_show_in_logs() -> None:
    assert OURS.full not in f"{OURS!r} {OURS}"


@pytest.mark.parametrize(
    ("presented", "scope"),
    [
        pytest.param(OURS.full, "all", id="the full token"),
        pytest.param(OURS.hooks, "hooks", id="the hook token"),
        pytest.param("", None, id="nothing"),
        pytest.param(OURS.full[:-1], None, id="one character short"),
        pytest.param(OURS.full.upper(), None, id="other letter case"),
        pytest.param("\udcff", None, id="a byte that is no text"),
    ],
)
def test_a_token_opens_its_scope(presented: str, scope: str | None) -> None:
    assert tokens.scope_of(presented, OURS) == scope


def test_a_nonce_is_fit_to_be_asked_with() -> None:
    assert tokens.NONCE.fullmatch(tokens.new_nonce())
    assert tokens.new_nonce() != tokens.new_nonce()


@given(nonce=st.from_regex(tokens.NONCE, fullmatch=True), port=st.integers(0, 65535))
def test_a_proof_depends_on_token_nonce_and_port(nonce: str, port: int) -> None:
    proof = tokens.proof(OURS.full, nonce, port)

    assert proof == tokens.proof(OURS.full, nonce, port)
    assert proof != tokens.proof(OURS.hooks, nonce, port)
    assert proof != tokens.proof(OURS.full, nonce + "x", port)
    assert proof != tokens.proof(OURS.full, nonce, port + 1)


def test_port_and_nonce_cannot_be_shifted_into_each_other() -> None:
    assert tokens.proof(OURS.full, "1" * 20, 23) != tokens.proof(OURS.full, "1" * 19, 231)
