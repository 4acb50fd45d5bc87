"""Take over an OpenClaw configuration: pure translation here, reading the file in `read`."""

from recall_sidecar.settings.openclaw.draft import Note, Translation
from recall_sidecar.settings.openclaw.translate import translate

__all__ = ["Note", "Translation", "translate"]
