// A stopwatch for other plugins: times the two phases of `before_prompt_build` from outside, whoever recalls in them.
//
// The host runs a phase's handlers one after the other, higher priority first. One handler of ours runs before all
// others and one after them, so what lies between is their time and that of the host's own passing from one to the
// next. Nothing is awaited and nothing is written before the last mark is taken.
import { appendFile } from "node:fs";

const BEFORE_ALL = 1_000_000;
const AFTER_ALL = -1_000_000;
// Turns that never reached their last mark; more than that are forgotten, oldest first.
const MOST_OPEN = 100;

/** Milliseconds of the machine's monotonic clock, which other processes on it share. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

/**
 * Return the four handlers and what they share.
 * @param {(line: string) => void} write receives one JSON line for each turn that passed the last mark
 * @param {() => number} clock milliseconds
 */
export function stopwatch(write, clock = now) {
  const open = new Map();

  const mark = (name) => (_event, ctx) => {
    const at = clock();
    const marks = open.get(ctx.runId) ?? {};
    marks[name] = at;
    open.set(ctx.runId, marks);
    if (open.size > MOST_OPEN) open.delete(open.keys().next().value);
    if (name !== "authorisedEnd") return;
    open.delete(ctx.runId);
    write(`${JSON.stringify({ runId: ctx.runId, trigger: ctx.trigger, ...marks })}\n`);
  };

  return {
    ordinaryBegin: mark("ordinaryBegin"),
    ordinaryEnd: mark("ordinaryEnd"),
    authorisedBegin: mark("authorisedBegin"),
    authorisedEnd: mark("authorisedEnd"),
  };
}

export default {
  id: "recall-stopwatch",
  name: "Recall stopwatch",
  description: "Times what other plugins do in before_prompt_build.",
  register(api) {
    const file = api.pluginConfig?.file;
    if (typeof file !== "string") return;
    const handlers = stopwatch((line) => appendFile(file, line, () => {}));
    const authorised = { requiresToolAuthority: true };
    api.on("before_prompt_build", handlers.ordinaryBegin, { priority: BEFORE_ALL });
    api.on("before_prompt_build", handlers.ordinaryEnd, { priority: AFTER_ALL });
    api.on("before_prompt_build", handlers.authorisedBegin, { ...authorised, priority: BEFORE_ALL });
    api.on("before_prompt_build", handlers.authorisedEnd, { ...authorised, priority: AFTER_ALL });
  },
};
