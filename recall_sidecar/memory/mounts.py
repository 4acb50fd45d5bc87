"""Which folders tell of their changes: not those of a network, where others write and this machine hears nothing of it."""

import re
from collections.abc import Iterator

__all__ = ["silent_kind"]

# Kinds of file systems as Linux names them. FUSE is anything: what it shows may change on the other side.
_SILENT = re.compile(
    r"(?:nfs4?|cifs|smb3|smbfs|ncpfs|afs|9p|virtiofs|vboxsf|vmhgfs|prl_fs|ceph|glusterfs|lustre|gpfs|beegfs|davfs|sshfs|fuse(?:\..*)?|fuseblk)"
)
_ESCAPE = re.compile(r"\\([0-7]{3})")


def silent_kind(mountinfo: str, root: str) -> str:
    """Return the kind of file system at or beneath `root`, a real path, that tells of no changes; empty when all do.

    `mountinfo` is the text of `/proc/self/mountinfo`, empty where there is none.
    """
    inner = f"{root.rstrip('/')}/"
    mounts = list(_mounts(mountinfo))
    # Of several mounts over one point the last is on top.
    above = [(len(point), number) for number, (point, _) in enumerate(mounts) if inner.startswith(point)]
    wanted = {max(above)[1]} if above else set()
    wanted |= {
        number for number, (point, _) in enumerate(mounts) if point.startswith(inner) and point != inner
    }
    kinds = [mounts[number][1] for number in sorted(wanted)]
    return next((kind for kind in kinds if _SILENT.fullmatch(kind)), "")


def _mounts(mountinfo: str) -> Iterator[tuple[str, str]]:
    """Yield each mount point, with a slash at its end, and its kind."""
    for line in mountinfo.splitlines():
        left, _, right = line.partition(" - ")
        fields, kinds = left.split(" "), right.split(" ")
        if len(fields) > 4 and kinds[0]:
            point = _ESCAPE.sub(lambda found: chr(int(found[1], 8)), fields[4])
            yield f"{point.rstrip('/')}/", kinds[0]
