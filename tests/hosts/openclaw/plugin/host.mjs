/** A gateway as far as the plugin sees it: two phases of a prompt hook, capabilities that end, sessions, a model. */

import plugin from "../../../../recall_sidecar/hosts/openclaw/plugin/index.js";

/** What the embedded runner gives with a WebChat message. */
export const CTX = {
  runId: "run-1",
  agentId: "main",
  sessionKey: "agent:main:main",
  sessionId: "5e551041",
  workspaceDir: "/home/somebody/workspace",
  activeProjectKeys: ["garden"],
  modelProviderId: "mock",
  modelId: "mock-1",
  trigger: "user",
  inputProvenance: undefined,
  messageProvider: "webchat",
  channelId: "agent:main:main",
  chatId: "agent:main:main",
  senderId: "gateway-client",
};

/** A capability that holds until it is ended. */
export function capability() {
  const state = { active: true };
  const assertActive = () => {
    if (!state.active) throw new Error("no longer active");
  };
  return { assertActive, end: () => (state.active = false) };
}

export class Host {
  handlers = [];
  commands = new Map();
  warnings = [];
  infos = [];
  sessions = new Map();
  patches = 0;
  completions = [];
  /** What the model does with a request; replaced by tests. */
  model = async () => ({ text: "NONE", provider: "mock", model: "mock-1", usage: {} });

  constructor(config = {}, { hooks = { allowConversationAccess: true }, plugins = {}, llm, ...rest } = {}) {
    this.entry = { hooks, ...(llm ? { llm } : {}) };
    this.config = { ...rest, plugins: { ...plugins, entries: { ...plugins.entries, "recall-sidecar": this.entry } } };
    this.pluginConfig = config;
    const session = {
      getSessionEntry: ({ sessionKey }) => this.sessions.get(sessionKey),
      patchSessionEntry: async ({ sessionKey, preserveActivity, update }) => {
        if (preserveActivity !== true) throw new Error("the session would look active");
        await new Promise((resolve) => setImmediate(resolve));
        const entry = this.sessions.get(sessionKey) ?? {};
        this.patches += 1;
        this.sessions.set(sessionKey, { ...entry, ...update(entry) });
      },
    };
    this.api = {
      pluginConfig: this.pluginConfig,
      config: this.config,
      logger: {
        warn: (line) => this.warnings.push(line),
        info: (line) => this.infos.push(line),
        debug: () => {},
      },
      on: (hook, handler, options = {}) => this.handlers.push({ hook, handler, options }),
      registerCommand: (definition) => void this.commands.set(definition.name, definition),
      runtime: {
        agent: { session },
        llm: {
          complete: (request) => {
            this.completions.push(request);
            return this.model(request);
          },
        },
      },
    };
  }

  /** Register as the host does: twice for one load. */
  load() {
    plugin.register(this.api);
    this.handlers = [];
    plugin.register(this.api);
    return this;
  }

  /** Run the ordinary phase; return what it adds. */
  ordinary(event = {}, ctx = CTX) {
    return this.#run(false, event, ctx);
  }

  /** Run the authorised phase; `also` changes the context. */
  turn(event = { prompt: "which tea?", messages: [] }, also = {}) {
    const authority = capability();
    const toolAuthority = { fingerprint: "f".repeat(64), allows: () => true, assertActive: authority.assertActive };
    const hookInvocation = { assertActive: capability().assertActive };
    return this.#run(true, event, { ...CTX, toolAuthority, hookInvocation, ...also });
  }

  /** Tell of something that happened. */
  tell(hook, event, ctx = CTX) {
    for (const { handler } of this.handlers.filter((one) => one.hook === hook)) handler(event, ctx);
  }

  linesOf(sessionKey = CTX.sessionKey) {
    const entries = this.sessions.get(sessionKey)?.pluginDebugEntries ?? [];
    return entries.find(({ pluginId }) => pluginId === "recall-sidecar")?.lines ?? [];
  }

  async #run(isAuthorised, event, ctx) {
    const [one] = this.handlers.filter(
      ({ hook, options }) => hook === "before_prompt_build" && (options.requiresToolAuthority === true) === isAuthorised,
    );
    return one.handler(event, ctx);
  }
}
