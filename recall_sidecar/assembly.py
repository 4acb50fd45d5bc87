"""The composition root: what a daemon is made of, and how its parts follow the settings.

Nothing else builds a service, and no service looks one up.
"""

import asyncio
from collections.abc import Mapping
from functools import partial

from recall_sidecar.breaker import CircuitBreaker
from recall_sidecar.cache import RecallCache
from recall_sidecar.command_host import CommandHost
from recall_sidecar.commands import Commands
from recall_sidecar.cross_check import cross_check, masker_of, model_tables, warn_of_tools
from recall_sidecar.deadline import Clock, SystemClock
from recall_sidecar.embeddings.choice import EmbedderChoice
from recall_sidecar.errors import PromptStyleError, SettingsError, SettingsProblem
from recall_sidecar.evaluation.own_cases import OwnCases
from recall_sidecar.evaluation.wrong import keep_wrong
from recall_sidecar.events import TurnEvent
from recall_sidecar.forgetting import PURGE_EVERY_S, KeptTurns, MemoryWriter, purge
from recall_sidecar.inquiry import Inquiry
from recall_sidecar.instance import Instance
from recall_sidecar.llm import order
from recall_sidecar.llm.client import LiteLLMClient
from recall_sidecar.llm.providers import merge_providers
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.memory.combined import CombinedMemory
from recall_sidecar.memory.conversations.capture import Told
from recall_sidecar.memory.conversations.keeper import ConversationKeeper
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.embedding.choice import is_local
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.observation import Observation
from recall_sidecar.outcomes import Origin
from recall_sidecar.page_assembly import page_over
from recall_sidecar.paths import Paths
from recall_sidecar.pipeline import Pipeline
from recall_sidecar.pipeline import Services as TurnServices
from recall_sidecar.recall.ask import Progress
from recall_sidecar.recall.ladder import Ladder
from recall_sidecar.recall.need.trained import trained
from recall_sidecar.recall.rehearsal import rehearse
from recall_sidecar.recall.sub_agent import SubAgent
from recall_sidecar.remembering import remember_said
from recall_sidecar.server.services import Services
from recall_sidecar.serving import Job, Parts
from recall_sidecar.settings import MemorySettings
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.settings.overrides import set_override
from recall_sidecar.settings.resolve import LoadedSettings
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.transcripts import Transcripts

__all__ = ["Assembly", "assemble"]


def assemble(
    paths: Paths, settings: LiveSettings, environment: Mapping[str, str], instance: Instance
) -> Parts:
    """Return what the daemon `instance` serves.

    Raises:
        SettingsError: The settings contradict each other.
        PromptStyleError: A prompt style cannot be used.
    """
    return Assembly(paths, settings, environment, SystemClock()).parts(instance)


class Assembly:
    """Builds the parts once and hands each its table again when the settings change. Made before the loop runs.

    `memory` is where index and conversations are, the installation's own folders unless it is given.
    """

    def __init__(
        self,
        paths: Paths,
        settings: LiveSettings,
        environment: Mapping[str, str],
        clock: Clock,
        *,
        memory: Paths | None = None,
    ) -> None:
        base = settings.base
        self._paths, self._clock = paths, clock
        self._memory_paths = memory or paths
        self._settings = settings
        self._styles = cross_check(paths, settings.loaded)
        warn_of_tools(settings.loaded)
        self._masker = masker_of(base)
        self._breaker = CircuitBreaker(clock)
        self._cache: RecallCache[Progress] = RecallCache(
            clock, max_entries=base.cache.max_entries, max_detached=base.server.max_turns_in_flight
        )
        self._memory_due = asyncio.Event()
        # Time-outs that were counted with a worker that hung are not the model's.
        self._model = LiteLLMClient(
            merge_providers(model_tables(settings.loaded)), environment, on_lost=self._breaker.reset
        )
        self._spend = SpendLedger.load(paths.spend_file, clock)
        self._make_memory(base.memory, environment)
        self._toggles = SessionToggles.load(paths.toggles_file, clock=clock)
        self._observed = Observation(paths.history_file, base.trace, environment, clock)
        self._tracer = self._observed.tracer
        self._transcripts = Transcripts(paths.transcripts_dir)
        self._cases = OwnCases(paths.cases_file)
        self._pipeline = self._make_pipeline()
        self._jobs = self._make_jobs()
        self._keeper = self._make_keeper()
        settings.must_pass(self._check)
        settings.on_change(self._follow)

    def parts(self, instance: Instance) -> Parts:
        """Return what the daemon serves."""
        host = CommandHost(
            memory=self._memory, settings=self._settings, model=self._model, breaker=self._breaker,
            tracer=self._tracer,
        )  # fmt: skip
        turns = KeptTurns(self._tracer, self._observed.history, self._transcripts, self._cases, self.mask)
        editor, of_agent = self._make_editor(turns), self._settings.for_agent
        inquiry = Inquiry(pipeline=self._pipeline, turns=turns, facts=self._index, settings_of=of_agent)
        commands = Commands(
            toggles=self._toggles,
            settings=self._settings,
            set_override=partial(set_override, self._paths),
            remember=partial(remember_said, editor, self.mask),
            keep_wrong=partial(keep_wrong, self._cases, self.mask), why=inquiry.in_chat, host=host,
        )  # fmt: skip
        services = Services(
            instance=instance,
            limits=self._settings.base.server,
            clock=self._clock,
            pipeline=self._pipeline,
            commands=commands,
            memory=self._memory,
            conversations=self._keeper,
            editor=editor,
            inquiry=inquiry,
            query_mode=lambda agent_id: self._settings.for_agent(agent_id).query.mode,
            asks_host_model=lambda agent_id: order.may_ask_host(self._settings.for_agent(agent_id).model),
            mask=self.mask,
            model=self._model,
            model_word=host.model_word,
            tracer=self._tracer,
            observed=self._observed,
            reload=self._settings.reload,
            problems=lambda: self._settings.problems,
            breakers=self._breaker.states,
            spend=self._spend.totals,
            cache=lambda: {"entries": self._cache.entries, "inFlight": self._cache.in_flight},
            page=page_over(self._turn_services, self._observed.history, self._pipeline, commands),
        )
        return Parts(services=services, jobs=self._jobs, aclose=self._aclose)

    def mask(self, text: str) -> str:
        """Take the secrets out of `text`."""
        return self._masker.mask(text)

    def _make_memory(self, memory: MemorySettings, environment: Mapping[str, str]) -> None:
        self._embedders = EmbedderChoice(
            self._model,
            mask=self.mask,
            spend=self._spend,
            limits=lambda: self._settings.base.model,
            clock=self._clock,
            downloads=self._paths.models_dir,
            environment=environment,
        )
        self._conversations = ConversationStore(self._memory_paths.conversations_dir)
        self._index = LiveMemory(
            self._memory_paths.index_file,
            memory,
            clock=self._clock,
            embedders=self._embedders,
            conversations=self._conversations,
            due=self._memory_due.set,
        )
        self._memory = CombinedMemory(
            self._index,
            memory,
            settings_of=lambda agent_id: self._settings.for_agent(agent_id).memory,
            environment=environment,
            mask=self.mask,
            clock=self._clock,
        )

    def _make_pipeline(self) -> Pipeline:
        sub_agent = SubAgent(
            memory=self._memory,
            model=self._model,
            styles=lambda: self._styles,
            mask=self.mask,
            spend=self._spend,
            clock=self._clock,
            on_call=self._observed.tally.model_call,
        )
        ladder = Ladder(
            memory=self._memory,
            curated=self._index,
            model=self._model,
            sub_agent=sub_agent,
            breaker=self._breaker,
            mask=self.mask,
            weights=trained(),
        )
        self._turn_services = TurnServices(
            settings=self._settings,
            toggles=self._toggles,
            memory=self._memory,
            ladder=ladder,
            cache=self._cache,
            mask=self.mask,
            tracer=self._tracer,
            transcripts=self._transcripts,
            clock=self._clock,
        )
        return Pipeline(self._turn_services)

    def _make_keeper(self) -> ConversationKeeper:
        return ConversationKeeper(
            self._conversations,
            settings_of=self._settings.for_agent,
            is_off=self._toggles.is_off,
            mask=self.mask,
            clock=self._clock,
            on_kept=self._index.has_kept,
            told=self._told,
        )

    def _told(self, turn: TurnEvent) -> Told:
        origins = tuple(map(Origin, self._tracer.told(turn.session_key)))
        return Told(origins, self._pipeline.without_echoes(turn))

    def _make_editor(self, turns: KeptTurns) -> MemoryWriter:
        return MemoryWriter(
            memory=self._index,
            conversations=self._conversations,
            settings=lambda: self._settings.base.memory,
            pipeline=self._pipeline,
            turns=turns,
        )

    def _make_jobs(self) -> tuple[Job, ...]:
        def refresh_s() -> float:
            return self._settings.base.memory.refresh_ms / 1000

        catch_up, clean = self._index.catch_up, self._purge_conversations
        return (
            Job(name="memory", first=catch_up, again=catch_up, every_s=refresh_s, due=self._memory_due),
            Job(name="memory-stores", first=self._memory.warm, again=self._memory.warm),
            Job(name="judgement", first=rehearse),
            Job(name="model", first=self._follow_model, again=self._follow_model),
            Job(name="settings", again=self._settings.poll),
            Job(name="toggles", again=self._toggles.refresh),
            Job(name="history", first=self._observed.history.purge),
            Job(name="conversations", first=clean, again=clean, every_s=lambda: PURGE_EVERY_S),
        )

    async def _purge_conversations(self) -> None:
        await purge(self._keeper, self._settings.base.memory.capture, self._index)

    def _check(self, loaded: LoadedSettings) -> None:
        """Refuse what the settings alone cannot see: providers that clash, styles that are missing or broken."""
        try:
            self._styles = cross_check(self._paths, loaded)
        except PromptStyleError as error:
            source = loaded.source("recall.prompt_style")
            raise SettingsError((SettingsProblem("recall.prompt_style", source, str(error)),)) from error

    async def _follow_model(self) -> None:
        """Keep a worker while agents may ask a model, or memory one for embeddings; when it is so already nothing is done."""
        wanted = not is_local(self._settings.base.memory.embedding)
        if wanted or any(order.needs_worker(table) for table in model_tables(self._settings.loaded)):
            await self._model.start()
        else:
            await self._model.aclose()

    def _follow(self, loaded: LoadedSettings) -> None:
        """Hand each part its changed table."""
        base = loaded.base
        warn_of_tools(loaded)
        self._masker = masker_of(base)
        self._memory.use(base.memory)
        self._model.reconfigure(merge_providers(model_tables(loaded)))
        self._embedders.ask_again()
        self._observed.use(base.trace)
        self._cache.clear()
        for job in self._jobs:
            job.due.set()

    async def _aclose(self) -> None:
        asking = (self._cache, self._pipeline, self._model, self._spend)
        for part in (*asking, self._observed, self._keeper, self._memory):
            await part.aclose()
