import { Buffer } from 'node:buffer';
import { decodeHTML } from 'entities';
import { Secret } from './resolve-secret.ts';

const replacement = '[secret]';

/** Replaces the secrets of a run in text and bytes before they are written where others may read them. */
export class Redactor {
  readonly #values = new Set<string>();
  readonly #needles: Needle[] = [];

  constructor(secrets: Iterable<Secret | string>) {
    this.#add(secrets);
  }

  /** Adds secrets that become known during the run, such as the token of a log-in. */
  learn(...secrets: readonly string[]): void {
    this.#add(secrets);
  }

  #add(secrets: Iterable<Secret | string>): void {
    for (const secret of secrets) {
      const value = secret instanceof Secret ? secret.reveal() : secret;
      if (this.#values.has(value)) continue;
      this.#values.add(value);
      this.#needles.push(...needlesOf(value));
    }
  }

  text(text: string): string {
    if (this.#needles.length === 0) return text;
    const found = this.#replace(Buffer.from(text, 'utf8').toString('latin1'));
    return found === null ? text : Buffer.from(found, 'latin1').toString('utf8');
  }

  bytes(bytes: Uint8Array): Uint8Array {
    if (this.#needles.length === 0) return bytes;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = this.#replace(view.toString('latin1'));
    return found === null ? bytes : Buffer.from(found, 'latin1');
  }

  /** Null when there is nothing to replace. */
  #replace(latin1: string): string | null {
    const places = united(placesOf(this.#needles, latin1));
    if (places.length === 0) return null;
    const kept = [-1, ...places.keys()].map((i) => latin1.slice(places[i]?.end ?? 0, places[i + 1]?.start));
    return kept.join(replacement);
  }
}

interface FoundSecret {
  /** Index of the secret in the list. */
  readonly index: number;
  /** In bytes from the start. */
  readonly offset: number;
  /** The secret as it is written there. */
  readonly written: string;
}

/** The first secret in some bytes, in any spelling that a `Redactor` knows; null when there is none. */
export function findSecret(bytes: Uint8Array, secrets: readonly (Secret | string)[]): FoundSecret | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  for (const [index, secret] of secrets.entries()) {
    const needles = needlesOf(secret instanceof Secret ? secret.reveal() : secret);
    const [first] = united(placesOf(needles, text));
    if (first !== undefined)
      return { index, offset: first.start, written: text.slice(first.start, first.end) };
  }
  return null;
}

/** Shorter secrets are not replaced, because they occur everywhere: without every "a", a text is unreadable. */
export const shortestSecret = 3;
/** A secret that looks encoded is also searched for in decoded form, if that form has at least this many characters. */
const shortestDecoded = 8;
/** Shorter base64 strings occur in any text by chance. */
const shortestBase64 = 6;
/** Most levels of encoding that are decoded, such as JSON in JSON in JSON. */
const mostEncodings = 4;

/*
 * A secret may be written in any mixture of ways: as it is, percent-encoded (upper or lower case, `+` for a space), escaped
 * for HTML, JSON or JavaScript, also several times over, with mark-up between its characters, and in base64 at any offset.
 * So the text is decoded repeatedly, and each result is searched for the plain secret, both in linear time.
 */

/** A string to search for: bytes as Latin-1 characters, so that the search works for text and bytes. */
interface Needle {
  readonly text: string;
  /** For each position, the length of the longest proper prefix that also ends there (Knuth, Morris and Pratt). */
  readonly overlaps: Int32Array;
}

function needlesOf(secret: string): readonly Needle[] {
  if ([...secret].length < shortestSecret) return [];
  const utf8 = Buffer.from(secret, 'utf8');
  const lines = secret.replaceAll(/\r?\n/g, '\r\n');
  const spellings = [
    utf8.toString('latin1'),
    ...(lines === secret ? [] : [Buffer.from(lines, 'utf8').toString('latin1')]),
    ...inWindows1252(secret),
  ];
  // A secret that looks encoded is decoded together with the text around it. The decoded form must not be an ordinary
  // word of pages.
  const decoded = spellings.flatMap((spelling) =>
    [...decodings(whole(spelling))]
      .slice(1)
      .flatMap(({ text }) => (text.trim().length >= shortestDecoded ? [text] : [])),
  );
  const words = [...spellings, ...decoded];
  // In forms, a space is a plus sign.
  const inForms = words.filter((word) => word.includes(' ')).map((word) => word.replaceAll(' ', '+'));
  return [...new Set([...words, ...inForms, ...base64Cores(utf8)])].map((text) => ({
    text,
    overlaps: overlapsOf(text),
  }));
}

const windows1252 = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, i) => i))].map(
    (character, byte) => [character, String.fromCharCode(byte)],
  ),
);

/**
 * The secret in windows-1252, for pages and forms in this encoding. Empty when its bytes are the same, or when the encoding
 * lacks a character.
 */
function inWindows1252(secret: string): readonly string[] {
  if (/^[\0-\x7f]*$/.test(secret)) return [];
  const bytes = [...secret].map((character) => windows1252.get(character) ?? null);
  return bytes.includes(null) ? [] : [bytes.join('')];
}

/**
 * The secret in base64 and base64url, with zero, one or two bytes before it in its group of three. The first and last digits
 * also depend on the neighbouring bytes, so they are left out.
 */
function base64Cores(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = before === 0 ? 0 : before + 1;
    const end = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
    const core = encoded.slice(first, end);
    return core.length < shortestBase64 ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Number of characters that are decoded at once: the offsets of a whole large page would take much memory. */
const WINDOW = 2 ** 20;
/** The longest way to write one byte, `&amp;amp;amp;#x00f6;` and the like. */
const LONGEST_ESCAPE = 32;

function placesOf(needles: readonly Needle[], text: string): readonly Place[] {
  const longest = needles.reduce((most, { text: word }) => Math.max(most, word.length), 0) * LONGEST_ESCAPE;
  const step = Math.max(WINDOW, longest);
  const places: Place[] = [];
  for (let from = 0; from < text.length; from += step) {
    const part = text.slice(from, from + step + longest);
    for (const { text: decoded, starts, ends } of readings(part))
      for (const needle of needles) {
        let [start, end] = [-1, -1];
        for (const at of occurrences(needle, decoded)) {
          const next = from + (starts[at] ?? 0);
          if (next > end && end >= 0) places.push({ start, end });
          if (next > end) start = next;
          end = from + (ends[at + needle.text.length - 1] ?? part.length);
        }
        if (end >= 0) places.push({ start, end });
      }
  }
  return places;
}

/** Merges places that overlap. */
function united(places: readonly Place[]): readonly Place[] {
  const all: Place[] = [];
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || place.start >= last.end) all.push(place);
    else if (place.end > last.end) all[all.length - 1] = { start: last.start, end: place.end };
  }
  return all;
}

/** The offsets of a word in a text. The native search finds the beginning of the word; the rest is compared without backtracking. */
function* occurrences({ text: word, overlaps }: Needle, text: string): Generator<number> {
  const beginning = word.slice(0, 16);
  for (let from = text.indexOf(beginning); from >= 0; ) {
    let [place, matched] = [from, 0];
    do {
      const code = text.charCodeAt(place);
      while (matched > 0 && word.charCodeAt(matched) !== code) matched = overlaps[matched - 1] ?? 0;
      if (word.charCodeAt(matched) === code) matched++;
      place++;
      if (matched === word.length) {
        yield place - matched;
        matched = overlaps[matched - 1] ?? 0;
      }
    } while (matched > 0 && place < text.length);
    from = text.indexOf(beginning, place);
  }
}

function overlapsOf(word: string): Int32Array {
  const overlaps = new Int32Array(word.length);
  for (let place = 1, matched = 0; place < word.length; place++) {
    while (matched > 0 && word.charCodeAt(matched) !== word.charCodeAt(place))
      matched = overlaps[matched - 1] ?? 0;
    if (word.charCodeAt(matched) === word.charCodeAt(place)) matched++;
    overlaps[place] = matched;
  }
  return overlaps;
}

/** A text, and the start and end of each of its characters before decoding. */
interface Decoded {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

function whole(text: string): Decoded {
  const [starts, ends] = [new Int32Array(text.length), new Int32Array(text.length)];
  for (let place = 0; place < text.length; place++) {
    starts[place] = place;
    ends[place] = place + 1;
  }
  return { text, starts, ends };
}

/** The text as it is, then decoded once, twice and so on, while there is something to decode, up to `mostEncodings` times. */
function* decodings(first: Decoded): Generator<Decoded> {
  yield first;
  let last = first;
  for (let times = 0; times < mostEncodings; times++) {
    const next = decodedOnce(last);
    if (next === null) return;
    yield next;
    last = next;
  }
}

/**
 * Decodes the text as it is, and as a reader sees it: without mark-up, which may be inside a word, and without the zero
 * bytes of UTF-16.
 */
function* readings(text: string): Generator<Decoded> {
  yield* decodings(whole(text));
  const plain = replacedOnce(
    whole(text),
    /<!--[^>]{0,200}-->|<\/?[a-zA-Z][^<>]{0,200}>|\0+|(?<=\s)\s+|[\t\r\n]/g,
    ([found]) => (/^[\t\r\n]$/.test(found) ? ' ' : ''),
  );
  if (plain !== null) yield* decodings(plain);
}

/** Rare or long escapes. Escapes of one byte are decoded without this pattern. */
const longEscapes =
  /&(?:#0{0,9}(?<decimal>\d{1,7});?|#[xX]0{0,9}(?<hex>[0-9a-fA-F]{1,6});?|(?<name>[a-zA-Z][a-zA-Z0-9]{1,30});?)|\\u(?:(?<unit>[0-9a-fA-F]{4})(?:\\u(?<low>[dD][c-fC-F][0-9a-fA-F]{2}))?|\{(?<point>[0-9a-fA-F]{1,6})\})/y;

/** Maps the code after a backslash to the code that the escape stands for. */
const short = new Map(
  ['""', "''", '//', '\\\\', 'n\n', 'r\r', 't\t', 'b\b', 'f\f'].map((pair) => [
    pair.charCodeAt(0),
    pair.charCodeAt(1),
  ]),
);
const [PERCENT, AND, BACKSLASH, X] = [0x25, 0x26, 0x5c, 0x78];

/** The value of two hexadecimal digits; -1 where there are none. */
function byteAt(text: string, place: number): number {
  const [high, low] = [digitOf(text.charCodeAt(place)), digitOf(text.charCodeAt(place + 1))];
  return high < 0 || low < 0 ? -1 : 16 * high + low;
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/**
 * Decodes one level; null when nothing is encoded. It loops over character codes, because a page may be twenty million bytes
 * of escapes.
 */
function decodedOnce({ text, starts, ends }: Decoded): Decoded | null {
  if (!/[%&\\]/.test(text)) return null;
  // Twice the length is enough: few escapes are shorter than what they stand for, such as `&nGt;` for six bytes.
  const bytes = Buffer.allocUnsafe(2 * text.length);
  const [begins, stops] = [new Int32Array(bytes.length), new Int32Array(bytes.length)];
  let [length, found] = [0, false];
  const put = (byte: number, from: number, to: number) => {
    bytes[length] = byte;
    begins[length] = starts[from] ?? 0;
    stops[length] = ends[to - 1] ?? 0;
    length++;
  };
  for (let place = 0; place < text.length; ) {
    const code = text.charCodeAt(place);
    const next = code === BACKSLASH ? text.charCodeAt(place + 1) : 0;
    const byte =
      code === PERCENT
        ? byteAt(text, place + 1)
        : next === X
          ? byteAt(text, place + 2)
          : (short.get(next) ?? -1);
    if (byte >= 0 && code !== AND) {
      const width = code === PERCENT ? 3 : next === X ? 4 : 2;
      put(byte, place, place + width);
      place += width;
      found = true;
      continue;
    }
    const long = code === AND || code === BACKSLASH ? longEscapeAt(text, place) : null;
    if (long === null) {
      put(code, place, place + 1);
      place++;
      continue;
    }
    for (const each of long.meant) put(each, place, place + long.width);
    place += long.width;
    found = true;
  }
  if (!found) return null;
  return {
    text: bytes.toString('latin1', 0, length),
    starts: begins.subarray(0, length),
    ends: stops.subarray(0, length),
  };
}

function longEscapeAt(
  text: string,
  place: number,
): { readonly meant: Buffer; readonly width: number } | null {
  longEscapes.lastIndex = place;
  const match = longEscapes.exec(text);
  if (match === null) return null;
  const meant = meantBy(match[0], match.groups ?? {});
  return meant === match[0] ? null : { meant: Buffer.from(meant, 'utf8'), width: match[0].length };
}

/** Replaces what a pattern finds; null when nothing is replaced. */
function replacedOnce(
  { text, starts, ends }: Decoded,
  pattern: RegExp,
  meaning: (match: RegExpExecArray) => string,
): Decoded | null {
  const parts: string[] = [];
  // Twice the length is enough: few escapes are shorter than what they stand for, such as `&nGt;` for six bytes.
  const room = 2 * text.length;
  const [begins, stops] = [new Int32Array(room), new Int32Array(room)];
  let [length, done, found] = [0, 0, false];
  const keep = (end: number) => {
    parts.push(text.slice(done, end));
    begins.set(starts.subarray(done, end), length);
    stops.set(ends.subarray(done, end), length);
    length += end - done;
    done = end;
  };
  for (const match of text.matchAll(pattern)) {
    const meant = meaning(match);
    if (meant === match[0]) continue;
    found = true;
    keep(match.index);
    done = match.index + match[0].length;
    parts.push(meant);
    begins.fill(starts[match.index] ?? 0, length, length + meant.length);
    stops.fill(ends[done - 1] ?? 0, length, length + meant.length);
    length += meant.length;
  }
  if (!found) return null;
  keep(text.length);
  return { text: parts.join(''), starts: begins.subarray(0, length), ends: stops.subarray(0, length) };
}

/** What an escape stands for. An unknown entity stays unchanged. */
function meantBy(written: string, groups: Record<string, string>): string {
  const { decimal, hex, name, unit, low, point } = groups;
  if (name !== undefined) return entity(written);
  const code = Number.parseInt(decimal ?? hex ?? unit ?? point ?? '', decimal === undefined ? 16 : 10);
  if (unit !== undefined)
    return String.fromCharCode(code, ...(low === undefined ? [] : [Number.parseInt(low, 16)]));
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Decodes an entity. A non-breaking space becomes a space, because it looks like one to a reader. */
const entity = (written: string): string => decodeHTML(written).replace('\u{a0}', ' ');
