/** Read one small JSON answer from a socket and leave the socket as it was, ready for its next request. */

const MAX_BYTES = 8_192;
const HEAD_END = "\r\n\r\n";

/**
 * Return the JSON body of the answer that comes in on `socket`.
 *
 * @param {import("node:net").Socket} socket
 * @param {number} timeoutMs
 * @returns {Promise<any>} rejects when it is no 200, too long, too late, closing, or no JSON
 */
export function readAnswer(socket, timeoutMs) {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const end = (settle, value) => {
      clearTimeout(timer);
      socket.off("data", take).off("error", fail).off("close", fail);
      settle(value);
    };
    const fail = () => end(reject, new Error("no usable answer"));
    const take = (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > MAX_BYTES) return fail();
      try {
        const answer = parse(received);
        if (answer !== undefined) end(resolve, answer);
      } catch {
        fail();
      }
    };
    const timer = setTimeout(fail, timeoutMs);
    socket.on("data", take).once("error", fail).once("close", fail);
  });
}

/** Return the JSON of a whole answer, undefined while more is to come. */
export function parse(received) {
  const text = received.toString("latin1");
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const [status, ...lines] = text.slice(0, headEnd).split("\r\n");
  const headers = new Map(lines.map((line) => line.split(/:\s*/, 2)).map(([name, value]) => [name.toLowerCase(), value]));
  const length = Number(headers.get("content-length"));
  if (!/^HTTP\/1\.1 200 /.test(status) || !Number.isSafeInteger(length) || headers.get("connection") === "close") {
    throw new Error("not an answer that can be used");
  }
  const body = received.subarray(headEnd + HEAD_END.length);
  if (body.length > length) throw new Error("more than one answer");
  return body.length < length ? undefined : JSON.parse(body.toString("utf8"));
}
