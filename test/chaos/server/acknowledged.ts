/** What a thing may be: what was last acknowledged, or something that was sent since and never answered. */
interface Possible {
  readonly acknowledged: string | null;
  readonly unanswered: readonly (string | null)[];
}

/** Everything that was written to a server, and which of it was acknowledged. Null is a thing that is not there. */
export class Acknowledged {
  readonly #things = new Map<string, Possible>();
  count = 0;

  /** Called before a write is sent. */
  sent(name: string, value: string | null): void {
    const known = this.#things.get(name) ?? { acknowledged: null, unanswered: [] };
    this.#things.set(name, { ...known, unanswered: [...known.unanswered, value] });
  }

  /** Called when the server says that it is done. One writer writes a thing: what was sent before is settled with it. */
  answered(name: string, value: string | null): void {
    this.count += 1;
    this.#things.set(name, { acknowledged: value, unanswered: [] });
  }

  /** The server refused: the thing is what it was. */
  refused(name: string): void {
    const known = this.#things.get(name);
    if (known !== undefined) this.#things.set(name, { ...known, unanswered: [] });
  }

  /** What a thing was acknowledged to be; null when it is not there, or when something was sent since and never answered. */
  settled(name: string): string | null {
    const known = this.#things.get(name);
    return known === undefined || known.unanswered.length > 0 ? null : known.acknowledged;
  }

  names(): readonly string[] {
    return [...this.#things.keys()];
  }

  /** Whether a thing may be what was found; what was found counts from then on. */
  settle(name: string, found: string | null): boolean {
    const known = this.#things.get(name) ?? { acknowledged: null, unanswered: [] };
    const isPossible = known.acknowledged === found || known.unanswered.includes(found);
    this.#things.set(name, { acknowledged: found, unanswered: [] });
    return isPossible;
  }
}
