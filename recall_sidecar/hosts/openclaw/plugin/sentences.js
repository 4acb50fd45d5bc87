/** What people read when the daemon cannot be asked: what happened, and what to do. */

const SENTENCES = {
  absent: (detail) =>
    `the daemon does not answer${detail}; turns go on without recall. Start it: recall-sidecar serve`,
  slow: () =>
    "the daemon did not answer in time; the turn went on without recall. Look at: recall-sidecar status",
  refused: (detail) =>
    `the daemon may not be asked${detail}; turns go on without recall. Run again: recall-sidecar install openclaw`,
  stranger: (detail) =>
    `the daemon's place is taken${detail}, so nothing was sent; turns go on without recall. Run: recall-sidecar doctor`,
  version: () =>
    "the daemon and this plugin are of different versions; turns go on without recall. " +
    "Run: recall-sidecar install openclaw, and restart the daemon",
  unset: () =>
    "neither socketPath nor url with tokenFile is set, so there is no daemon to ask. Run: recall-sidecar install openclaw",
  failed: (detail) =>
    `the daemon failed${detail}; turns go on without recall. Look at: recall-sidecar doctor`,
};

/**
 * Return the sentence for a reply that is none.
 *
 * @param {import("./daemon.js").Reply} reply
 * @returns {string}
 */
export function sentenceFor({ kind, detail }) {
  const sentence = SENTENCES[kind] ?? SENTENCES.failed;
  return sentence(detail ? ` (${detail})` : "");
}
