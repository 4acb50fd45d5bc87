import pytest

from recall_sidecar.memory.folders import named
from recall_sidecar.memory.places import covers, grouped, placed
from recall_sidecar.settings import FolderSettings

OPENCLAW, PLAIN = named(
    [
        ("/home/me/space", FolderSettings(path="/home/me/space")),
        ("/home/me/vault/", FolderSettings(path="/home/me/vault/", layout="plain")),
    ]
)
ROOTED = ((OPENCLAW.root, OPENCLAW), (PLAIN.root, PLAIN), ("/mnt/real", PLAIN))


@pytest.mark.parametrize(
    ("path", "openclaw", "plain"),
    [
        pytest.param("/home/me/space/MEMORY.md", {"MEMORY.md"}, None, id="a note at the top"),
        pytest.param("/home/me/space/memory/a/b.md", {"memory/a/b.md"}, None, id="a note below"),
        pytest.param("/home/me/space/memory/gone", {"memory/gone"}, None, id="a name that may be a folder"),
        pytest.param("/home/me/space/AGENTS.md", None, None, id="no note"),
        pytest.param("/home/me/space/skills/a.md", None, None, id="a folder without notes"),
        pytest.param("/home/me/space/memory/.git/a.md", None, None, id="a hidden folder"),
        pytest.param("/home/me/space", {""}, None, id="the folder itself"),
        pytest.param("/home/me/vault/x.txt", None, {"x.txt"}, id="a root with a slash at its end"),
        pytest.param("/mnt/real/x.txt", None, {"x.txt"}, id="a root behind a link"),
        pytest.param("/home/me/spaceship/MEMORY.md", None, None, id="a neighbour whose name begins the same"),
    ],
)
def test_a_path_belongs_to_the_folders_it_stands_in(
    path: str, openclaw: set[str] | None, plain: set[str] | None
) -> None:
    found = placed(ROOTED, [path])

    assert (found.get(OPENCLAW.key), found.get(PLAIN.key)) == (openclaw, plain)


@pytest.mark.parametrize(
    ("places", "groups"),
    [
        pytest.param(set(), {}, id="nothing"),
        pytest.param({"a.md", "b.md", "d/c.md"}, {"": {"a.md", "b.md"}, "d": {"c.md"}}, id="by folder"),
        pytest.param({"d", "d/c.md", "d/e/f.md"}, {"": {"d"}}, id="a folder covers what is in it"),
        pytest.param({"d", "dd/c.md"}, {"": {"d"}, "dd": {"c.md"}}, id="names that begin the same do not"),
    ],
)
def test_places_are_looked_at_folder_by_folder(places: set[str], groups: dict[str, set[str]]) -> None:
    assert grouped(places) == groups


@pytest.mark.parametrize(
    ("places", "path", "expected"),
    [
        ({""}, "a/b.md", True),
        ({""}, "", True),
        ({"a"}, "a/b.md", True),
        ({"a/b.md"}, "a/b.md", True),
        ({"a/b.md"}, "a", False),
        ({"a"}, "ab.md", False),
        ({"a"}, "", False),
    ],
)
def test_a_place_covers_itself_and_what_is_beneath_it(places: set[str], path: str, expected: bool) -> None:
    assert covers(places, path) is expected
