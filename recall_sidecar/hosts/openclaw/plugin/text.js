/** Text that may leave the gateway: whole characters, bounded. */

/** Ids longer than this are no ids; the daemon would refuse the whole turn for one. */
const MAX_ID_CHARS = 2048;

/**
 * Return the text of a message's content: a string, or the text parts of a list, one a line. Thinking, pictures, tool
 * calls and their results have none.
 *
 * @param {unknown} content
 * @returns {string}
 */
export function textOf(content) {
  if (typeof content === "string") return content.toWellFormed();
  if (!Array.isArray(content)) return "";
  return content
    .filter((part) => part?.type === "text" && typeof part.text === "string")
    .map((part) => part.text)
    .join("\n")
    .toWellFormed();
}

/**
 * Return an id as the daemon takes it, undefined for what is none.
 *
 * @param {unknown} value
 * @returns {string | undefined}
 */
export function idOf(value) {
  const id = typeof value === "number" ? String(value) : value;
  return typeof id === "string" && id !== "" && id.length <= MAX_ID_CHARS ? id.toWellFormed() : undefined;
}

/**
 * Return those of `names` that `source` has ids for.
 *
 * @param {Record<string, unknown> | undefined} source
 * @param {readonly string[]} names
 * @returns {Record<string, string>}
 */
export function pickIds(source, names) {
  const found = names.map((name) => [name, idOf(source?.[name])]);
  return Object.fromEntries(found.filter(([, id]) => id !== undefined));
}

/** Return the first `chars` characters, never half of a pair. */
export function head(text, chars) {
  return text.slice(0, isHigh(text, chars - 1) ? chars - 1 : chars);
}

/** Return the last `chars` characters, never half of a pair. */
export function tail(text, chars) {
  const start = Math.max(text.length - chars, 0);
  return text.slice(start > 0 && isHigh(text, start - 1) ? start + 1 : start);
}

function isHigh(text, index) {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}
