"""The families of what is counted."""

from recall_sidecar.metrics.counted import counted
from recall_sidecar.metrics.tally import Tally
from tests.metrics.test_tally import CALL
from tests.turns import turn


def test_each_counter_has_its_samples() -> None:
    tally = Tally()
    tally.keep(turn())
    tally.model_call(CALL)

    families = {family.name: family for family in counted(tally, {"history": 2, "telemetry": 0})}

    assert families["recall_sidecar_turns"].samples == ((("openclaw", "ok", ""), 1),)
    assert families["recall_sidecar_cache_lookups"].samples == ((("miss",), 1),)
    assert families["recall_sidecar_model_cost_usd"].samples == ((("openai/gpt-5-mini",), 0.0003),)
    assert families["recall_sidecar_traces_left_out"].samples == ((("history",), 2), (("telemetry",), 0))
    assert all(family.help.endswith(".") for family in families.values())
