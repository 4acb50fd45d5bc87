/** Start the daemon when none answers, if the operator wants that. A second daemon refuses to start by itself. */

import { spawn } from "node:child_process";

const EVERY_MS = 30_000;
// The gateway's own secrets are none of the daemon's business; a model provider's key may be.
const KEPT_BACK = /^OPENCLAW_/;
export class Autostart {
  #settings;
  #log;
  #lastAt = -Infinity;

  /**
   * @param {import("./settings.js").Settings} settings
   * @param {import("./log_once.js").LogOnce} log
   */
  constructor(settings, log) {
    this.#settings = settings;
    this.#log = log;
  }

  /** Start it, unless it was tried a moment ago. Never waits, never throws. */
  attempt(now = performance.now()) {
    const { autostart, command } = this.#settings;
    if (!autostart) return;
    if (!command) {
      this.#log.advise("autostart", "autostart needs command, the absolute path of the recall-sidecar executable");
      return;
    }
    if (now - this.#lastAt < EVERY_MS) return;
    this.#lastAt = now;
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !KEPT_BACK.test(name)));
    try {
      const child = spawn(command, ["serve"], { detached: true, stdio: "ignore", shell: false, env });
      child.on("error", (error) => this.#failed(`could not be started (${error?.code ?? error?.name})`));
      child.on("exit", (code) => {
        if (code) this.#failed(`serve ended with code ${code}. Where no daemon runs yet, start it by hand to see why`);
      });
      child.unref();
    } catch (error) {
      this.#failed(`could not be started (${error?.code ?? error?.name})`);
    }
  }

  #failed(how) {
    this.#log.advise("autostart", `${this.#settings.command} ${how}`);
  }
}
