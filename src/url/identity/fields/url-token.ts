import { looksRandom } from '../looks-random.ts';
import type { Carrier, UrlField } from './url-fields.ts';

/** Where a token is inside a field that holds more than the id: `topic-42-<id>.html`, `p=100:1:<id>`. */
interface PartPosition {
  readonly index: number;
  readonly fromEnd: number;
  /** The part before it; '' at the start. */
  readonly before: string;
  /** How many parts it spans. */
  readonly width: number;
}

/** A stretch of a URL that may be an id: a whole field's value, a parameter's name, or a part of a value. */
export interface UrlToken {
  readonly field: UrlField;
  readonly carrier: Carrier;
  /** The parameter's name; null where there is none. */
  readonly name: string | null;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly part: PartPosition | null;
}

/** A whole field as a token: its value, or its name when the name is what looks random. */
export function wholeToken(field: UrlField): UrlToken {
  const { carrier, name, value, start, valueStart, end } = field;
  if (name !== null && looksRandom(name) && /[0-9]/.test(name)) {
    return { field, carrier, name: null, value: name, start, end: start + name.length, part: null };
  }
  return { field, carrier, name, value, start: valueStart, end, part: null };
}

/** Runs of letters, digits and escapes; everything else separates them. */
const PART = /(?:[a-z0-9]|%[0-9a-f]{2})+/gi;

/** The parts of a field's value, or none when it is all one part. */
export function partTokens(field: UrlField): readonly UrlToken[] {
  const matches = [...field.value.matchAll(PART)];
  if (matches.length < 2 && matches[0]?.[0] === field.value) return [];
  return matches.map((match, index) => ({
    field,
    carrier: field.carrier,
    name: field.name,
    value: match[0],
    start: field.valueStart + match.index,
    end: field.valueStart + match.index + match[0].length,
    part: {
      index,
      fromEnd: matches.length - 1 - index,
      before: matches[index - 1]?.[0] ?? '',
      width: 1,
    },
  }));
}

/** Joins neighbours into one token, with what separates them. */
export function joinParts(tokens: readonly UrlToken[]): UrlToken | null {
  const first = tokens[0];
  const last = tokens.at(-1);
  if (first?.part == null || last?.part == null) return null;
  const { field } = first;
  return {
    ...first,
    value: field.value.slice(first.start - field.valueStart, last.end - field.valueStart),
    end: last.end,
    part: { ...first.part, fromEnd: last.part.fromEnd, width: tokens.length },
  };
}

/** The tokens of a field that a rule could match: the whole field (width null), or every window of `width` parts. */
export function candidateTokens(field: UrlField, width: number | null): readonly UrlToken[] {
  if (width === null) return [wholeToken(field)];
  const parts = partTokens(field);
  const windows: UrlToken[] = [];
  for (let i = 0; i + width <= parts.length; i++) {
    const joined = joinParts(parts.slice(i, i + width));
    if (joined !== null) windows.push(joined);
  }
  return windows;
}
