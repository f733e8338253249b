import { findSeparator, MAX_LEVEL, Separators, separatorWidth, skipScheme } from './encoded-separators.ts';

/** Where in a URL a field is. */
export type Carrier = 'host' | 'segment' | 'matrix' | 'query';

/**
 * One part of a URL that can carry an id: a host label, a path segment, a `;param`, a query parameter,
 * also of a URL that is embedded (percent-encoded or plain) in a value of another.
 * Positions point into the URL's text, so that a field can be cut out and all the rest stays as it was.
 */
export interface UrlField {
  readonly carrier: Carrier;
  /** Null for a host label, a plain path segment, and a parameter without `=`. */
  readonly name: string | null;
  readonly value: string;
  /** Where the separator before the field starts (`/`, `;`, `?`, `&` or their encoded forms). */
  readonly cut: number;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
  /** Position among the segments of its path (or the labels of its host). */
  readonly index: number;
  /** The path segment before this one: its text, or its name with `=`. */
  readonly before: string;
  /** How many times the URL around it is percent-encoded; 0 for the outermost. */
  readonly level: number;
  /** The number of the query it belongs to; -1 for other carriers. */
  readonly query: number;
  /** How many of the fields that follow are inside this one's value. */
  readonly inner: number;
}

const {
  slash: SLASH,
  question: QUESTION,
  semicolon: SEMICOLON,
  ampersand: AMPERSAND,
  equals: EQUALS,
} = Separators;

/** All fields of a normalised absolute URL, in order. Linear in its length. */
export function urlFields(url: string): readonly UrlField[] {
  const reader = new FieldReader(url);
  const hash = url.indexOf('#');
  reader.readUrl(0, hash < 0 ? url.length : hash, 0);
  return reader.fields;
}

type Draft = { -readonly [K in keyof UrlField]: UrlField[K] };

/** `a?b=c?d=e?...` nests without end. No site hides an id deeper than this, and the stack stays small. */
const MAX_NESTING = 6;

class FieldReader {
  readonly fields: Draft[] = [];
  readonly #text: string;
  readonly #hasEscapes: boolean;
  #queries = 0;
  #nesting = 0;

  constructor(text: string) {
    this.#text = text;
    this.#hasEscapes = text.includes('%');
  }

  readUrl(from: number, to: number, level: number): void {
    const question = findSeparator(QUESTION, this.#text, from, to, level);
    const pathEnd = question < 0 ? to : question;
    const afterScheme = skipScheme(this.#text, from, pathEnd, level);
    this.#readPath(afterScheme < 0 ? from : this.#readHost(afterScheme, pathEnd, level), pathEnd, level);
    if (question >= 0) this.#readQuery(question, question + separatorWidth(level), to, level);
  }

  /** Returns where the path starts. */
  #readHost(from: number, to: number, level: number): number {
    const slash = findSeparator(SLASH, this.#text, from, to, level);
    const end = slash < 0 ? to : slash;
    let start = from;
    for (let i = from; i < end; i++) if (this.#text.charAt(i) === '@') start = i + 1;
    for (let index = 0; start < end; index++) {
      let labelEnd = start;
      while (labelEnd < end && this.#text.charAt(labelEnd) !== '.') labelEnd++;
      this.#add('host', start, start, start, labelEnd, null, index, '', level, -1);
      start = labelEnd + 1;
    }
    return end;
  }

  #readPath(from: number, to: number, level: number): void {
    let cut = from;
    let start = from;
    let before = '';
    let index = 0;
    while (start <= to) {
      const slash = findSeparator(SLASH, this.#text, start, to, level);
      const end = slash < 0 ? to : slash;
      if (end > start) before = this.#readSegment(cut, start, end, index++, before, level);
      if (slash < 0) break;
      cut = slash;
      start = slash + separatorWidth(level);
    }
  }

  /**
   * A segment is `base;param;param`, each of them perhaps `name=value`. Returns `before` for the next one.
   * Applications that add `&a=1` to an address which ends in `;jsessionid=...` mean one more parameter.
   */
  #readSegment(
    cut: number,
    start: number,
    end: number,
    index: number,
    before: string,
    level: number,
  ): string {
    let separator = this.#startOfParams(start, end, level);
    const base = this.#readNamed('segment', cut, start, separator?.at ?? end, index, before, level, -1);
    while (separator !== null) {
      const from = separator.at + separator.width;
      const at = findSeparator(SEMICOLON | AMPERSAND, this.#text, from, end, level);
      this.#readNamed('matrix', separator.at, from, at < 0 ? end : at, index, before, level, -1);
      separator = at < 0 ? null : { at, width: separatorWidth(level) };
    }
    return base.name === null ? base.value : `${base.name}=`;
  }

  /** Some programs encode the semicolon but not the `=` behind it: `/list%3Bjsessionid=0A1B`. */
  #startOfParams(start: number, end: number, level: number): { at: number; width: number } | null {
    const plain = findSeparator(SEMICOLON, this.#text, start, end, level);
    if (plain >= 0) return { at: plain, width: separatorWidth(level) };
    if (!this.#hasEscapes || level >= MAX_LEVEL) return null;
    const encoded = findSeparator(SEMICOLON, this.#text, start, end, level + 1);
    const equals = findSeparator(EQUALS, this.#text, start, end, level);
    return encoded >= 0 && equals > encoded ? { at: encoded, width: separatorWidth(level + 1) } : null;
  }

  #readQuery(question: number, from: number, to: number, level: number): void {
    const query = this.#queries++;
    let cut = question;
    let start = from;
    while (start <= to) {
      const next = findSeparator(AMPERSAND | SEMICOLON, this.#text, start, to, level);
      const end = next < 0 ? to : next;
      if (end > start) this.#readNamed('query', cut, start, end, 0, '', level, query);
      if (next < 0) break;
      cut = next;
      start = next + separatorWidth(level);
    }
  }

  #readNamed(
    carrier: Carrier,
    cut: number,
    start: number,
    end: number,
    index: number,
    before: string,
    level: number,
    query: number,
  ): Draft {
    const equals = findSeparator(EQUALS, this.#text, start, end, level);
    const name = equals < 0 ? null : this.#text.slice(start, equals);
    const valueStart = equals < 0 ? start : equals + separatorWidth(level);
    const field = this.#add(carrier, cut, start, valueStart, end, name, index, before, level, query);
    if (this.#hasEscapes || carrier === 'query') this.#readEmbedded(field);
    return field;
  }

  /** A value may hold a URL or parameters of its own, plain (`url=/a?b=c`) or encoded once or twice more. */
  #readEmbedded(field: Draft): void {
    if (this.#nesting === MAX_NESTING) return;
    this.#nesting++;
    const { valueStart: from, end: to, level } = field;
    const known = this.fields.length;
    if (field.carrier === 'query' && this.#startsAddress(from, to, level)) {
      this.readUrl(from, to, level);
    } else if (this.#hasEscapes && field.value.includes('%')) {
      this.#readEncoded(from, to, level + 1);
    }
    field.inner = this.fields.length - known;
    this.#nesting--;
  }

  #readEncoded(from: number, to: number, level: number): void {
    const address = [level, level + 1].find((deeper) => this.#startsAddress(from, to, deeper));
    if (address !== undefined) {
      this.readUrl(from, to, address);
      return;
    }
    if (level > MAX_LEVEL || findSeparator(AMPERSAND | SEMICOLON, this.#text, from, to, level) < 0) return;
    if (findSeparator(SLASH, this.#text, from, to, level) >= 0) this.readUrl(from, to, level);
    else this.#readQuery(from, from, to, level);
  }

  /** A slash in the middle does not make an address: base64 has them too. */
  #startsAddress(from: number, to: number, level: number): boolean {
    if (level > MAX_LEVEL) return false;
    const first = findSeparator(SLASH | QUESTION, this.#text, from, to, level);
    if (first < 0) return false;
    return (
      first === from ||
      skipScheme(this.#text, from, to, level) >= 0 ||
      findSeparator(QUESTION, this.#text, first, to, level) >= 0
    );
  }

  #add(
    carrier: Carrier,
    cut: number,
    start: number,
    valueStart: number,
    end: number,
    name: string | null,
    index: number,
    before: string,
    level: number,
    query: number,
  ): Draft {
    const value = this.#text.slice(valueStart, end);
    const field: Draft = {
      carrier,
      name,
      value,
      cut,
      start,
      valueStart,
      end,
      index,
      before,
      level,
      query,
      inner: 0,
    };
    this.fields.push(field);
    return field;
  }
}
