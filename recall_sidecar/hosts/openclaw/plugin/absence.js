/**
 * What is known of a daemon that does not answer. Waiting for a refusal costs a turn of the gateway's busy loop, so it
 * is asked again only when something has changed: a socket that was made anew shows at once, a port by a look at it
 * now and then, outside of any turn.
 */

const LOOK_EVERY_MS = 1_000;
// Nobody has had a turn for ten minutes: the next one asks for itself.
const MAX_LOOKS = 600;

export class Absence {
  #doors;
  #look;
  /** Signs at the time of the last refusal, null while the daemon is there. */
  #signs = null;
  #looks = 0;
  #timer;

  /**
   * @param {{sign(): string | null}[]} doors null: the door shows nothing from outside
   * @param {() => Promise<boolean>} look whether the daemon answers now
   */
  constructor(doors, look) {
    this.#doors = doors;
    this.#look = look;
  }

  /** Return what the doors show from outside; taken before a call, so that a start during the call is noticed. */
  signs() {
    return JSON.stringify(this.#doors.map((door) => door.sign()));
  }

  /** Whether asking is of no use: nobody answered, and nothing has changed since. */
  isCertain() {
    this.#looks = 0;
    return this.#signs !== null && this.#signs === this.signs();
  }

  /** Nobody answered; `signs` are those from before the call. */
  begin(signs) {
    this.#signs = signs;
    if (this.#timer === undefined && this.#doors.some((door) => door.sign() === null)) this.#lookLater();
  }

  /** The daemon answered. */
  end() {
    this.#signs = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #lookLater() {
    const timer = setTimeout(async () => {
      this.#looks += 1;
      const isOver = this.#looks > MAX_LOOKS || (await this.#look());
      // An answer in the meantime has ended this absence; what is under way now is another one.
      if (this.#timer !== timer) return;
      if (isOver) this.end();
      else this.#lookLater();
    }, LOOK_EVERY_MS);
    this.#timer = timer;
    timer.unref();
  }
}
