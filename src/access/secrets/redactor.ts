import { Buffer } from 'node:buffer';
import { Secret } from './resolve-secret.ts';

const replacement = '[secret]';

/** Replaces the secrets of a run in everything that is about to be written where others may read it. */
export class Redactor {
  readonly #values = new Set<string>();
  #patterns: readonly PiecePattern[] = [];

  constructor(secrets: Iterable<Secret | string>) {
    this.#add(secrets);
  }

  /** A secret that the site gave during the run, such as the token of a log-in. */
  learn(secret: string): void {
    this.#add([secret]);
  }

  #add(secrets: Iterable<Secret | string>): void {
    for (const secret of secrets) this.#values.add(secret instanceof Secret ? secret.reveal() : secret);
    // The longest first: with "pass" and "password", replacing the shorter one would leave "word" behind.
    this.#patterns = [...this.#values]
      .toSorted((a, b) => b.length - a.length)
      .flatMap((secret) => {
        const pieces = piecesOf(secret);
        return pieces.map((piece) => ({
          probes: pieces.length === 1 ? null : probesOf(piece),
          pattern: new RegExp(secretPattern(piece), 'g'),
        }));
      });
  }

  text(text: string): string {
    if (this.#patterns.length === 0) return text;
    const found = this.#replace(Buffer.from(text, 'utf8').toString('latin1'));
    return found === null ? text : Buffer.from(found, 'latin1').toString('utf8');
  }

  bytes(bytes: Uint8Array): Uint8Array {
    if (this.#patterns.length === 0) return bytes;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = this.#replace(view.toString('latin1'));
    return found === null ? bytes : Buffer.from(found, 'latin1');
  }

  /** Null when there is nothing to replace. */
  #replace(latin1: string): string | null {
    let replaced = latin1;
    for (const { probes, pattern } of this.#patterns)
      if (probes === null || probes.some((probe) => latin1.includes(probe)))
        replaced = replaced.replace(pattern, replacement);
    return replaced === latin1 ? null : replaced;
  }
}

interface PiecePattern {
  /** One of these must be in the text; null when it must be searched anyway. */
  readonly probes: readonly string[] | null;
  readonly pattern: RegExp;
}

interface FoundSecret {
  /** Which secret: its place in the list. */
  readonly index: number;
  /** In bytes from the start. */
  readonly offset: number;
  /** As written there. */
  readonly written: string;
}

/** The first secret in some bytes, in any spelling that a `Redactor` knows; null when there is none. */
export function findSecret(bytes: Uint8Array, secrets: readonly (Secret | string)[]): FoundSecret | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  for (const [index, secret] of secrets.entries()) {
    for (const piece of piecesOf(secret instanceof Secret ? secret.reveal() : secret)) {
      const match = new RegExp(secretPattern(piece)).exec(text);
      if (match !== null) return { index, offset: match.index, written: match[0] };
    }
  }
  return null;
}

/** Shorter secrets are not replaced, since they occur everywhere: without every "a" there is nothing left to read. */
export const shortestSecret = 3;
/** Fewer characters of base64 occur in any text by chance. */
const shortestBase64 = 6;

/** A longer secret is replaced piece by piece, in characters: V8 compiles no pattern for some thousands of characters. */
const longestPiece = 256;
/** Pieces of about the same length; none of a secret that is too short. */
function piecesOf(secret: string): readonly string[] {
  const characters = [...secret];
  if (characters.length < shortestSecret) return [];
  const count = Math.ceil(characters.length / longestPiece);
  const at = (piece: number) => Math.round((piece * characters.length) / count);
  return Array.from({ length: count }, (_, i) => characters.slice(at(i), at(i + 1)).join(''));
}

/**
 * What a text must contain for a piece of a long secret to be in it: letters and digits, which most ways to write it leave as they are, or a part of
 * its base64. Looking for these costs next to nothing, and a secret of 100,000 characters has 400 pieces. Null where the piece has no such part.
 */
function probesOf(piece: string): readonly string[] | null {
  const plain = longestRun(piece, 4);
  const base64 = base64Cores(Buffer.from(piece, 'utf8')).map((core) => longestRun(core, 6));
  const probes = [plain, ...base64];
  return probes.every((probe) => probe !== null) ? probes : null;
}

function longestRun(text: string, atLeast: number): string | null {
  const runs = text.match(/[A-Za-z0-9]+/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest.length < atLeast ? null : longest.slice(0, 16);
}

/**
 * Matches a secret in any mixture of the ways to write it: as it is, percent-encoded (upper or lower case, `+` for a
 * space), escaped for HTML or JSON, also several times over, and in base64 at any offset. The pattern is for bytes read
 * as Latin-1, so that it works for text and bytes.
 */
function secretPattern(secret: string): string {
  const bytes = Buffer.from(secret, 'utf8');
  // A run of backslashes is matched as a whole: each may be itself or an escape, and there is no telling which.
  const pieces = secret.match(/\\+|[^\\]/gu) ?? [];
  const written = pieces
    .map((piece) => (piece.startsWith('\\') ? backslashes(piece) : writtenCharacter(piece)))
    .join('');
  const base64 = base64Cores(bytes).map((core) => [...core].map(base64Digit).join(''));
  return [written, ...new Set(base64)].join('|');
}

function backslashes(run: string): string {
  const once = `\\\\|${percent(0x5c)}|&(?:amp;){0,3}#0*92;|&(?:amp;){0,3}#[xX]0*5[cC];|\\\\u005[cC]`;
  return `(?:${once}){${run.length},${run.length * 8}}`;
}

/** All ways to write one character. Repetitions are bounded, so that no text makes the search slow. */
function writtenCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const utf8 = Buffer.from(character, 'utf8');
  const ways = [
    // Some programs escape every byte, some none, some a few.
    [...utf8].map((byte) => `(?:${percent(byte)}|${literal(byte)})`).join(''),
    `&(?:amp;){0,3}#0*${code};`,
    `&(?:amp;){0,3}#[xX]0*${hex(code.toString(16))};`,
    jsonEscapes(character),
    ...(namedReferences[character] ?? []).map((name) => `&(?:amp;){0,3}${name};`),
    ...(jsonShort[character] ?? []),
    ...(character === ' ' ? ['\\+'] : []),
    ...(character === '\n' ? ['\\r\\n', '%(?:25){0,3}0[dD]%(?:25){0,3}0[aA]'] : []),
    // Pages in windows-1252, and forms sent in it.
    ...(code >= 0x80 && code < 0x100 ? [`(?:${percent(code)}|${literal(code)})`] : []),
  ];
  return `(?:${ways.toReversed().join('|')})`;
}

/** `%252F` is `%2F` encoded once more. */
const percent = (byte: number): string => `%(?:25){0,3}${hex(byte.toString(16).padStart(2, '0'))}`;

const literal = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`;

const hex = (digits: string): string =>
  digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const namedReferences: Readonly<Record<string, readonly string[]>> = {
  '&': ['amp', 'AMP'],
  '<': ['lt', 'LT'],
  '>': ['gt', 'GT'],
  '"': ['quot', 'QUOT'],
  "'": ['apos'],
  '\u{a0}': ['nbsp'],
};

/** JSON in JSON in JSON has seven backslashes for one; in a URL these are escaped as well. */
const slashes = '(?:\\\\|%(?:25){0,3}5[cC]){1,7}';

const jsonShort: Readonly<Record<string, readonly string[]>> = {
  '"': [`${slashes}(?:"|%(?:25){0,3}22|&(?:amp;){0,3}(?:quot|#34|#[xX]22);)`],
  '/': [`${slashes}(?:/|%(?:25){0,3}2[fF])`],
  '\n': [`${slashes}n`],
  '\r': [`${slashes}r`],
  '\t': [`${slashes}t`],
  '\b': [`${slashes}b`],
  '\f': [`${slashes}f`],
};

const jsonEscapes = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `${slashes}u${hex(character.charCodeAt(i).toString(16).padStart(4, '0'))}`,
  ).join('');

/**
 * The secret in base64 when zero, one or two bytes come before it in its group of three. The first and last digits also
 * depend on the neighbouring bytes, so they are left out.
 */
function base64Cores(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = before === 0 ? 0 : before + 1;
    const end = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
    const core = encoded.slice(first, end);
    return core.length < shortestBase64 ? [] : [core];
  });
}

function base64Digit(digit: string): string {
  if (digit === '+') return '(?:\\+|-|%(?:25){0,3}2[bB])';
  if (digit === '/') return '(?:\\\\{0,7}/|_|%(?:25){0,3}2[fF])';
  return digit;
}
