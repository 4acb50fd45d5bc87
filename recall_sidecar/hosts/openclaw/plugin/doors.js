/**
 * The two ways to the daemon. A door opens sockets, and gives one out only when it is sure who is behind it: on the
 * Unix socket by owner and mode of the folder, on TCP because the daemon proves that it knows the token.
 */

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

import { readAnswer } from "./proof_answer.js";

const OPEN_TIMEOUT_MS = 2_000;
const OTHERS = 0o077;
const TOKEN = /^[A-Za-z0-9_-]{32,128}$/;
const DOMAIN = "recall-sidecar proof of daemon v1";

/** Why a door stays shut. `kind` is one of the kinds of `daemon.js`; the message is a clause for people. */
export class DoorShut extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** The daemon's Unix socket. */
export class UnixDoor {
  headers = {};

  constructor(socketPath) {
    this.socketPath = socketPath;
  }

  /** Nothing is needed before a call. */
  prepare() {}

  /** Return what tells one daemon's socket from the next one's. */
  sign() {
    const found = look(this.socketPath);
    return found ? `${found.ino} ${found.ctimeMs}` : "";
  }

  /** Return an open socket. Owner and mode are looked at each time: files of the system's own, a few microseconds. */
  async open() {
    checkSocket(this.socketPath);
    return connected(net.connect(this.socketPath));
  }
}

/** The daemon's port on 127.0.0.1. */
export class TcpDoor {
  headers = {};
  #token = "";

  constructor(port, tokenFile) {
    this.port = port;
    this.tokenFile = tokenFile;
  }

  /** Read the token anew: a reinstalled daemon has another. */
  prepare() {
    this.#token = readToken(this.tokenFile);
    this.headers = { Authorization: `Bearer ${this.#token}` };
  }

  /** A port shows nothing until it is tried. */
  sign() {
    return null;
  }

  /** Return an open socket on which the daemon has proved itself; until then it was told nothing. */
  async open() {
    const socket = await connected(net.connect(this.port, "127.0.0.1"));
    const nonce = randomBytes(32).toString("base64url");
    socket.write(
      `GET /v1/proof?nonce=${nonce} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\nAccept: application/json\r\n\r\n`,
    );
    const given = await readAnswer(socket, OPEN_TIMEOUT_MS).then((answer) => answer?.proof, () => undefined);
    if (!matches(given, proofOf(this.#token, nonce, this.port))) {
      socket.destroy();
      throw new DoorShut("stranger", `what answers on port ${this.port} did not prove that it knows the token`);
    }
    return socket;
  }
}

/** Return the hex proof that somebody who holds `token` gives for `nonce` on `port`. */
export function proofOf(token, nonce, port) {
  return createHmac("sha256", token).update([DOMAIN, String(port), nonce].join("\0")).digest("hex");
}

function matches(given, expected) {
  const [left, right] = [Buffer.from(String(given)), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function checkSocket(socketPath) {
  const folder = path.dirname(socketPath);
  const [found, around] = [look(socketPath), look(folder)];
  if (!found || !around) throw new DoorShut("absent", `there is no socket at ${socketPath}`);
  if (!around.isDirectory() || !isPrivate(around)) {
    throw new DoorShut("stranger", `the folder ${folder} is not this user's alone`);
  }
  // Whoever owns the folder above, wherever it really is, can put another in the place of ours.
  const above = look(path.dirname(folder), fs.statSync);
  if (!above || (above.uid !== process.geteuid() && above.uid !== 0)) {
    throw new DoorShut("stranger", `the folder above ${folder} belongs to another user`);
  }
  if (!found.isSocket() || !isPrivate(found)) {
    throw new DoorShut("stranger", `${socketPath} is not a socket of this user alone`);
  }
}

function readToken(file) {
  try {
    const descriptor = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
    try {
      const found = fs.fstatSync(descriptor);
      if (!found.isFile() || !isPrivate(found)) throw new DoorShut("refused", `${file} is not this user's alone`);
      const token = fs.readFileSync(descriptor, "utf8").trim();
      if (!TOKEN.test(token)) throw new DoorShut("refused", `${file} holds no token`);
      return token;
    } finally {
      fs.closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof DoorShut) throw error;
    throw new DoorShut(error?.code === "ENOENT" ? "absent" : "refused", `${file} cannot be read (${error?.code})`);
  }
}

function look(file, stat = fs.lstatSync) {
  try {
    return stat(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isPrivate(found) {
  return found.uid === process.geteuid() && (found.mode & OTHERS) === 0;
}

function connected(socket) {
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const give = (settle) => (value) => {
      clearTimeout(timer);
      socket.off("error", fail).off("connect", done);
      settle(value);
    };
    const done = give(() => resolve(socket));
    const fail = give(reject);
    const timer = setTimeout(() => {
      socket.destroy();
      fail(new DoorShut("absent", "nothing accepts connections"));
    }, OPEN_TIMEOUT_MS);
    socket.once("connect", done).once("error", fail);
  });
}
