import { Buffer } from 'node:buffer';
import { Secret } from './resolve-secret.ts';

const replacement = '[secret]';

/** Replaces the secrets of a run in everything that is about to be written where others may read it. */
export class Redactor {
  readonly #values = new Set<string>();
  #pattern: RegExp | null = null;

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
    const patterns = [...this.#values]
      .toSorted((a, b) => b.length - a.length)
      .map(secretPattern)
      .filter((pattern) => pattern !== null);
    this.#pattern = patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'g');
  }

  text(text: string): string {
    if (this.#pattern === null) return text;
    const found = this.#replace(Buffer.from(text, 'utf8').toString('latin1'));
    return found === null ? text : Buffer.from(found, 'latin1').toString('utf8');
  }

  bytes(bytes: Uint8Array): Uint8Array {
    if (this.#pattern === null) return bytes;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = this.#replace(view.toString('latin1'));
    return found === null ? bytes : Buffer.from(found, 'latin1');
  }

  /** Null when there is nothing to replace. */
  #replace(latin1: string): string | null {
    const replaced = this.#pattern === null ? latin1 : latin1.replace(this.#pattern, replacement);
    return replaced === latin1 ? null : replaced;
  }
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
    const pattern = secretPattern(secret instanceof Secret ? secret.reveal() : secret);
    const match = pattern === null ? null : new RegExp(pattern).exec(text);
    if (match !== null) return { index, offset: match.index, written: match[0] };
  }
  return null;
}

/** Shorter secrets are not replaced, since they occur everywhere: without every "a" there is nothing left to read. */
export const shortestSecret = 3;
/** Fewer characters of base64 occur in any text by chance. */
const shortestBase64 = 6;

/**
 * Matches a secret in any mixture of the ways to write it: as it is, percent-encoded (upper or lower case, `+` for a
 * space), escaped for HTML or JSON, also several times over, and in base64 at any offset. The pattern is for bytes read
 * as Latin-1, so that it works for text and bytes. Null for a secret that is too short.
 */
function secretPattern(secret: string): string | null {
  const bytes = Buffer.from(secret, 'utf8');
  if ([...secret].length < shortestSecret) return null;
  // A run of backslashes is matched as a whole: each may be itself or an escape, and there is no telling which.
  const pieces = secret.match(/\\+|[^\\]/gu) ?? [];
  const written = pieces
    .map((piece) => (piece.startsWith('\\') ? backslashes(piece) : writtenCharacter(piece)))
    .join('');
  return [written, ...base64Patterns(bytes)].join('|');
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
function base64Patterns(bytes: Buffer): readonly string[] {
  const patterns = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = before === 0 ? 0 : before + 1;
    const end = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
    const core = encoded.slice(first, end);
    return core.length < shortestBase64 ? [] : [[...core].map(base64Digit).join('')];
  });
  return [...new Set(patterns)];
}

function base64Digit(digit: string): string {
  if (digit === '+') return '(?:\\+|-|%(?:25){0,3}2[bB])';
  if (digit === '/') return '(?:\\\\{0,7}/|_|%(?:25){0,3}2[fF])';
  return digit;
}
