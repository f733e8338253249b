import { Buffer } from 'node:buffer';

/** Shorter ones are part of too much: redacting the letter "a" would leave nothing to read. */
export const shortestSecret = 3;
/** Fewer characters of base64 turn up in any text by chance. */
const shortestBase64 = 6;

/**
 * Finds a secret in any mixture of the ways it may be written: as it is, percent-encoded (in either case of the hex
 * digits, `+` for a space), escaped for HTML or JSON, also more than once over, and in base64 wherever it may begin.
 * The pattern is for bytes read as Latin-1, so that it fits text and bytes alike. Null for one that is too short.
 */
export function secretPattern(secret: string): string | null {
  const bytes = Buffer.from(secret, 'utf8');
  if ([...secret].length < shortestSecret) return null;
  // A run of backslashes is one thing: any of them may stand for itself or be an escape, and nobody can tell which.
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

/** All ways to write one character. What repeats is bounded, so that no text makes the search long. */
function writtenCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const utf8 = Buffer.from(character, 'utf8');
  const ways = [
    // Some escape every byte, some none, some a few.
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

/** `%252F` is `%2F` that was encoded once more. */
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

/** JSON in JSON in JSON has seven backslashes where the first had one; in a URL they are escaped in turn. */
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
 * What base64 makes of the secret when none, one or two bytes stand before it in its group of three. The first and
 * last digits also depend on the neighbours: those are left out.
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
