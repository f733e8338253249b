import { expect, it } from 'vitest';
import { pairLinks } from './pair-links.ts';

const shop = (id: string, page = 'a') => `http://e.org/${page};jsessionid=${id}`;

it('pairs links by identity, and names those without a partner', () => {
  expect(pairLinks([shop('1'), shop('1', 'b')], [shop('2', 'c'), shop('2')])).toMatchObject({
    pairs: [[shop('1'), shop('2')]],
    onlyA: [shop('1', 'b')],
    onlyB: [shop('2', 'c')],
  });
});

it('a page that one list has under two names is paired under both', () => {
  const pairs = [
    [shop('1'), shop('3')],
    [shop('2'), shop('3')],
  ];
  expect(pairLinks([shop('1'), shop('2')], [shop('3')]).pairs).toEqual(pairs);
  expect(pairLinks([shop('3')], [shop('1'), shop('2')]).pairs).toEqual(
    pairs.map(([other, own]) => [own, other]),
  );
});

it('anything that is not a URL is compared as written', () => {
  expect(pairLinks(['not a url', 'x'], ['not a url'])).toMatchObject({
    pairs: [['not a url', 'not a url']],
    onlyA: ['x'],
  });
});
