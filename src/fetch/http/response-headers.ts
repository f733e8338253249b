/** The headers of an answer. Names are compared without regard to case. */
export interface ResponseHeaders {
  /** The value, or several joined by commas (RFC 9110, section 5.3); null if there is none. */
  get(name: string): string | null;
  /** Each value separately, as `Set-Cookie` needs it. */
  all(name: string): readonly string[];
  /** All of them in their order, spelled as they came. HTTP/2 names are in lower case. */
  list(): readonly (readonly [string, string])[];
}

type Parsed = Readonly<Record<string, string | string[] | undefined>>;
type Raw = readonly Buffer[] | readonly string[] | Parsed | null | undefined;

/**
 * Wraps what undici provides: the values by lower-case name, and for HTTP/1 the raw bytes. The list is built on demand,
 * since most callers ask for three or four names only.
 */
export class ReceivedHeaders implements ResponseHeaders {
  readonly #parsed: Parsed;
  readonly #raw: Raw;
  #list: readonly (readonly [string, string])[] | null = null;

  constructor(parsed: Parsed, raw: Raw) {
    this.#parsed = parsed;
    this.#raw = raw;
  }

  get(name: string): string | null {
    const value = this.#value(name);
    if (value === undefined) return null;
    return typeof value === 'string' ? value : value.join(', ');
  }

  all(name: string): readonly string[] {
    const value = this.#value(name);
    if (value === undefined) return [];
    return typeof value === 'string' ? [value] : value;
  }

  list(): readonly (readonly [string, string])[] {
    this.#list ??= isSequence(this.#raw) ? pairsOf(this.#raw) : entriesOf(this.#parsed);
    return this.#list;
  }

  /** All names and values together, in characters. */
  get size(): number {
    return this.list().reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  }

  #value(name: string): string | string[] | undefined {
    const key = name.toLowerCase();
    // A server may well send a header called `constructor`.
    return Object.hasOwn(this.#parsed, key) ? this.#parsed[key] : undefined;
  }
}

function isSequence(raw: Raw): raw is readonly Buffer[] | readonly string[] {
  return Array.isArray(raw);
}

function pairsOf(raw: readonly (Buffer | string)[]): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([text(raw[at]), text(raw[at + 1])]);
  return pairs;
}

function text(part: Buffer | string | undefined): string {
  return typeof part === 'string' ? part : (part?.toString('latin1') ?? '');
}

function entriesOf(parsed: Parsed): readonly (readonly [string, string])[] {
  return Object.entries(parsed).flatMap(([name, value]) =>
    value === undefined
      ? []
      : typeof value === 'string'
        ? [[name, value] as const]
        : value.map((each) => [name, each] as const),
  );
}
