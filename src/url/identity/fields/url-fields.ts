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

/** Embedded URLs nest: `&` is `%26` one level down and `%2526` two levels down. Deeper levels are not read. */
const MAX_LEVEL = 3;

/** One bit for each separator, so that one pass can search for several. */
const SLASH = 1;
const QUESTION = 2;
const SEMICOLON = 4;
const AMPERSAND = 8;
const EQUALS = 16;
const COLON = 32;

const PERCENT = 37;

const BITS = new Uint8Array(128);
BITS['/'.charCodeAt(0)] = SLASH;
BITS['?'.charCodeAt(0)] = QUESTION;
BITS[';'.charCodeAt(0)] = SEMICOLON;
BITS['&'.charCodeAt(0)] = AMPERSAND;
BITS['='.charCodeAt(0)] = EQUALS;
BITS[':'.charCodeAt(0)] = COLON;

/** All fields of a normalised absolute URL, in order. Linear in its length. */
export function urlFields(url: string): readonly UrlField[] {
  const reader = new FieldReader(url);
  const hash = url.indexOf('#');
  reader.readUrl(0, hash < 0 ? url.length : hash, 0);
  return reader.fields;
}

type Draft = { -readonly [K in keyof UrlField]: UrlField[K] };

/** The properties that adjacent fields have in common. */
type FieldContext = Pick<UrlField, 'index' | 'before' | 'level' | 'query'>;

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
      this.fields.push({
        carrier: 'host',
        name: null,
        value: this.#text.slice(start, labelEnd),
        cut: start,
        start,
        valueStart: start,
        end: labelEnd,
        index,
        before: '',
        level,
        query: -1,
        inner: 0,
      });
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
      if (end > start)
        before = this.#readSegment(cut, start, end, { index: index++, before, level, query: -1 });
      if (slash < 0) break;
      cut = slash;
      start = slash + separatorWidth(level);
    }
  }

  /**
   * A segment is `base;param;param`, each of them perhaps `name=value`. Returns `before` for the next one.
   * Applications that add `&a=1` to an address that ends in `;jsessionid=...` mean one more parameter.
   */
  #readSegment(cut: number, start: number, end: number, around: FieldContext): string {
    const { level } = around;
    let separator = this.#startOfParams(start, end, level);
    const base = this.#readNamed('segment', cut, start, separator?.at ?? end, around);
    while (separator !== null) {
      const from = separator.at + separator.width;
      const at = findSeparator(SEMICOLON | AMPERSAND, this.#text, from, end, level);
      this.#readNamed('matrix', separator.at, from, at < 0 ? end : at, around);
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
    const around = { index: 0, before: '', level, query: this.#queries++ };
    let cut = question;
    let start = from;
    while (start <= to) {
      const next = findSeparator(AMPERSAND | SEMICOLON, this.#text, start, to, level);
      const end = next < 0 ? to : next;
      if (end > start) this.#readNamed('query', cut, start, end, around);
      if (next < 0) break;
      cut = next;
      start = next + separatorWidth(level);
    }
  }

  #readNamed(carrier: Carrier, cut: number, start: number, end: number, around: FieldContext): Draft {
    const { level } = around;
    const equals = findSeparator(EQUALS, this.#text, start, end, level);
    const name = equals < 0 ? null : this.#text.slice(start, equals);
    const valueStart = equals < 0 ? start : equals + separatorWidth(level);
    // Written out: spreading `around` makes reading a URL three times slower.
    const field: Draft = {
      carrier,
      name,
      value: this.#text.slice(valueStart, end),
      cut,
      start,
      valueStart,
      end,
      index: around.index,
      before: around.before,
      level,
      query: around.query,
      inner: 0,
    };
    this.fields.push(field);
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
}

/** The first position in `text[from, to)` with one of the wanted separators at that level, or -1. */
function findSeparator(wanted: number, text: string, from: number, to: number, level: number): number {
  if (level === 0) {
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i);
      if (code < 128 && ((BITS[code] ?? 0) & wanted) !== 0) return i;
    }
    return -1;
  }
  for (let i = from; i < to; i++) {
    if (text.charCodeAt(i) === PERCENT && (separatorAt(text, i, to, level) & wanted) !== 0) return i;
  }
  return -1;
}

/** How many characters a separator has at that level. */
function separatorWidth(level: number): number {
  return 1 + 2 * level;
}

/** The position after `scheme://` when the text has one at `from`, else -1. */
function skipScheme(text: string, from: number, to: number, level: number): number {
  let i = from;
  while (i < to && isSchemeCharacter(text.charCodeAt(i))) i++;
  if (i === from) return -1;
  const width = separatorWidth(level);
  for (const [n, wanted] of [COLON, SLASH, SLASH].entries()) {
    if ((separatorAt(text, i + n * width, to, level) & wanted) === 0) return -1;
  }
  return i + 3 * width;
}

/** The separator that starts at `i`, as its bit; 0 when there is none. */
function separatorAt(text: string, i: number, to: number, level: number): number {
  if (i + separatorWidth(level) > to) return 0;
  if (level === 0) return bitOf(text.charCodeAt(i));
  if (text.charCodeAt(i) !== PERCENT) return 0;
  for (let nested = 1; nested < level; nested++)
    if (escapedCode(text, i + 2 * nested - 1) !== PERCENT) return 0;
  return bitOf(escapedCode(text, i + 2 * level - 1));
}

function bitOf(code: number): number {
  return code < 128 ? (BITS[code] ?? 0) : 0;
}

/** The value of two hexadecimal digits; 128 or more when they are not. */
function escapedCode(text: string, i: number): number {
  return hexDigit(text.charCodeAt(i)) * 16 + hexDigit(text.charCodeAt(i + 1));
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : 1024;
}

function isSchemeCharacter(code: number): boolean {
  const letter = code | 32;
  return (
    (letter >= 97 && letter <= 122) || (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46
  );
}
