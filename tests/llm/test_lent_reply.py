"""What a host brings back."""

import pytest

from recall_sidecar.errors import ModelError, ModelRefused, ModelTimeout, ModelUnreachable
from recall_sidecar.llm.lent_reply import LentFailure, error_of
from recall_sidecar.llm.port import ModelRef


@pytest.mark.parametrize(
    ("failure", "kind", "words"),
    [
        pytest.param(LentFailure("timeout"), ModelTimeout, "host: the host's model was not done in time", id="slow"),
        pytest.param(LentFailure("refused", "E_MODEL"), ModelRefused, "host: the host does not run this model for us (E_MODEL)", id="refused"),
        pytest.param(LentFailure("failed"), ModelUnreachable, "host: the host's model gave no reply", id="failed"),
    ],
)  # fmt: skip
def test_a_failure_is_an_error_of_the_model(failure: LentFailure, kind: type[ModelError], words: str) -> None:
    error = error_of(failure, ModelRef("host", ""))

    assert (type(error), str(error), error.model) == (kind, words, "host")
