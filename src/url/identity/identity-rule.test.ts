import { describe, expect, it } from 'vitest';
import { identityOf } from './identity-of.ts';
import { describePlace, type IdentityRule, type VolatilePlace } from './identity-rule.ts';
import { shapeOf } from './value-shape.ts';

const anywhere: VolatilePlace = { carrier: 'segment', name: null, index: null, before: null, part: null };
const onePart = { index: null, fromEnd: null, before: null, width: 1 };

describe('a place in words', () => {
  it.each<[string, VolatilePlace]>([
    ['path segment', anywhere],
    ['path segment 2', { ...anywhere, index: 1 }],
    ['path segment 2 after "s"', { ...anywhere, index: 1, before: 's' }],
    ['host label 1', { ...anywhere, carrier: 'host', index: 0 }],
    ['path parameter "basket"', { ...anywhere, carrier: 'matrix', name: 'basket' }],
    ['query parameter "u"', { ...anywhere, carrier: 'query', name: 'u' }],
    ['path segment, part 1', { ...anywhere, part: { ...onePart, index: 0 } }],
    ['path segment, part 1 from the end', { ...anywhere, part: { ...onePart, fromEnd: 0 } }],
    ['path segment, the part after "sid"', { ...anywhere, part: { ...onePart, before: 'sid' } }],
  ])('%s', (words, place) => expect(describePlace(place)).toBe(words));
});

describe('a rule matches only at its place', () => {
  const id = 'k3J9xQ2mZ8';
  const rule = (place: Partial<VolatilePlace>): IdentityRule => ({
    kind: 'session id',
    place: { ...anywhere, ...place },
    shape: shapeOf([id, 'P0wR7tY5uL']),
    links: 9,
    examples: [id, 'P0wR7tY5uL'],
    evidence: 'seen',
  });
  const identity = (url: string, place: Partial<VolatilePlace>) => identityOf(url, [rule(place)]).identity;

  it.each<[string, Partial<VolatilePlace>, string, string]>([
    ['any segment', {}, `http://e.org/a/${id}`, 'http://e.org/a/~'],
    ['the second segment', { index: 1 }, `http://e.org/a/${id}`, 'http://e.org/a/~'],
    ['not the first', { index: 1 }, `http://e.org/${id}/a`, `http://e.org/${id}/a`],
    ['after a segment', { before: 's' }, `http://e.org/s/${id}`, 'http://e.org/s/~'],
    ['not after another', { before: 's' }, `http://e.org/t/${id}`, `http://e.org/t/${id}`],
    ['a host label', { carrier: 'host' }, `http://${id.toLowerCase()}.e.org/`, 'http://~.e.org/'],
    ['a parameter', { carrier: 'query', name: 'u' }, `http://e.org/?u=${id}`, 'http://e.org/'],
    ['no other', { carrier: 'query', name: 'u' }, `http://e.org/?v=${id}`, `http://e.org/?v=${id}`],
    ['the last part', { part: { ...onePart, fromEnd: 0 } }, `http://e.org/a-${id}`, 'http://e.org/a-~'],
    ['not the first', { part: { ...onePart, fromEnd: 0 } }, `http://e.org/${id}-a`, `http://e.org/${id}-a`],
    ['the first part', { part: { ...onePart, index: 0 } }, `http://e.org/${id}-a`, 'http://e.org/~-a'],
    ['not the last', { part: { ...onePart, index: 0 } }, `http://e.org/a-${id}`, `http://e.org/a-${id}`],
    ['after a part', { part: { ...onePart, before: 'sid' } }, `http://e.org/sid-${id}`, 'http://e.org/sid-~'],
    [
      'two parts',
      { part: { ...onePart, fromEnd: 0, width: 2 } },
      'http://e.org/a-Zq81-mvX0',
      'http://e.org/a-~',
    ],
  ])('%s: %j', (_, place, url, expected) => expect(identity(url, place)).toBe(expected));

  it('and is applied once, however often it is listed', () => {
    const whole = rule({ carrier: 'query', name: 'u' });
    expect(identityOf(`http://e.org/?u=${id}&a=1`, [whole, whole]).removed).toHaveLength(1);
    const part = rule({ part: { ...onePart, fromEnd: 0 } });
    expect(identityOf(`http://e.org/a-${id}`, [part, part]).identity).toBe('http://e.org/a-~');
  });

  it('together with others for parts of the same field', () => {
    const parts = [rule({ part: { ...onePart, index: 0 } }), rule({ part: { ...onePart, fromEnd: 0 } })];
    expect(identityOf(`http://e.org/${id}-a-${id}`, parts).identity).toBe('http://e.org/~-a-~');
  });
});
