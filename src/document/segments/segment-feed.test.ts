import { expect, test } from 'vitest';
import { segmentFeed } from './segment-feed.ts';

const item = (id: string, title: string, text: string): string =>
  `<item><guid>${id}</guid><title>${title}</title><link>/n/${id}</link><description><![CDATA[<p>${text}</p><img src="/i.png">]]></description></item>`;
const feed = (...items: readonly string[]): string =>
  `<rss><channel><title>Tides</title><lastBuildDate>now</lastBuildDate>${items.join('')}</channel></rss>`;

test('a feed is its title and its entries', () => {
  const segments = segmentFeed(feed(item('7', 'High', 'at <b>noon</b>')));
  expect(segments.map(({ kind, path, text }) => [kind, path, text])).toEqual([
    ['title', 'title', 'Tides'],
    ['entry', 'entry[7]', 'High at noon'],
  ]);
  expect(segments[1]?.links.map(({ url }) => url)).toEqual(['/n/7', '/i.png']);
});

test('an entry keeps its path and its hash when a newer one arrives', () => {
  const [, old] = segmentFeed(feed(item('7', 'High', 'noon')));
  const now = segmentFeed(feed(item('8', 'Low', 'six'), item('7', 'High', 'noon'))).at(-1);
  expect([now?.path, now?.high, now?.low]).toEqual([old?.path, old?.high, old?.low]);
});

test('of several contents the longest counts, wherever it is', () => {
  const [short, long] = [
    '<description>soon</description>',
    '<content:encoded>High at noon</content:encoded>',
  ];
  for (const contents of [short + long, long + short]) {
    const [, entry] = segmentFeed(feed(`<item><guid>7</guid>${contents}</item>`));
    expect(entry?.text).toBe('High at noon');
  }
});

test('an element inside an entry does not end it', () => {
  const nested = '<item><guid>7</guid><x><item>a</item></x><title>High</title></item>';
  expect(segmentFeed(feed(nested)).map(({ path, text }) => `${path} ${text}`)).toEqual([
    'title Tides',
    'entry[7] High',
  ]);
});

test('Atom too', () => {
  const atom =
    '<feed><title>T</title><updated>x</updated><entry><id>urn:1</id><title>A</title><link href="/a"/><summary>text</summary></entry></feed>';
  expect(segmentFeed(atom).map(({ path, text }) => `${path} ${text}`)).toEqual([
    'title T',
    'entry[urn:1] A text',
  ]);
});
