/** HTTP over the sockets of a door: kept open between calls, opened anew when the daemon has closed them. */

import http from "node:http";

const MAX_ANSWER_BYTES = 1_048_576;

class DoorAgent extends http.Agent {
  #door;

  constructor(door) {
    super({ keepAlive: true, maxSockets: 32, maxFreeSockets: 4 });
    this.#door = door;
  }

  /** @returns {any} nothing: the socket is given when it is open and sure */
  createConnection(_options, give) {
    this.#door.open().then((socket) => give(null, socket), (error) => give(error));
  }
}

/** @typedef {{method: string, path: string, body?: string, signal?: AbortSignal}} Call */

/** Calls through one door. */
export class Connection {
  #door;
  #agent;

  constructor(door) {
    this.#door = door;
    this.#agent = new DoorAgent(door);
  }

  /**
   * Make one call. A kept socket that the daemon closed in the meantime fails at once; then it is made once more on a
   * fresh one.
   *
   * @param {Call} call
   * @returns {Promise<{status: number, text: string}>} rejects with the socket's, the door's or the abort error
   */
  async send(call) {
    this.#door.prepare();
    const first = { isReused: false };
    try {
      return await this.#once(call, first);
    } catch (error) {
      if (!first.isReused || call.signal?.aborted || !isReset(error)) throw error;
      this.#dropKept();
      return this.#once(call, {});
    }
  }

  /**
   * @param {Call} call
   * @param {{isReused?: boolean}} seen
   */
  async #once({ method, path, body, signal }, seen) {
    const headers = { ...this.#door.headers, Accept: "application/json" };
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      headers["Content-Length"] = Buffer.byteLength(body);
    }
    const host = "127.0.0.1";
    const port = this.#door.port ?? 80;
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      // A request hears of its end only once it has a socket, and a door may take seconds to open.
      const end = () => reject(signal?.reason);
      signal?.addEventListener("abort", end, { once: true });
      const request = http.request({ agent: this.#agent, host, port, method, path, headers, signal });
      request.on("error", (error) => {
        seen.isReused = request.reusedSocket;
        reject(error);
      });
      request.on("close", () => signal?.removeEventListener("abort", end));
      request.on("response", (response) => {
        collect(response).then((text) => resolve({ status: response.statusCode, text }), reject);
      });
      request.end(body);
    });
  }

  #dropKept() {
    for (const socket of Object.values(this.#agent.freeSockets).flat()) socket.destroy();
  }
}

async function collect(response) {
  const chunks = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function isReset(error) {
  return ["ECONNRESET", "EPIPE", "ECONNABORTED"].includes(error?.code);
}
