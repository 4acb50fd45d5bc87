/** Calls to the daemon that never throw: an answer, or the kind of trouble there is. */

import { Absence } from "./absence.js";
import { Connection } from "./connection.js";
import { DoorShut, TcpDoor, UnixDoor } from "./doors.js";

/**
 * absent: nothing answers · slow: no answer in time · refused: token or permission · stranger: somebody else answers ·
 * version: it speaks another version · aborted: the turn ended · unset: no address · failed: any other trouble
 *
 * @typedef {"absent" | "slow" | "refused" | "stranger" | "version" | "aborted" | "unset" | "failed"} Kind
 *
 * An answer, `ok` with its `body`; else the `kind` of trouble, the HTTP status if there was one, a clause for people,
 * and whether somebody may be there all the same.
 *
 * @typedef {{ok: boolean, body?: Record<string, any>, kind?: Kind, status?: number, detail?: string, mayBeThere?: boolean}} Reply
 */

/** Reason to give to an AbortController whose signal goes into a call: its kind is the reply's. */
export class Ended extends Error {
  constructor(kind) {
    super(`the call ended: ${kind}`);
    this.kind = kind;
  }
}

export class Daemon {
  #connections;
  #absence;

  /** @param {import("./settings.js").Settings} settings */
  constructor({ socketPath, port, tokenFile }) {
    const doors = [socketPath && new UnixDoor(socketPath), port && tokenFile && new TcpDoor(port, tokenFile)];
    const given = doors.filter(Boolean);
    this.#connections = given.map((door) => new Connection(door));
    this.#absence = new Absence(given, async () => (await this.get("/healthz")).kind !== "absent");
  }

  /** Whether asking is of no use, known without waiting: nobody answered, and no daemon has come since. */
  isAway() {
    return this.#absence.isCertain();
  }

  /** @returns {Promise<Reply>} */
  get(path, signal = undefined) {
    return this.#call({ method: "GET", path, signal });
  }

  /** @returns {Promise<Reply>} */
  post(path, body, signal = undefined) {
    return this.#call({ method: "POST", path, body: JSON.stringify(body), signal });
  }

  async #call(call) {
    /** @type {Reply} */
    let reply = { ok: false, kind: "unset" };
    const signs = this.#absence.signs();
    for (const connection of this.#connections) {
      try {
        reply = read(await connection.send(call));
      } catch (error) {
        reply = { ok: false, ...troubleOf(error, call.signal) };
      }
      if (reply.ok || reply.kind !== "absent") {
        if (reply.ok) this.#absence.end();
        return reply;
      }
    }
    // Who cuts a connection may take the next one.
    if (reply.kind === "absent" && !reply.mayBeThere) this.#absence.begin(signs);
    return reply;
  }
}

/**
 * Return what an HTTP answer means.
 *
 * @param {{status: number, text: string}} answer
 * @returns {Reply}
 */
export function read({ status, text }) {
  const body = parse(text);
  if (status === 200 && body?.v === 1) return { ok: true, body };
  const error = body?.error ?? {};
  if (status === 401 || status === 403) return { ok: false, kind: "refused", status, detail: "the token was refused" };
  if (status === 200 || status === 404 || (status === 400 && error.field === "v")) {
    return { ok: false, kind: "version", status };
  }
  const detail = typeof error.code === "string" ? `HTTP ${status}, ${error.code.slice(0, 40)}` : `HTTP ${status}`;
  return { ok: false, kind: "failed", status, detail };
}

/**
 * Return the kind of an error that a call ended with.
 *
 * @param {any} error
 * @param {AbortSignal} [signal]
 * @returns {{kind: Kind, detail?: string, mayBeThere?: boolean}}
 */
export function troubleOf(error, signal) {
  if (signal?.aborted) return { kind: signal.reason instanceof Ended ? signal.reason.kind : "aborted" };
  if (error instanceof DoorShut) return { kind: error.kind, detail: error.message };
  switch (error?.code) {
    case "ENOENT":
    case "ECONNREFUSED":
      return { kind: "absent", detail: error.code };
    case "ECONNRESET":
    case "EPIPE":
      return { kind: "absent", detail: error.code, mayBeThere: true };
    case "EACCES":
    case "EPERM":
      return { kind: "refused", detail: `the socket may not be used (${error.code})` };
    default:
      return { kind: "failed", detail: String(error?.code ?? error?.name ?? "unknown") };
  }
}

function parse(text) {
  try {
    const body = JSON.parse(text);
    return body !== null && typeof body === "object" && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
