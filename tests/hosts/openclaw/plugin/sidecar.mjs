/** A daemon of our own making on a real socket, which answers as it is told and keeps what it was sent. */

import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

import { proofOf } from "../../../../recall_sidecar/hosts/openclaw/plugin/doors.js";

export const TOKEN = "t".repeat(43);
export const ANSWER = {
  v: 1,
  status: "ok",
  reason: null,
  traceId: "01J",
  trust: "owner",
  prependContext: "Context:\n<active_memory_plugin>\noolong\n</active_memory_plugin>",
  statusLine: "🧩 Active Memory: status=ok",
  debugLine: "🔎 Active Memory Debug: hits=1",
  queryMode: "recent",
};

/** Return a folder of this user alone, gone when the test ends. */
export function privateFolder(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rs-"));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export class Sidecar {
  requests = [];
  connections = 0;
  /** By path, or by its beginning: (request, body) => [status, answer], or a promise of it. */
  routes = {
    "/v1/hooks/needs": () => [200, { v: 1, version: "0.1.0", queryMode: "recent" }],
    "/v1/hooks/": () => [200, { v: 1 }],
    "/v1/hooks/before_prompt_build": () => [200, ANSWER],
    "/v1/commands": () => [200, { v: 1, handled: true, text: "Active Memory: on for this session." }],
    "/v1/proof": (request) => {
      const nonce = new URL(request.url, "http://x").searchParams.get("nonce");
      return [200, { proof: proofOf(TOKEN, nonce, this.port) }];
    },
  };
  #sockets = new Set();

  /** Listen on a Unix socket in `folder`. */
  async onSocket(folder) {
    this.socketPath = path.join(folder, "recall.sock");
    await this.#listen(this.socketPath);
    fs.chmodSync(this.socketPath, 0o600);
    return this;
  }

  /** Listen on a port, with the token in `folder`. */
  async onPort(folder, port = 0) {
    this.tokenFile = path.join(folder, "token");
    fs.writeFileSync(this.tokenFile, `${TOKEN}\n`, { mode: 0o600 });
    await this.#listen({ host: "127.0.0.1", port });
    this.port = this.server.address().port;
    return this;
  }

  get config() {
    if (this.socketPath) return { socketPath: this.socketPath };
    return { url: `http://127.0.0.1:${this.port}`, tokenFile: this.tokenFile };
  }

  /** Stop as a killed process does: every connection is cut. */
  async stop() {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
    if (this.socketPath) fs.rmSync(this.socketPath, { force: true });
  }

  /** The bodies that were posted to a path. */
  posted(route) {
    return this.requests.filter(({ path: asked }) => asked === route).map(({ body }) => body);
  }

  async #listen(where) {
    this.server = http.createServer((request, response) => this.#answer(request, response));
    this.server.on("connection", (socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket)).on("error", () => {});
    });
    await new Promise((resolve) => this.server.listen(where, resolve));
  }

  async #answer(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const asked = request.url.split("?")[0];
    const body = text ? JSON.parse(text) : undefined;
    const closed = new Promise((resolve) => response.on("close", resolve));
    this.requests.push({ method: request.method, path: asked, url: request.url, headers: request.headers, body, closed });
    const name = Object.keys(this.routes)
      .filter((route) => asked.startsWith(route))
      .sort((left, right) => right.length - left.length)[0];
    const [status, answer] = (await this.routes[name]?.(request, body)) ?? [404, { error: { code: "not_found" } }];
    if (response.destroyed) return;
    const content = typeof answer === "string" ? answer : JSON.stringify(answer);
    response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(content) });
    response.end(content);
  }
}

/** Return a sidecar that listens on a Unix socket until the test ends. */
export async function sidecar(t, routes = {}) {
  const running = await new Sidecar().onSocket(privateFolder(t));
  Object.assign(running.routes, routes);
  t.after(() => running.stop());
  return running;
}

/** Wait until `isSo` holds; the test runner's own limit ends a wait in vain. */
export async function until(isSo) {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
