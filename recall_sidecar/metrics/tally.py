"""What turns and model calls come to, in plain numbers.

A `TraceSink`: it is told of each turn on the event loop and adds to a few dictionaries. It keeps no word, id or agent
of a turn, and what requests name is bounded by `Names`, so that the number of series is.
"""

from collections import Counter, defaultdict

from recall_sidecar.metrics.names import Names
from recall_sidecar.metrics.times import Times
from recall_sidecar.traced import ModelCallTrace, TurnTrace

__all__ = ["Tally"]

_MAX_HOSTS = 20
_MAX_MODELS = 20
# Words of our own; bounded all the same, since one of them is a provider's.
_MAX_WORDS = 40


class Tally:
    """Counters since the start; belongs to one event loop.

    Attributes:
        turns: Turns by host, status and reason.
        turn_times: How long turns took, by status.
        step_times: How long steps took, by step.
        caches: Turns by what the cache had for them.
        calls: Model calls by model and how they ended.
        call_times: How long model calls took, by model.
        tokens: Tokens of model calls by model and kind.
        costs: US dollars of model calls by model, as far as the price is known.
        unpriced: Model calls without a known price, by model.
    """

    def __init__(self) -> None:
        self.turns: Counter[tuple[str, ...]] = Counter()
        self.turn_times: defaultdict[str, Times] = defaultdict(Times)
        self.step_times: defaultdict[str, Times] = defaultdict(Times)
        self.caches: Counter[str] = Counter()
        self.calls: Counter[tuple[str, ...]] = Counter()
        self.call_times: defaultdict[str, Times] = defaultdict(Times)
        self.tokens: Counter[tuple[str, ...]] = Counter()
        self.costs: defaultdict[str, float] = defaultdict(float)
        self.unpriced: Counter[str] = Counter()
        self._hosts, self._models = Names(_MAX_HOSTS), Names(_MAX_MODELS)
        self._reasons, self._ends = Names(_MAX_WORDS), Names(_MAX_WORDS)

    def keep(self, trace: TurnTrace) -> None:
        """Count a finished turn; its model calls are counted when they end, which may be later."""
        reason = self._reasons.of(trace.reason) if trace.reason else ""
        self.turns[self._hosts.of(trace.host), trace.status, reason] += 1
        self.turn_times[trace.status].add(trace.elapsed_ms)
        if trace.cache != "none":
            self.caches[trace.cache] += 1
        times = self.step_times
        for span in trace.spans:
            times[span.name].add(span.duration_ms)

    def model_call(self, call: ModelCallTrace) -> None:
        """Count a model call that has ended; it goes by the model that was asked, not by what answered for it."""
        model = self._models.of(call.model.partition(" (")[0])
        self.calls[model, self._ends.of(call.ended)] += 1
        self.call_times[model].add(call.duration_ms)
        self.tokens[model, "input"] += call.input_tokens
        self.tokens[model, "output"] += call.output_tokens
        if call.cost is None:
            self.unpriced[model] += 1
        else:
            self.costs[model] += call.cost
