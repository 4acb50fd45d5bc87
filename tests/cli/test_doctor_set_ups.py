"""For each broken set-up `doctor` names the cause, and what it tells to do mends it: each is broken and mended for real."""

from pathlib import Path

import pytest

from recall_sidecar.paths import Paths
from tests.cli.faults import MENDED, ROWS, SECRETS, Break
from tests.cli.set_ups import SetUp


@pytest.fixture
def set_up(tmp_path: Path, paths: Paths) -> SetUp:
    return SetUp(tmp_path, paths)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.__name__.replace("_", " "))
async def test_the_cause_is_named_and_the_remedy_mends_it(row: Break, set_up: SetUp) -> None:
    async with row(set_up) as fault:
        found = next(
            (
                each
                for each in await set_up.examined()
                if each.topic == fault.topic and fault.says in each.fact
            ),
            None,
        )
        assert found is not None
        assert (found.level, fault.remedy in found.remedy) == (fault.level, True), found

        done = fault.cure(found)
        if done is not None and hasattr(done, "__await__"):
            await done

        after = await set_up.examined()
    assert [secret for secret in SECRETS if secret in str([found, *after])] == []
    assert [str(each) for each in after if each.level == "error"] == []
    assert [str(each) for each in after if each.level == "warning" and each.topic == fault.topic] == []


@pytest.mark.parametrize("row", MENDED, ids=lambda row: row.__name__.replace("_", " "))
async def test_fix_mends_what_is_safe_to_mend(row: Break, set_up: SetUp) -> None:
    async with row(set_up) as fault:
        assert await set_up.fixed() == 0

        after = await set_up.examined()
    assert [
        str(each)
        for each in after
        if each.level == "error" or (each.level, each.topic) == ("warning", fault.topic)
    ] == []
