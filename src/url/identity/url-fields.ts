import { findSeparator, MAX_LEVEL, skipScheme } from './encoded-separators.ts';
import type { Carrier, UrlField } from './url-field.ts';

/** All fields of a normalised absolute URL, in the order in which they stand. Linear in its length. */
export function urlFields(url: string): readonly UrlField[] {
  const reader = new FieldReader(url);
  const hash = url.indexOf('#');
  reader.readUrl(0, hash < 0 ? url.length : hash, 0);
  return reader.fields;
}

type Draft = { -readonly [K in keyof UrlField]: UrlField[K] };

/** `a?b=c?d=e?...` nests without end; nobody hides an id deeper than this, and the stack is safe. */
const MAX_NESTING = 6;

class FieldReader {
  readonly fields: Draft[] = [];
  readonly #text: string;
  #queries = 0;
  #nesting = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readUrl(from: number, to: number, level: number): void {
    const question = findSeparator('query', this.#text, from, to, level);
    const pathEnd = question?.start ?? to;
    const afterScheme = skipScheme(this.#text, from, level);
    this.#readPath(afterScheme === null ? from : this.#readHost(afterScheme, pathEnd, level), pathEnd, level);
    if (question !== null) this.#readQuery(question.start, question.end, to, level);
  }

  /** Returns where the path starts. */
  #readHost(from: number, to: number, level: number): number {
    const end = findSeparator('path', this.#text, from, to, level)?.start ?? to;
    const at = this.#text.lastIndexOf('@', end);
    let start = at >= from ? at + 1 : from;
    for (let index = 0; start < end; index++) {
      const dot = this.#text.indexOf('.', start);
      const labelEnd = dot < 0 || dot > end ? end : dot;
      this.#add('host', start, start, start, labelEnd, { index, level });
      start = labelEnd + 1;
    }
    return end;
  }

  #readPath(from: number, to: number, level: number): void {
    let cut = from;
    let start = from;
    let before = '';
    for (let index = 0; start <= to; index++) {
      const slash = findSeparator('path', this.#text, start, to, level);
      const end = slash?.start ?? to;
      if (end > start) before = this.#readSegment(cut, start, end, index, before, level);
      else index--;
      if (slash === null) break;
      cut = slash.start;
      start = slash.end;
    }
  }

  /** A segment is `base;param;param`, each of them perhaps `name=value`. Returns what stands before the next one. */
  #readSegment(
    cut: number,
    start: number,
    end: number,
    index: number,
    before: string,
    level: number,
  ): string {
    const semicolon = findSeparator('matrix', this.#text, start, end, level);
    const baseEnd = semicolon?.start ?? end;
    const base = this.#readNamed('segment', cut, start, baseEnd, { index, before, level });
    for (let next = semicolon; next !== null; ) {
      const following = findSeparator('matrix', this.#text, next.end, end, level);
      this.#readNamed('matrix', next.start, next.end, following?.start ?? end, { index, before, level });
      next = following;
    }
    return base.name === null ? base.value : `${base.name}=`;
  }

  #readQuery(question: number, from: number, to: number, level: number): void {
    const query = this.#queries++;
    let cut = question;
    let start = from;
    while (start <= to) {
      const next = findSeparator('parameter', this.#text, start, to, level);
      const end = next?.start ?? to;
      if (end > start) this.#readNamed('query', cut, start, end, { level, query });
      if (next === null) break;
      cut = next.start;
      start = next.end;
    }
  }

  #readNamed(carrier: Carrier, cut: number, start: number, end: number, rest: Partial<UrlField>): Draft {
    const level = rest.level ?? 0;
    const equals = findSeparator('equals', this.#text, start, end, level);
    const field = this.#add(carrier, cut, start, equals?.end ?? start, end, rest);
    if (equals !== null) field.name = this.#text.slice(start, equals.start);
    this.#readEmbedded(field);
    return field;
  }

  /** A value may hold a URL or parameters of its own, plain (`url=/a?b=c`) or encoded once more. */
  #readEmbedded(field: Draft): void {
    if (this.#nesting === MAX_NESTING) return;
    this.#nesting++;
    const { valueStart: from, end: to, level } = field;
    const known = this.fields.length;
    const levels = [...(field.carrier === 'query' ? [level] : []), level + 1, level + 2];
    const address = levels.find((deeper) => this.#startsAddress(from, to, deeper));
    if (address !== undefined) {
      this.readUrl(from, to, address);
    } else if (this.#has('parameter', from, to, level + 1)) {
      if (this.#has('path', from, to, level + 1)) this.readUrl(from, to, level + 1);
      else this.#readQuery(from, from, to, level + 1);
    }
    field.inner = this.fields.length - known;
    this.#nesting--;
  }

  /** A slash in the middle is no sign of an address: base64 has them too. */
  #startsAddress(from: number, to: number, level: number): boolean {
    if (level > MAX_LEVEL) return false;
    const slash = findSeparator('path', this.#text, from, to, level);
    return (
      slash?.start === from ||
      skipScheme(this.#text, from, level) !== null ||
      this.#has('query', from, to, level)
    );
  }

  #has(kind: 'path' | 'query' | 'parameter', from: number, to: number, level: number): boolean {
    return level <= MAX_LEVEL && findSeparator(kind, this.#text, from, to, level) !== null;
  }

  #add(
    carrier: Carrier,
    cut: number,
    start: number,
    valueStart: number,
    end: number,
    rest: Partial<UrlField>,
  ): Draft {
    const field: Draft = {
      carrier,
      name: null,
      value: this.#text.slice(valueStart, end),
      cut,
      start,
      valueStart,
      end,
      index: 0,
      before: '',
      level: 0,
      query: -1,
      inner: 0,
      ...rest,
    };
    this.fields.push(field);
    return field;
  }
}
