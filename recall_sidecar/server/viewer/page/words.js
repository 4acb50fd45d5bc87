/** Numbers, times and names as people read them. */

const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** Statuses in the order in which they are listed and stacked. */
export const STATUSES = ["ok", "empty", "skipped", "timeout_partial", "timeout", "unavailable", "failed", "cancelled"];

/** @param {number | null} ms */
export function duration(ms) {
  if (ms === null) return "–";
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** @param {number} count */
export function whole(count) {
  return WHOLE.format(count);
}

/** @param {number | null} dollars */
export function money(dollars) {
  if (dollars === null) return "–";
  if (dollars === 0) return "$0";
  return dollars < 0.01 ? `$${dollars.toFixed(5)}` : `$${dollars.toFixed(2)}`;
}

/**
 * A moment of today as a time, an earlier one with its day.
 *
 * @param {string} iso
 * @param {Date} [now]
 */
export function moment(iso, now = new Date()) {
  const date = new Date(iso);
  const isToday = date.toDateString() === now.toDateString();
  return isToday ? TIME.format(date) : `${DAY.format(date)} ${TIME.format(date)}`;
}

/** @param {string} iso */
export function dayAndTime(iso) {
  const date = new Date(iso);
  return `${DAY.format(date)} ${TIME.format(date).slice(0, 5)}`;
}

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

/**
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * @param {string} status
 * @param {string | null} reason
 */
export function ending(status, reason) {
  const name = status.replaceAll("_", " ");
  return reason ? `${name}: ${reason.replaceAll("_", " ")}` : name;
}
