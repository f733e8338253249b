import { expect, test } from 'vitest';
import { pageVersion } from '../../../test/kernel/track/tracking-parts.ts';
import { withOwnPaths, withPathsOf } from './aligned-paths.ts';

const versionOf = (html: string) => pageVersion('https://example.org/', html).snapshot;

const box = (heading: string, ...items: readonly string[]): string =>
  `<div><h2>${heading}</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></div>`;

/** The path of each text in the second page, with the counts of the first. */
function pathsIn(reference: string, html: string): Readonly<Record<string, string>> {
  const { segments } = withPathsOf(versionOf(reference), versionOf(html));
  return Object.fromEntries(segments.map(({ text, path }) => [text, path]));
}

const news = box('News', 'Rain', 'Wind');
const shops = box('Shops', 'Tea', 'Salt');
const offers = box('Offers', 'Boats');

test('a box that is not there does not shift those below it', () => {
  expect(pathsIn(news + offers + shops, news + shops)).toMatchObject({
    Shops: 'div[3]/h2',
    Tea: 'div[3]/ul/li',
    Salt: 'div[3]/ul/li[2]',
  });
});

test('a box that came is numbered after those that were there', () => {
  expect(pathsIn(news + shops, news + offers + shops)).toMatchObject({
    Shops: 'div[2]/h2',
    Offers: 'div[3]/h2',
    Boats: 'div[3]/ul/li',
  });
});

test('a box is known by its heading, whatever it shows', () => {
  const changed = news + box('Shops', 'Lamps', 'Rope');
  expect(pathsIn(news + offers + shops, changed)).toMatchObject({ Lamps: 'div[3]/ul/li' });
});

test('boxes without headings are known by their form', () => {
  const [advert, counter] = ['<div><p>Buy a boat</p></div>', '<div><em>Seen 12 times</em></div>'];
  expect(pathsIn(advert + counter, '<div><em>Seen 13 times</em></div>')).toMatchObject({
    'Seen 13 times': 'div[2]',
  });
});

test('items of a list keep their order', () => {
  expect(pathsIn(box('News', 'Rain', 'Wind', 'Snow'), box('News', 'Rain', 'Snow'))).toMatchObject({
    Rain: 'div/ul/li',
    Snow: 'div/ul/li[3]',
  });
});

test('the entries of a feed are known by their own ids', () => {
  const feed = (...ids: readonly string[]) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>${ids
      .map((id) => `<entry><id>${id}</id><title>${id}</title></entry>`)
      .join('')}</feed>`;
  const [one, other] = [feed('urn:a', 'urn:b'), feed('urn:b')].map((xml) =>
    pageVersion('https://example.org/feed', xml, { 'content-type': 'application/atom+xml' }),
  );
  if (one === undefined || other === undefined) throw new Error('two feeds');
  expect(withPathsOf(one.snapshot, other.snapshot).segments).toEqual(other.snapshot.segments);
});

test('a segment can be had with its own path again', () => {
  const [before] = withPathsOf(versionOf(news + shops), versionOf(shops)).segments.slice(-1);
  if (before === undefined) throw new Error('no segment');
  expect(before.path).toBe('div[2]/ul/li[2]');
  expect(withOwnPaths({ flag: 'gone', before, after: null }).before?.path).toBe('div/ul/li[2]');
});
