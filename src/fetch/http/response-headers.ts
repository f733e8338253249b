/** The headers of an answer. Names are compared without regard to case. */
export interface ResponseHeaders {
  /** The value, or several joined by commas (RFC 9110, section 5.3); null if there is none. */
  get(name: string): string | null;
  /** Each value separately, as `Set-Cookie` needs it. */
  all(name: string): readonly string[];
  /** All of them in their order, spelled as they came. HTTP/2 names are in lower case. */
  list(): readonly (readonly [string, string])[];
}

/** Headers in a list. Answers have about ten of them, so looking through it costs less than a map. */
export class HeaderList implements ResponseHeaders {
  readonly #pairs: readonly (readonly [string, string])[];

  constructor(pairs: readonly (readonly [string, string])[]) {
    this.#pairs = pairs;
  }

  get(name: string): string | null {
    const values = this.all(name);
    return values.length === 0 ? null : values.length === 1 ? (values[0] ?? '') : values.join(', ');
  }

  all(name: string): readonly string[] {
    let found: string[] | null = null;
    for (const [other, value] of this.#pairs) {
      if (other.length !== name.length || other.toLowerCase() !== name.toLowerCase()) continue;
      if (found === null) found = [value];
      else found.push(value);
    }
    return found ?? none;
  }

  list(): readonly (readonly [string, string])[] {
    return this.#pairs;
  }
}

const none: readonly string[] = Object.freeze([]);
