import pytest

from recall_sidecar.memory.mounts import silent_kind

MOUNTS = """\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:40 / /home/me/nas rw,relatime - nfs4 server:/export rw
31 22 0:41 / /home/me/two\\040words rw - fuse.sshfs me@host:/ rw
32 22 0:42 / /mnt/c rw - 9p drvfs rw
33 22 0:43 / /home/me/nas/local rw master:2 - tmpfs tmpfs rw
34 22 0:44 / /data rw - cifs //server/share rw
35 22 0:45 / /data rw - ext4 /dev/vdb rw
rubbish
"""


@pytest.mark.parametrize(
    ("root", "kind"),
    [
        pytest.param("/home/me/notes", "", id="a disk"),
        pytest.param("/home/me/nas", "nfs4", id="the mount point itself"),
        pytest.param("/home/me/nas/notes", "nfs4", id="beneath it"),
        pytest.param("/home/me/nas-copy", "", id="a neighbour whose name begins the same"),
        pytest.param("/home/me/nas/local/x", "", id="a disk within a network's folder"),
        pytest.param("/home/me", "nfs4", id="a folder that holds a network's"),
        pytest.param("/home/me/two words/n", "fuse.sshfs", id="a name with a space"),
        pytest.param("/mnt/c/Users", "9p", id="a drive of Windows"),
        pytest.param("/data", "", id="the last of two mounts over one point"),
    ],
)
def test_folders_of_a_network_tell_of_no_changes(root: str, kind: str) -> None:
    assert silent_kind(MOUNTS, root) == kind


def test_where_no_mounts_are_known_every_folder_is_believed_to_tell() -> None:
    assert silent_kind("", "/home/me") == ""
