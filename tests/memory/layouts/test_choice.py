"""Settings and layouts know the same names."""

from typing import get_args

from recall_sidecar.memory.layouts.choice import LAYOUTS
from recall_sidecar.settings import FolderSettings


def test_every_name_that_settings_take_is_a_layout() -> None:
    assert set(get_args(FolderSettings.model_fields["layout"].annotation)) == set(LAYOUTS)
