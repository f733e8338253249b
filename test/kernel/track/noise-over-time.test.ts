import { expect, test } from 'vitest';
import { Dice } from '../../../src/base/index.ts';
import { siteForThisTest } from '../crawl/runs/site-for-this-test.ts';
import { libraryTracker } from './tracker.ts';

const TOWNS = [
  'Arendal',
  'Bodo',
  'Drammen',
  'Florø',
  'Hamar',
  'Kragerø',
  'Larvik',
  'Mandal',
  'Namsos',
  'Orkanger',
];
const SLOGANS = [
  'Warm socks',
  'Cheap ferries',
  'Old maps',
  'New oars',
  'Rye bread',
  'Sea songs',
  'Tar and rope',
];

interface Shown {
  readonly visit: number;
  readonly town: number;
  readonly dice: Dice;
}

/** A site of towns whose pages show something beside their text; all visitors of one visit see the same. */
async function visitTowns(
  show: (shown: Shown) => string,
  {
    visits = 5,
    headers = () => ({}),
  }: { visits?: number; headers?: (shown: Shown) => Record<string, string> } = {},
): Promise<readonly (readonly string[])[]> {
  let visit = 0;
  const site = await siteForThisTest(({ target }, response) => {
    const town = TOWNS.findIndex((name) => target === `/towns/${encodeURIComponent(name)}`);
    if (target !== '/' && town < 0) return void response.writeHead(404).end();
    const links = TOWNS.map((name) => `<li><a href="/towns/${encodeURIComponent(name)}">${name}</a>`).join(
      '',
    );
    const shown = { visit, town, dice: new Dice(visit * 100 + town + 1) };
    const own = `<h1>${TOWNS[town]}</h1><p>The harbour of ${TOWNS[town]} is deep and calm.</p>`;
    const html = town < 0 ? `<h1>Towns</h1><ul>${links}</ul>` : `${own}${show(shown)}`;
    response.writeHead(200, { 'content-type': 'text/html', ...(town < 0 ? {} : headers(shown)) }).end(html);
  });
  const tracker = await libraryTracker();
  const changed: (readonly string[])[] = [];
  try {
    for (visit = 1; visit <= visits; visit++) {
      await tracker.track(visit === 1 ? site.origin : null);
      const { pages } = await tracker.report();
      const urls = pages
        .filter(({ flag }) => flag === 'UPD')
        .map(({ url }) => decodeURIComponent(url.split('/').at(-1) ?? ''));
      changed.push(urls.sort());
    }
  } finally {
    await tracker.close();
  }
  return changed;
}

const kinds: readonly (readonly [string, (shown: Shown) => string])[] = [
  [
    'readers are counted',
    ({ visit, town, dice }) =>
      `<footer><span>Read by ${town * 50 + visit * 60 + dice.below(40)} people</span></footer>`,
  ],
  [
    'a number is the same on all pages for a while',
    ({ visit }) => `<div>Now fishing: ${new Dice(visit).below(500)} boats</div>`,
  ],
  [
    'an average falls with every day',
    ({ visit, town }) => `<table><tr><td>Letters per week<td>${(90 / (visit + town)).toFixed(2)}</table>`,
  ],
  [
    'an advert stays in a cache for a while',
    ({ dice }) =>
      `<div class=box><h4>Sponsored</h4><div>${dice.pick(SLOGANS)} from ${dice.below(90)}</div></div>`,
  ],
  [
    'a site is built anew, each page at its own second',
    ({ visit, town }) =>
      `<p>Built ${new Date(Date.UTC(2026, 2, 3 + visit, 7, 12 + town, 41 - visit)).toISOString().replace('T', ' ').slice(0, 19)} by press 2.1</p>`,
  ],
  [
    'the rates of currencies rise and fall',
    ({ visit }) => {
      const dice = new Dice(visit + 40);
      const rate = (name: string) =>
        `${name} ${(50 + dice.below(900) / 100).toFixed(2)} (${((dice.below(400) - 200) / 100).toFixed(2)} %)`;
      return `<nav><div>${['Ropes', 'EUR/NOK', 'Herring'].map(rate).join(' ')}</div></nav>`;
    },
  ],
  [
    'the weather has a picture of its own',
    ({ visit }) =>
      `<header><p>${'☁☀☔☃☂☀'[visit]} ${(visit * 7) % 12} °C, ${(visit * 11) % 30} km/h</p></header>`,
  ],
  [
    'the most popular towns of the hour are in any order',
    ({ visit }) =>
      `<nav><h4>Popular</h4><ol>${new Dice(visit + 7)
        .shuffled(TOWNS.slice(0, 6))
        .slice(0, 4)
        .map((name) => `<li>${name}</li>`)
        .join('')}</ol></nav>`,
  ],
];

test.each(kinds)('%s: noise from the third visit on', async (_, show) => {
  const [, second, ...later] = await visitTowns(show);
  expect(second?.length).toBeGreaterThan(6);
  expect(later).toEqual([[], [], []]);
});

test('a name that is another one on all pages at each visit: noise from the third on', async () => {
  const names = ['Astrid', 'Birger', 'Carola', 'Dagny', 'Egil', 'Frida'];
  const changed = await visitTowns(({ visit }) => `<header><p>Name day of ${names[visit]}</p></header>`, {
    visits: 5,
  });
  expect(changed.map(({ length }) => length).slice(1)).toEqual([10, 0, 0, 0]);
});

test('a name of all pages that one page has otherwise is a change of that page', async () => {
  const names = ['Astrid', 'Birger', 'Carola', 'Dagny', 'Egil', 'Frida'];
  const changed = await visitTowns(
    ({ visit, town }) =>
      `<header><p>Name day of ${visit === 4 && town === 7 ? 'nobody' : names[visit]}</p></header>`,
    { visits: 4 },
  );
  expect(changed.slice(2)).toEqual([[], ['Mandal']]);
});

test('a sentence that editors write on all pages is reported at two visits in a row', async () => {
  const notices = [
    '',
    'The ferry leaves from the old quay today.',
    'Because of the storm no boats go out before noon.',
    'All sailings return to their usual hours this week.',
  ];
  const changed = await visitTowns(({ visit }) => `<header><p>${notices[visit]}</p></header>`, { visits: 3 });
  expect(changed.map(({ length }) => length).slice(1)).toEqual([10, 10]);
});

test('words that are tagged most at the moment are noise from the third visit on', async () => {
  const tags = ({ visit }: Shown): string =>
    new Dice(visit + 90)
      .shuffled(SLOGANS)
      .slice(0, 4)
      .map((tag) => `<a href="https://tags.example/${encodeURIComponent(tag)}">#${tag}</a>`)
      .join(' ');
  const changed = await visitTowns((shown) => `<aside><h4>Tags</h4><div>${tags(shown)}</div></aside>`);
  expect(changed.map(({ length }) => length).slice(1)).toEqual([10, 0, 0, 0]);
});

test('a paragraph that goes where adverts change at every visit is a change', async () => {
  const changed = await visitTowns(
    ({ dice, visit, town }) =>
      `${visit === 4 && town === 3 ? '' : '<p>The quay is lit at night.</p>'}<p>${dice.pick(SLOGANS)}!</p>`,
    { visits: 4 },
  );
  expect(changed.at(-1)).toContain('Florø');
});

test('figures with decimals that rise and fall, each on its own page, are always changes', async () => {
  const changed = await visitTowns(
    ({ dice }) => `<p>The water stands at ${(20 + dice.below(900) / 100 + 0.01).toFixed(2)} fathoms.</p>`,
    { visits: 4 },
  );
  expect(changed.slice(2).map(({ length }) => length)).toEqual([10, 10]);
});

test('a number that all pages share goes up and down for eight visits: noise from the third on', async () => {
  const online = [42, 34, 21, 28, 31, 25, 33, 24];
  const changed = await visitTowns(({ visit }) => `<footer>${online[visit - 1]} guests online</footer>`, {
    visits: online.length,
  });
  expect(changed.slice(2)).toEqual(online.slice(2).map(() => []));
});

test('an edit among what recurs is found: a word, a counter set back, a price', async () => {
  const edits: Readonly<Record<number, (usual: string) => string>> = {
    3: (usual) => usual.replace('people', 'sailors'),
    4: (usual) => usual.replace(/\d+/, '2'),
    5: (usual) => usual.replace('</span>', '</span><span>Entry 30 €</span>'),
  };
  const counted = kinds[0]?.[1] as (shown: Shown) => string;
  const changed = await visitTowns((shown) => {
    const usual = counted(shown);
    return shown.town === 4 ? (edits[shown.visit]?.(usual) ?? usual) : usual;
  });
  expect(changed.slice(2)).toEqual([['Hamar'], ['Hamar'], ['Hamar']]);
});

test('prices that change at every visit are always changes', async () => {
  const changed = await visitTowns(
    ({ visit, town }) => `<p>A berth costs ${20 + town + visit} € a night</p>`,
    { visits: 4 },
  );
  expect(changed.slice(1).map(({ length }) => length)).toEqual([10, 10, 10]);
});

test('numbers that were changed everywhere once are changes when one page has another', async () => {
  const depth = ({ visit, town }: Shown): number =>
    10 + town + (visit > 1 ? 5 : 0) + (visit > 2 && town === 6 ? 1 : 0);
  const changed = await visitTowns((shown) => `<p>Depth at low water: ${depth(shown)} fathoms</p>`, {
    visits: 3,
  });
  expect(changed.slice(1)).toEqual([[...TOWNS].sort(), ['Larvik']]);
});

test('prices that rise everywhere at every visit are changes, where only the head of their column says what they are', async () => {
  const changed = await visitTowns(
    ({ visit, town }) => `<table><tr><th>Berth<th>Price<tr><td>Quay<td>${40 + town + visit * 9}</table>`,
    { visits: 4 },
  );
  expect(changed.slice(2).map(({ length }) => length)).toEqual([10, 10]);
});

test('a box of news on all pages is reported at every visit', async () => {
  const news = Array.from({ length: 12 }, (_, at) => `Notice ${SLOGANS[at % 7]} in ${TOWNS[(at * 3) % 10]}`);
  const box = ({ visit }: Shown): string =>
    `<aside><h4>News</h4><ul>${news
      .slice(6 - visit, 10 - visit)
      .map((one) => `<li>${one}`)
      .join('')}</ul></aside>`;
  const changed = await visitTowns(box, { visits: 4 });
  expect(changed.slice(1).map(({ length }) => length)).toEqual([10, 10, 10]);
});

test('the time of a build that Last-Modified confirms is noise at once', async () => {
  const builtAt = ({ visit, town }: Shown): Date => new Date(Date.UTC(2026, 4, 6 + visit, 11, 30, town));
  const show = (shown: Shown): string => `<footer>Page generated ${builtAt(shown).toUTCString()}</footer>`;
  const headers = (shown: Shown) => ({ 'last-modified': builtAt(shown).toUTCString() });
  expect(await visitTowns(show, { visits: 3, headers })).toEqual([[], [], []]);
});

test('counters in the rows of one list that our own visits raise are noise from the third visit on', async () => {
  const opened = new Map(TOWNS.map((name, at) => [name, at * 3]));
  const site = await siteForThisTest(({ target }, response) => {
    const name = TOWNS.find((one) => target === `/town/${encodeURIComponent(one)}`);
    if (name !== undefined) opened.set(name, (opened.get(name) ?? 0) + 1);
    const rows = [...opened].map(
      ([one, count]) => `<tr><td><a href="/town/${encodeURIComponent(one)}">${one}</a><td>${count}`,
    );
    const html =
      name === undefined
        ? `<h1>Towns</h1><table><tr><th>Town<th>Opened${rows.join('')}</table>`
        : `<p>${name} is a town.</p>`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const tracker = await libraryTracker();
  const updated: number[] = [];
  try {
    for (const origin of [site.origin, null, null, null]) {
      await tracker.track(origin);
      updated.push((await tracker.report()).pages.filter(({ flag }) => flag === 'UPD').length);
    }
  } finally {
    await tracker.close();
  }
  expect(updated).toEqual([0, 1, 0, 0]);
});
