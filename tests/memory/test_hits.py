"""What becomes a hit of what was found, and where it says it stands."""

from pathlib import Path

from tests.memory.conftest import OpenMemory, Workspace

NOTES = {
    "MEMORY.md": "- Anna is allergic to walnuts.\n- The gateway listens on loopback.\n",
    "memory/2026-11-20.md": "We said that the kitchen gets green tiles and a new oven.\n",
    "memory/2026-11-21-trip.md": "Booked the train to Lisbon for the spring holiday.\n",
    "memory/people.md": "# Paul\nPaul plays the cello in an orchestra.\n\n# Mira\nMira studies botany.\n",
    "memory/zh.md": "今天和小李讨论了飞书插件的配置\n\n每晚运行GitHub备份脚本\n\n我家的猫叫咪咪\n",
}


async def test_the_same_text_or_the_same_line_is_shown_once(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/a.md", "The kitchen is green.")
    workspace.write("memory/copy.md", "The kitchen is green.")
    workspace.write("memory/line.md", "kitchen " + "word " * 400 + "kitchen")
    memory = await open_memory(workspace.folder())

    assert sorted(await memory.paths("kitchen")) == ["memory/copy.md", "memory/line.md"]


async def test_a_file_deleted_since_the_refresh_is_not_shown(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/a.md", "The kitchen is green.")
    workspace.write("memory/b.md", "The kitchen was blue.")
    memory = await open_memory(workspace.folder())

    (workspace.root / "memory/a.md").unlink()

    assert await memory.paths("kitchen") == ["memory/b.md"]


async def test_two_folders_with_the_same_path_are_told_apart(tmp_path: Path, open_memory: OpenMemory) -> None:
    one, two = Workspace(tmp_path / "one"), Workspace(tmp_path / "two")
    one.write("MEMORY.md", "The kitchen is green.")
    one.write("USER.md", "Likes kitchen talk.")
    two.write("MEMORY.md", "The kitchen is in Lisbon.")
    memory = await open_memory(one.folder(), two.folder())

    assert sorted(await memory.paths("kitchen")) == ["USER.md", "one/MEMORY.md", "two/MEMORY.md"]


async def test_a_folder_configured_twice_shows_each_note_once(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    memory = await open_memory(workspace.folder(), workspace.folder(name="again"))

    assert await memory.paths("kitchen") == ["MEMORY.md"]
