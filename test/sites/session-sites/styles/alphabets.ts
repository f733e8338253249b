import { carried } from '../carried.ts';
import { type IdMaker, ids } from '../ids.ts';
import { anyPages } from '../pages.ts';
import { firstInQuery, inFront, lastInQuery } from '../places.ts';
import type { Style } from '../site.ts';

const inAlphabet = (name: string, id: IdMaker, shown?: (id: string) => readonly string[]): Style =>
  carried({
    name: `alphabet-${name}`,
    family: 'alphabets',
    decidable:
      'one value on all rewritten links of a list, another in the other list, whatever it is made of',
    id,
    ...(shown && { shown }),
    places: [lastInQuery('key'), firstInQuery('ssn'), inFront('x/')],
    pages: anyPages,
  });

export const alphabets: readonly Style[] = [
  inAlphabet('hex-lower', ids.hex32),
  inAlphabet('hex-upper', ids.hex32Upper),
  inAlphabet('upper-only', ids.upper24),
  inAlphabet('base64url', ids.base64url(43)),
  inAlphabet('uuid', ids.uuid),
  inAlphabet('uuid-upper', ids.uuidUpper),
  inAlphabet('decimal-18', ids.decimal(18)),
  inAlphabet('decimal-8', ids.decimal(8)),
  inAlphabet('dotted', (random) => `${ids.decimal(9)(random)}.${ids.decimal(10)(random)}`),
  // Encoded or decoded: both answers are fair.
  inAlphabet(
    'escaped-base64',
    (random) => `${ids.base62(30)(random)}%2B${ids.base62(11)(random)}%3D`,
    () => [],
  ),
  inAlphabet('decimal-6', ids.decimal(6)),
  inAlphabet('lower-only', (random) => random.text('abcdefghijklmnopqrstuvwxyz', 12)),
  // Sessions that began at nearly the same time have ids that begin alike.
  inAlphabet('time-first', (random) => `20231115${random.between(100_000, 235_959)}${ids.base62(6)(random)}`),
  inAlphabet('counter', (random) => `10482${random.between(100, 999)}`),
  inAlphabet(
    'server-first',
    (random) => `web07-${ids.hex16(random)}`,
    (id) => [id, id.slice('web07-'.length)],
  ),
];
