"""What each reason of an outcome means, in words a person can act on.

The keys are the words of the wire; docs/trace.md lists them all and a test holds it to that.
"""

from collections.abc import Mapping

from recall_sidecar.outcomes import SkipReason, UnavailableReason

__all__ = ["FALLBACKS", "SKIPPED", "STEPS", "UNAVAILABLE", "explain_end", "parted", "sentence_of"]

SKIPPED: Mapping[SkipReason, str] = {
    SkipReason.DISABLED: "Recall is switched off: set gate.enabled to true, or say /active-memory on --global.",
    SkipReason.AGENT: 'This agent may not recall: add its id to gate.agents, or put "*" there for every agent.',
    SkipReason.NO_SESSION: "The host named no session: it must send ctx.sessionKey or ctx.sessionId with each turn.",
    SkipReason.NOT_INTERACTIVE: (
        "No person wrote this turn in a conversation (a scheduled, background or one-shot run), and such turns never "
        'recall: a host of your own must send ctx.trigger "user" and ctx.chatType for turns that a person wrote.'
    ),
    SkipReason.INTER_SESSION: (
        "Another session or a sub-agent sent this message, and such messages never recall: there is nothing to change, the next "
        "message that a person writes does."
    ),
    SkipReason.SENDER: (
        "The sender is not known to be allowed: add the sender's id to gate.allowed_senders, or to gate.owners if it "
        "is your own; in a group or channel the host must send ctx.senderId."
    ),
    SkipReason.SESSION_OFF: "Recall is switched off for this session: say /active-memory on in it.",
    SkipReason.CHAT_TYPE: (
        "This kind of chat may not recall, or the host's session key does not tell its kind: add the kind to "
        "gate.allowed_chat_types, or let the host send ctx.chatType."
    ),
    SkipReason.CHAT_ID: (
        "This chat may not recall, or its id is not known: add its id to gate.allowed_chat_ids, or take it out of "
        "gate.denied_chat_ids."
    ),
    SkipReason.TOOL_POLICY: (
        "The host does not offer memory_search in this turn: allow that tool for this agent and chat; in OpenClaw "
        "the agent's memory search must be on, too."
    ),
    SkipReason.MAIN_MODEL: "The main model of this turn gets no block: take it out of gate.skip_main_models.",
    SkipReason.NO_TEXT: "The message holds no words to recall by, for example only a picture: there is nothing to change.",
    SkipReason.NO_RECALL_INTENT: (
        "The message asks for nothing that memory could know (an acknowledgement or a greeting), or recall.mode is "
        '"escalate" and it does not ask about the past: set that to "auto" to recall whenever memory could help.'
    ),
    SkipReason.UNLIKELY_TO_HELP: (
        'Message and memory together do not look as if memory could help: set recall.eagerness to "eager" to ask a model '
        'more often, or recall.mode to "always" to ask it whenever memory holds anything near.'
    ),
    SkipReason.MODE_OFF: (
        'With recall.mode "off" only trigger phrases and exact names of curated memory recall, in private chats, and the '
        'message mentions none: set it to "auto", and to recall without a model set model.use_turn_model to false and '
        "name no model."
    ),
    SkipReason.ALREADY_VISIBLE: (
        "What memory has to say is before the model already, in the conversation, in a block of an earlier turn or in a file that "
        "the host shows: there is nothing to change, and recall.repeat_after_turns says when it may be told again."
    ),
}

UNAVAILABLE: Mapping[UnavailableReason, str] = {
    UnavailableReason.WARMING: (
        "The model worker or the index is still starting: ask again in a few seconds, and run `recall-sidecar status` if it lasts."
    ),
    UnavailableReason.BREAKER_OPEN: (
        "The model timed out several times in a row and rests: wait, it is tried again by itself, or name a faster one in model.name; "
        "recall.breaker_cooldown_ms says how long it rests."
    ),
    UnavailableReason.NO_MODEL: "No model can be reached: set model.name and its key, or run `recall-sidecar doctor`.",
    UnavailableReason.MODEL: "The model call failed: run `recall-sidecar doctor`, which tries the model and says what to change.",
    UnavailableReason.MEMORY: "Memory could not be searched: run `recall-sidecar doctor`, which names what is at fault.",
    UnavailableReason.REPLY: (
        "The model answered in a form that cannot be trusted, so nothing was used: name another model in model.name if it happens often."
    ),
    UnavailableReason.OVERLOADED: "Too many turns came at once: raise server.max_turns_in_flight, or let the host send fewer.",
    UnavailableReason.ABORTED: "The host gave the turn up before its model had answered: ask again, there is nothing to change.",
    UnavailableReason.SPEND_LIMIT: (
        "The limit of calls or cost is reached: wait, or raise model.max_calls_per_hour or model.max_cost_per_day."
    ),
    UnavailableReason.INTERNAL: "A fault of the program itself ended recall: run `recall-sidecar doctor`, and report the error that the log names.",
}

# Why a quotation stood in for the model, where that is no reason of its own.
FALLBACKS: Mapping[str, str] = {
    "soft_budget": "The model was not done within recall.soft_budget_ms: name a faster model in model.name, or raise that.",
    "timeout": "The model was not done in time: name a faster model in model.name, or raise recall.timeout_ms.",
    "unsupported": (
        "The passages that the model named support nothing of what it wrote: see which of its clauses with `recall-sidecar trace show`, and "
        "write the note so that it says it in so many words."
    ),
}

STEPS: Mapping[str, str] = {
    "gate": "deciding whether memory may be used",
    "query": "building the query",
    "cache": "waiting for an equal question being answered",
    "memory": "searching memory",
    "need": "judging whether memory could help",
    "model": "waiting for the model",
    "verify": "checking the summary against the passages",
    "inject": "writing the block",
}

_ENDS: Mapping[str, str] = {
    "ok": "Memory was put before the prompt.",
    "empty": "Memory was read and nothing in it helps.",
    "timeout": "The time ran out and no lower rung had an answer.",
    "timeout_partial": "The time ran out, and the part of the summary that had arrived was used.",
    "unavailable": "Recall could not run.",
    "failed": "Recall failed.",
    "skipped": "Memory was not used.",
}

_REASONS: Mapping[str, str] = {
    **{reason.value: words for reason, words in SKIPPED.items()},
    **{reason.value: words for reason, words in UNAVAILABLE.items()},
    **FALLBACKS,
}


def sentence_of(reason: str | None) -> str:
    """Return what a reason means and what to do about it; one that this version does not know is shown as it is."""
    return _REASONS.get(reason or "", f"Its reason is {reason}: look at it with `recall-sidecar trace show`.")


def parted(sentence: str) -> tuple[str, str]:
    """Return what happened and what to do about it, as clauses, of one of the sentences here."""
    what, _, do = sentence.partition(": ")
    return what[:1].lower() + what[1:], do.removesuffix(".")


def explain_end(status: str, reason: str | None) -> str:
    """Return one or two sentences on how a turn ended; words this version does not know are shown as they are."""
    end = _ENDS.get(status, f"The turn ended as {status}.")
    if reason is None:
        return end
    if reason == SkipReason.ALREADY_VISIBLE.value:
        # The one skip that memory was asked for.
        return f"Nothing was told. {_REASONS[reason]}"
    if status in {"ok", "timeout_partial"}:
        return f"{end} A lower rung answered in the model's place. {sentence_of(reason)}"
    if status == "timeout":
        step = STEPS.get(reason, reason)
        return (
            f"The time ran out while {step}, and no lower rung had an answer: raise recall.timeout_ms or the host's own limit, or name a "
            "faster model in model.name."
        )
    return f"{end} {sentence_of(reason)}"
