/** The plugin: recall before each reply, from a daemon beside the gateway. Registering has no effect of its own. */

import { command, commandNames } from "./commands.js";
import { DESCRIPTION, GUIDANCE, NAME, PLUGIN_ID } from "./generated.js";
import { NOTICES } from "./notices.js";
import { assemble } from "./parts.js";
import { recallHandler } from "./recall.js";

export default {
  id: PLUGIN_ID,
  name: NAME,
  description: DESCRIPTION,

  /**
   * Register with the host, which calls this twice for one load.
   *
   * @param {any} api
   */
  register(api) {
    const parts = assemble(api);
    api.on("before_prompt_build", () => ({ appendSystemContext: GUIDANCE }));
    api.on("before_prompt_build", recallHandler(parts), {
      requiresToolAuthority: true,
      timeoutMs: parts.settings.hookTimeoutMs,
    });
    for (const hook of NOTICES) api.on(hook, parts.notices.handler(hook));
    for (const name of commandNames(api.config)) api.registerCommand(command(name, parts));
  },
};
