import { describe, expect, onTestFinished, test } from 'vitest';
import { siteForThisTest } from '../crawl/runs/site-for-this-test.ts';
import { libraryTracker } from './tracker.ts';

const topics = ['harbour', 'ledger', 'willow', 'copper', 'meadow'];
const menu = topics.map((topic) => `<li><a href="/p/${topic}">All about ${topic}</a></li>`).join('');
/** A page in the frame of its site. */
const framed = (body: string) =>
  `<title>Old town news</title><ul>${menu}</ul>${body}<footer>Made by the people of the old town.</footer>`;
const stories = [
  'Three boats lie at the quay, and none of them has sailed since spring.',
  'Every coin that came in over eleven years is written down by hand.',
  'Its branches hang over the mill, where children swing on Sundays.',
  'Thieves took the roof of the chapel, gutters and all, in one night.',
  'Sheep may graze there from Easter on, says a law that nobody has read.',
];
const article = (topic: string) => {
  const story = stories[topics.findIndex((one) => topic.includes(one))] ?? '';
  return `<h1>${topic}</h1><p>${story}</p>`;
};

type Answers = (path: string) => string | null;
const asEver: Answers = (path) => {
  if (path === '/') return framed('<h1>Welcome</h1><p>Read what happened here since the war.</p>');
  const topic = topics.find((one) => path === `/p/${one}`);
  return topic === undefined ? null : framed(article(topic));
};

/** Tracks a site that answers differently at each visit; gives flag and reason of each page, and what was asked for. */
async function visits(...states: readonly Answers[]) {
  let state = asEver;
  const site = await siteForThisTest(({ target }, response) => {
    const page = target === '/robots.txt' ? null : state(target);
    response.writeHead(page === null ? 404 : 200, { 'content-type': 'text/html' }).end(page ?? 'none');
  });
  const tracker = await libraryTracker();
  onTestFinished(tracker.close);
  await tracker.track(`${site.origin}/`);
  const seen = [];
  for (const next of states) {
    state = next;
    const before = site.pages().length;
    await tracker.track(null);
    const { pages } = await tracker.report();
    seen.push({
      flags: Object.fromEntries(
        pages.map(({ url, flag }) => [new URL(url).pathname + new URL(url).search, flag]),
      ),
      reasons: Object.fromEntries(pages.map(({ url, reason }) => [new URL(url).pathname, reason])),
      asked: site.pages().slice(before),
    });
  }
  return seen;
}

const willow = '/p/willow';
let code = 0;
const crashed = () =>
  `<title>Fault</title><div><h1>The engine has stalled</h1><p>Our gremlins were told. Note ${++code}x7.</p></div>`;

describe('a page that crashes with status 200', () => {
  const one: Answers = (path) => (path === willow ? crashed() : asEver(path));

  test('is in error, and compared with its last good version when it is back', async () => {
    const [broken, back] = await visits(one, asEver);
    expect(broken?.flags[willow]).toBe('ERR');
    expect(broken?.reasons[willow]).toContain('it says "The engine has stalled');
    expect(Object.values(broken?.flags ?? {}).filter((flag) => flag === 'SAM')).toHaveLength(5);
    expect(back?.reasons[willow]).toBe('reachable again; the same bytes');
  });

  test('is updated when the next visit finds the same, apart from codes', async () => {
    const [, still, after] = await visits(one, one, one);
    expect(still?.flags[willow]).toBe('UPD');
    expect(still?.reasons[willow]).toMatch(/^as at the last visit; /);
    expect(after?.flags[willow]).toBe('SAM');
  });

  test('so is a whole site that shows one message', async () => {
    const [broken] = await visits(() => crashed());
    expect(new Set(Object.values(broken?.flags ?? {}))).toEqual(new Set(['ERR']));
  });

  test('so are pages that show one message in the frame of the site, from the second on', async () => {
    const [broken] = await visits((path) =>
      path === '/p/ledger' || path === willow || path === '/p/copper'
        ? framed(`<h1>Sorry</h1><p>The presses jammed; note ${++code}z1 was left for the printer.</p>`)
        : asEver(path),
    );
    expect(Object.values(broken?.flags ?? {}).filter((flag) => flag === 'ERR')).toHaveLength(2);
  });

  test('but not one that was redesigned: all its pages have changed, and still differ', async () => {
    const brief = [
      'Boats rest here',
      'Sums are done there',
      'Birds nest high',
      'Wires hum low',
      'Cows graze',
    ];
    const plain: Answers = (path) => {
      const place = topics.findIndex((topic) => path.endsWith(topic));
      return asEver(path) === null
        ? null
        : `<h1>${brief[place] ?? 'Hello'}</h1><p>More soon. ${brief[place] ?? ''}</p>`;
    };
    const [redesigned] = await visits(plain);
    expect(new Set(Object.values(redesigned?.flags ?? {}))).toEqual(new Set(['UPD']));
  });

  test('nor one whose text was written anew in the same frame', async () => {
    const [rewritten] = await visits((path) =>
      path === willow ? framed('<h1>Trees</h1><p>Somebody has cut it down, alas.</p>') : asEver(path),
    );
    expect(rewritten?.flags[willow]).toBe('UPD');
    expect(rewritten?.asked).toHaveLength(6 + 1 + 1); // the second look, and an address that cannot exist
  });
});

describe('a page that the site no longer has, but answers with status 200', () => {
  const sorry = (path: string) =>
    framed(`<h1>Hmm</h1><p>Over at ${path} the cupboard is bare, dear reader.</p>`);
  const bare = (path: string) => `<p>Over at ${path} the cupboard is bare.</p>`;

  test.each([
    ['in the frame of the site', sorry],
    ['without it', bare],
  ])('is missing when unknown addresses are answered alike: %s', async (_, answer) => {
    const without: Answers = (path) => (path === willow ? answer(path) : (asEver(path) ?? answer(path)));
    const [gone, still, back] = await visits(without, without, asEver);
    expect(gone?.flags[willow]).toBe('MIS');
    expect(gone?.reasons[willow]).toBe('the site shows its page for unknown addresses');
    expect(still?.flags[willow]).toBe('MIS');
    expect(back?.reasons[willow]).toBe('back after it was missing; the same bytes');
  });

  test('is missing when it is marked as unknown addresses are, in other words', async () => {
    const marked = (says: string) => framed(`<main class="none"><h1>Hmm</h1><p>${says}</p></main>`);
    const without: Answers = (path) =>
      path === willow
        ? marked('Somebody took this away. The gardener knows when, and may bring it back.')
        : (asEver(path) ?? marked('Nothing was ever planted here. Would you like to be the first?'));
    const [gone, still] = await visits(without, without);
    expect(gone?.flags[willow]).toBe('MIS');
    expect(gone?.reasons[willow]).toBe('the site marks it as it marks unknown addresses, by class "none"');
    expect(still?.flags[willow]).toBe('MIS');
  });

  test('many of them need one address that cannot exist', async () => {
    const [gone] = await visits((path) => (path === '/' ? asEver(path) : sorry(path)));
    expect(Object.values(gone?.flags ?? {}).filter((flag) => flag === 'MIS')).toHaveLength(5);
    expect(gone?.asked).toHaveLength(6 + 5 + 1 + 1); // the start page shows that the site itself is well
  });
});

describe('pages that differ by their query', () => {
  const shop: (has: (id: string) => boolean) => Answers = (has) => (path) => {
    if (path === '/')
      return framed([1, 2, 3].map((id) => `<a href="/show?id=${id}">No. ${id}</a>`).join(' '));
    const id = /^\/show\?id=(.*)$/.exec(path)?.[1];
    if (id === undefined) return asEver(path);
    const what = topics[Number(id)];
    return framed(
      what === undefined || !has(id) ? `<p>Nobody sells ${id} here, sorry.</p>` : article(`shop ${what}`),
    );
  };

  test('are missing when an impossible value is answered alike', async () => {
    const [, gone] = await visits(
      shop(() => true),
      shop((id) => id !== '2'),
    );
    expect(gone?.flags['/show?id=2']).toBe('MIS');
    expect(gone?.flags['/show?id=3']).toBe('SAM');
  });

  test('are updated where the query does not matter: any value shows the same new page', async () => {
    const blog =
      (text: string): Answers =>
      (path) => {
        if (path === '/') return framed('<a href="/trees?from=start">Trees</a>');
        return path.startsWith('/trees?') ? framed(text) : asEver(path);
      };
    const [, changed] = await visits(
      blog('<h1>Trees</h1><p>They grow slowly in the old town.</p>'),
      blog('<h1>Flowers</h1><p>We prefer roses these days, to be honest.</p>'),
    );
    expect(changed?.flags['/trees?from=start']).toBe('UPD');
  });
});
