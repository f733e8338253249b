import type { Random } from '../../../sites/session-sites/random.ts';

const LONG = 'tide '.repeat(4_000);

/** Texts that break programs: what ends strings, leaves folders, becomes code, or is no text at all. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  '99999999999999999999999999',
  'null',
  'undefined',
  'NaN',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066right to left',
  'Z̸̡̛̗͙a̶͎͋l̴̬̐g̷̲̈o̶̲͝',
  '👩‍👩‍👧‍👦',
  '\ufeff',
  '\r\nset-cookie: x=y',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  "' OR '1'='1",
  '"; DROP TABLE project; --',
  '$(touch /tmp/x)',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '(((((((((((((((((((((a*)*)*)*)*',
  'a AND (b OR NOT "c',
  '*',
  '%',
  '%00',
  '%zz',
  '__proto__',
  'constructor',
  'toString',
  LONG,
];

/** JSON that programs do not expect; each is text already, for what no value can be. */
const hostileJson: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '{}',
  '"text"',
  'true',
  '1e999',
  '-0',
  '{"__proto__":{"role":"administrator"}}',
  '{"constructor":{"prototype":{"role":"administrator"}}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `{"a":"${'x'.repeat(100_000)}"}`,
  '{"a":1,"a":2}',
  '{"\\u0000":"\\ud800"}',
  '\ufeff{}',
];

const hostileTypes: readonly (string | null)[] = [
  null,
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/merge-patch+json',
  'nonsense',
  'application/json',
];

export const hostileBody = (random: Random): { readonly type: string | null; readonly text: string } => ({
  type: random.chance(0.5) ? 'application/json' : random.pick(hostileTypes),
  text: random.pick(hostileJson),
});

/** A value of a wrong type, or a strange one of the right type. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 2 ? 5 : 8);
  if (kind < 2) return random.pick(hostileTexts);
  if (kind === 2) return random.pick([0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]);
  if (kind === 3) return random.pick([true, false, null]);
  if (kind === 4) return random.text('abcXYZ019 .-_/:\u00e9\u6f22\u0000', random.between(1, 30));
  if (kind === 5) return Array.from({ length: random.below(4) }, () => hostileValue(random, depth + 1));
  if (kind === 6) return Array.from({ length: 2_000 }, () => 'x');
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, () => [
      random.pick([...hostileTexts.slice(0, 30), 'name', 'file', 'url']),
      hostileValue(random, depth + 1),
    ]),
  );
}
