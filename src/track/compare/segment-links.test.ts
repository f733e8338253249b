import { describe, expect, test } from 'vitest';
import type { Link, Segment } from '../../document/index.ts';
import { asWritten, linkDifferences, sameLinks } from './segment-links.ts';

const link = (url: string, kind: Link['kind'] = 'page'): Link => ({ url, kind, rel: '' });
const segment = (...links: readonly Link[]) => ({ links }) as unknown as Segment;
const withoutQuery = ({ url }: Link) => url.replace(/\?.*/, '');

describe('the same links', () => {
  test.each([
    ['the same', [link('/a')], [link('/a')], true],
    ['another address', [link('/a')], [link('/b')], false],
    ['another identity', [link('/a?s=1')], [link('/b?s=1')], false],
    ['the same identity', [link('/a?s=1')], [link('/a?s=2')], true],
    ['another kind', [link('/a')], [link('/a', 'image')], false],
    ['one more', [link('/a')], [link('/a'), link('/b')], false],
    ['another order', [link('/a'), link('/b')], [link('/b'), link('/a')], false],
  ])('%s', (_, before, after, expected) => {
    expect(sameLinks(segment(...before), segment(...after), withoutQuery)).toBe(expected);
  });
});

describe('in what links differ', () => {
  const differences = (before: readonly Link[], after: readonly Link[]) =>
    linkDifferences(segment(...before), segment(...after), asWritten);

  test.each([
    ['nothing', '/a?x=1', '/a?x=1', []],
    ['a parameter', '/a?x=1&y=2', '/a?x=3&y=2', [{ index: 0, parameters: ['x'] }]],
    ['two parameters', '/a?x=1&y=2', '/a?x=3&y=4', [{ index: 0, parameters: ['x', 'y'] }]],
    ['the path', '/a?x=1', '/b?x=1', [{ index: 0, parameters: null }]],
    ['path and parameter', '/a?x=1', '/b?x=2', [{ index: 0, parameters: null }]],
    ['the name of a parameter', '/a?x=1', '/a?y=1', [{ index: 0, parameters: null }]],
    ['a parameter more', '/a?x=1', '/a?x=1&y=2', [{ index: 0, parameters: null }]],
    ['a query', '/a', '/a?x=1', [{ index: 0, parameters: null }]],
    ['a field without a value', '/a?x', '/a?x=1', [{ index: 0, parameters: null }]],
  ])('%s', (_, before, after, expected) => {
    expect(differences([link(before)], [link(after)])).toEqual(expected);
  });

  test('each link is compared with the one at its place', () => {
    expect(differences([link('/a'), link('/b')], [link('/a'), link('/c')])).toEqual([
      { index: 1, parameters: null },
    ]);
  });

  test('more links, or of other kinds, cannot be compared', () => {
    expect(differences([link('/a')], [link('/a'), link('/b')])).toBeNull();
    expect(differences([link('/a')], [link('/a', 'image')])).toBeNull();
  });
});
