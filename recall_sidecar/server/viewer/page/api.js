/** The calls to the daemon, with the key that this page was signed in with; it is kept here and nowhere else. */

/** What the daemon says of a call that it refused. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string} remedy
   */
  constructor(status, message, remedy) {
    super(message);
    this.status = status;
    this.remedy = remedy;
  }
}

/**
 * Turns the code that the page was opened with into its key.
 *
 * @param {string} code
 * @returns {Promise<string>}
 */
export async function redeem(code) {
  const answer = await read(await fetch("/v1/sign-in/key", posting({ v: 1, code }, {})));
  return answer.key;
}

export class Api {
  #headers;

  /** @param {string} key */
  constructor(key) {
    this.#headers = { Authorization: `Bearer ${key}` };
  }

  /**
   * @param {string} path
   * @param {Record<string, string>} [query] values that are empty are left out
   */
  async get(path, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== "");
    const asked = given.length ? `${path}?${new URLSearchParams(given)}` : path;
    return read(await fetch(asked, { headers: this.#headers, cache: "no-store" }));
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  async post(path, body) {
    return read(await fetch(path, posting(body, this.#headers)));
  }

  /**
   * Opens a stream of events and returns its bytes.
   *
   * @param {string} path
   * @param {AbortSignal} signal
   */
  async stream(path, signal) {
    const response = await fetch(path, { headers: this.#headers, cache: "no-store", signal });
    if (!response.ok) await read(response);
    return /** @type {ReadableStream<any>} */ (response.body);
  }
}

/**
 * @param {object} body
 * @param {Record<string, string>} headers
 */
function posting(body, headers) {
  return {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** @param {Response} response */
async function read(response) {
  const answer = await response.json();
  if (response.ok) return answer;
  throw new Refused(response.status, answer.error.message, answer.error.remedy);
}
