import { describe, expect, test } from 'vitest';
import { pageVersion, queuedPage, trackingParts } from '../../../test/kernel/track/tracking-parts.ts';
import { learnVolatileRules, type VolatileRule } from '../../track/index.ts';
import { type Equality, wholePage } from './equality/equality.ts';
import { PageComparer } from './page-comparer.ts';
import { PageVersion } from './page-version.ts';
import { RenamedImages } from './renamed-images.ts';

const page = (text: string, advert: string, rest = '') =>
  `<title>Tea</title><main><h1>Tea</h1><p>${text}</p></main><aside><p>${advert}</p></aside>${rest}`;

interface Given {
  /** What the server shows to the second, third... visitor; the last one to all that follow. */
  readonly shows: readonly string[];
  readonly rules?: readonly VolatileRule[];
  readonly twins?: boolean;
  readonly equality?: Equality;
  readonly type?: string;
}

const whole: Equality = { by: 'view', view: wholePage };

/** Compares pages of one site, and counts the further fetches. */
async function comparer({ shows, rules = [], twins = true, equality = whole, type = 'text/html' }: Given) {
  const rest = [...shows];
  const parts = await trackingParts(({ target }, response) => {
    response.setHeader('content-type', target.endsWith('.png') ? 'image/png' : type);
    if (target.endsWith('.png')) return void response.end('the same bytes');
    response.end(rest.length > 1 ? rest.shift() : rest[0]);
  });
  const { site, knowledge } = parts;
  const { host } = new URL(site.origin);
  knowledge.learnPageRules(host, rules);
  const seen: string[] = [];
  const pages = new PageComparer({
    knowledge,
    run: 2,
    twins: twins ? parts.twins : null,
    images: twins
      ? new RenamedImages({
          knowledge,
          twins: parts.twins,
          pictures: null,
          storedHash: async () => null,
          mayFetch: async () => true,
        })
      : null,
    pictures: null,
    equalityFor: () => equality,
    onTwin: (_, __, twin) => void seen.push(twin.url),
  });
  return {
    knowledge,
    host,
    seen,
    fetches: () => site.pages().filter((path) => path === '/tea').length,
    compare: (last: string, now: string, path = '/tea') => {
      const of = site.origin + path;
      return pages.compare(queuedPage(of), version(of, last, type), version(of, now, type));
    },
    /** The pages that were fetched again. */
    asked: () => site.pages(),
  };
}

const version = (url: string, body: string, type: string) =>
  new PageVersion(url, Buffer.from(body), new Headers({ 'content-type': type }));

const snapshot = (html: string) => pageVersion('https://example.org/tea', html).snapshot;
/** What two fetches with different adverts teach. */
const adverts = learnVolatileRules(
  snapshot(page('ten a pound', 'Buy a boat')),
  snapshot(page('ten a pound', 'See the hills')),
);

describe('how many fetches a change needs', () => {
  test('one, when the second visitor sees the same', async () => {
    const now = page('twelve a pound', 'Buy a boat');
    const { compare, fetches, seen } = await comparer({ shows: [now] });
    expect(await compare(page('ten a pound', 'Buy a boat'), now)).toMatchObject({
      level: 'changed',
      summary: '1 paragraph changed: different words',
    });
    expect(fetches()).toBe(1);
    expect(seen).toHaveLength(1);
  });

  test('one, when a line was rewritten, also on a site that shows visitors different texts', async () => {
    const now = page('twelve a pound', 'Buy a boat');
    const { compare, fetches } = await comparer({ shows: [now], rules: adverts });
    expect(await compare(page('ten a pound', 'Buy a boat'), now)).toMatchObject({ level: 'changed' });
    expect(fetches()).toBe(1);
  });

  test('two, for a text that came on such a site: it may be a box that not every visitor sees', async () => {
    const now = page('ten a pound', 'Buy a boat', '<footer><p>Closed on Mondays</p></footer>');
    const { compare, fetches } = await comparer({ shows: [now], rules: adverts });
    expect(await compare(page('ten a pound', 'Buy a boat'), now)).toMatchObject({ level: 'changed' });
    expect(fetches()).toBe(2);
  });

  test('one, when the user switched the rules about texts off', async () => {
    const now = page('twelve a pound', 'Buy a boat');
    const off = adverts.map((rule) => ({ ...rule, isOff: true }));
    const { compare, fetches } = await comparer({ shows: [now], rules: off });
    await compare(page('ten a pound', 'Buy a boat'), now);
    expect(fetches()).toBe(1);
  });

  test('three, where the text itself rotates', async () => {
    const now = page('ten a pound', 'Fly to Rome today');
    const { compare, fetches } = await comparer({ shows: [now], rules: adverts });
    expect(await compare(page('ten a pound', 'Buy a boat'), now)).toMatchObject({ level: 'changed' });
    expect(fetches()).toBe(3);
  });

  test('no more, once a fetch shows that it is noise', async () => {
    const { compare, fetches } = await comparer({
      shows: [page('ten a pound', 'Old lamps for new')],
      rules: adverts,
    });
    const now = page('ten a pound', 'Fly to Rome today');
    expect(await compare(page('ten a pound', 'Buy a boat'), now)).toMatchObject({ level: 'only noise' });
    expect(fetches()).toBe(1);
  });

  test('none, for a text that is known to rotate there', async () => {
    const { compare, fetches } = await comparer({ shows: ['never asked'], rules: adverts });
    expect(
      await compare(page('ten a pound', 'Buy a boat'), page('ten a pound', 'See the hills')),
    ).toMatchObject({ level: 'only noise' });
    expect(fetches()).toBe(0);
  });

  test('none, without a second visitor: then noise is a change', async () => {
    const { compare, fetches } = await comparer({ shows: ['never asked'], twins: false });
    expect(
      await compare(page('ten a pound', 'Buy a boat'), page('ten a pound', 'See the hills')),
    ).toMatchObject({ level: 'changed' });
    expect(fetches()).toBe(0);
  });
});

describe('the same change on many pages', () => {
  const oldPage = (own: string) => page(own, 'Open from ten');
  const now = (own: string) => page(own, 'Open from nine');
  const paths = ['/a', '/b', '/c', '/d', '/e'];

  test('needs no further fetch after three pages', async () => {
    const { compare, asked } = await comparer({ shows: paths.map(now) });
    for (const path of paths)
      expect(await compare(oldPage(path), now(path), path)).toMatchObject({
        level: 'changed',
        summary: '1 paragraph changed: different words',
      });
    expect(asked()).toEqual(['/a', '/b', '/c']);
  });

  test('unless the page has a change of its own', async () => {
    const { compare, asked } = await comparer({ shows: [...paths.slice(0, 3).map(now), now('ten a pound')] });
    for (const path of paths.slice(0, 3)) await compare(oldPage(path), now(path), path);
    await compare(oldPage('nine a pound'), now('ten a pound'), '/d');
    expect(asked()).toEqual(['/a', '/b', '/c', '/d']);
  });

  test('unless something on the page is doubtful', async () => {
    const rest = (text: string) => `<footer><p>${text}</p></footer>`;
    const first = snapshot(page('tea', 'Open from nine', rest('Buy a boat')));
    const rules = learnVolatileRules(first, snapshot(page('tea', 'Open from nine', rest('See the hills'))));
    const { compare, asked } = await comparer({ shows: [...paths.slice(0, 3).map(now), now('/d')], rules });
    for (const path of paths.slice(0, 3)) await compare(oldPage(path), now(path), path);
    await compare(oldPage('/d') + rest('Buy a boat'), now('/d') + rest('Fly to Rome today'), '/d');
    expect(asked()).toEqual(['/a', '/b', '/c', '/d']);
  });
});

describe('a site whose fetches never differ', () => {
  const paths = Array.from({ length: 14 }, (_, at) => `/page-${at}`);
  const now = (path: string) => page(`twelve a pound at ${path}`, 'Buy a boat');
  const compareAll = async (
    { compare }: Awaited<ReturnType<typeof comparer>>,
    pages: readonly string[] = paths,
  ) => {
    for (const path of pages) await compare(page(`ten a pound at ${path}`, 'Buy a boat'), now(path), path);
  };

  test('is believed after twelve pages', async () => {
    const site = await comparer({ shows: paths.map(now) });
    await compareAll(site);
    expect(site.asked()).toEqual(paths.slice(0, 12));
  });

  test('is asked about every page as long as something on it is known to differ', async () => {
    const site = await comparer({ shows: paths.map(now), rules: adverts });
    await compareAll(site);
    expect(site.asked()).toEqual(paths);
  });

  test('has pictures with new names all the same: their bytes tell', async () => {
    const site = await comparer({ shows: paths.map(now) });
    await compareAll(site, paths.slice(0, 12));
    const picture = (name: string) => page('ten a pound', `<img src="/tide.${name}.png">`);
    expect(await site.compare(picture('a1b2c3'), picture('d4e5f6'), '/x')).toEqual({
      level: 'same segments',
    });
    expect(site.asked()).not.toContain('/x');
  });
});

describe('what the comparison learns', () => {
  const counter = learnVolatileRules(
    snapshot(page('ten a pound', '', '<footer><p>Seen 12 times so far</p></footer>')),
    snapshot(page('ten a pound', '', '<footer><p>Seen 13 times so far</p></footer>')),
  );

  test('what differs between the fetches becomes a rule', async () => {
    const { compare, knowledge, host } = await comparer({ shows: [page('ten a pound', 'See the hills')] });
    await compare(page('ten a pound', 'Old lamps for new'), page('ten a pound', 'Buy a boat'));
    expect(knowledge.pageRules(host).map(({ id }) => id)).toEqual(adverts.map(({ id }) => id));
  });

  test('a rule that is contradicted is withdrawn, and others stay', async () => {
    const now = page('ten a pound', 'Fly to Rome today');
    const { compare, knowledge, host } = await comparer({ shows: [now], rules: [...adverts, ...counter] });
    await compare(page('ten a pound', 'Buy a boat'), now);
    expect(knowledge.pageRules(host).map(({ id }) => id)).toEqual(counter.map(({ id }) => id));
  });

  test('a rule that hid something, and shows nothing this time, is doubted', async () => {
    const now = page('twelve a pound', 'See the hills');
    const { compare, knowledge, host } = await comparer({ shows: [now], rules: [...adverts, ...counter] });
    await compare(page('ten a pound', 'Buy a boat'), now);
    expect(knowledge.pageRules(host).map(({ id, agreements }) => [id, agreements])).toEqual([
      ...counter.map(({ id }) => [id, 0]),
      ...adverts.map(({ id }) => [id, 1]),
    ]);
  });

  test('a picture with a new name and the same bytes is not a change', async () => {
    const picture = (name: string) => page('ten a pound', `<img src="/tide.${name}.png">`);
    const { compare } = await comparer({ shows: [picture('d4e5f6')] });
    expect(await compare(picture('a1b2c3'), picture('d4e5f6'))).toEqual({ level: 'same segments' });
  });
});

describe('pictures and programs', () => {
  const type = 'application/zip';

  test('different bytes are a change', async () => {
    const { compare } = await comparer({ shows: ['PK two'], type });
    expect(await compare('PK one!', 'PK two')).toEqual({
      level: 'changed',
      summary: 'different bytes: 7 before, 6 now',
    });
  });

  test('unless they differ at every fetch', async () => {
    const { compare } = await comparer({ shows: ['PK three'], type });
    expect(await compare('PK one', 'PK two')).toEqual({
      level: 'only noise',
      noise: 'its bytes differ at every fetch',
    });
  });

  test('without a second visitor, this cannot be known', async () => {
    const { compare } = await comparer({ shows: ['never asked'], twins: false, type });
    expect(await compare('PK one', 'PK two')).toMatchObject({ level: 'changed' });
  });
});

test('by bytes, every difference is a change, and there is no second fetch', async () => {
  const { compare, fetches } = await comparer({ shows: ['never asked'], equality: { by: 'bytes' } });
  expect(await compare('<p>a', '<p>a ')).toMatchObject({
    level: 'changed',
    summary: 'different bytes: 4 before, 5 now',
  });
  expect(fetches()).toBe(0);
});
