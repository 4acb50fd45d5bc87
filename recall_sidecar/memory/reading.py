"""How far a pass over the folders is: written by the thread that makes it, read by others at any time."""

from dataclasses import dataclass

__all__ = ["Reading"]


@dataclass(slots=True)
class Reading:
    """Files looked at of those found so far, passages stored, the folder it is in, and when it began, in monotonic seconds."""

    began: float = 0.0
    folder: str = ""
    files: int = 0
    files_of: int = 0
    passages: int = 0
