import { afterEach, expect, test } from 'vitest';
import { Dice } from '../../../src/base/index.ts';
import type { Store } from '../../../src/database/store.ts';
import { type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { crawl } from '../crawl/crawl-scenario.ts';
import { storeForEachTest } from '../database/store-for-each-test.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});
let server: SiteServer;
afterEach(() => server.close());

const ADVERTS = [
  'Buy a boat',
  'See the hills',
  'Learn to sail',
  'Hats for all',
  'Tea and cake',
  'Fresh fish',
];
const NAMES = ['Ships', 'Harbours', 'Lighthouses', 'Currents', 'Charts', 'Knots', 'Sails', 'Anchors'];

/** Noise as it is shown at one request. */
type Noise = (dice: Dice) => string;

const noises: readonly [string, Noise][] = [
  ['an advert', (dice) => `<aside><p>${dice.pick(ADVERTS)}</p></aside>`],
  ['a counter', (dice) => `<footer><p>This page was seen ${1000 + dice.below(9000)} times.</p></footer>`],
  [
    'a list that is drawn',
    (dice) =>
      `<aside><ul>${dice
        .shuffled(ADVERTS)
        .slice(0, 3)
        .map((text) => `<li>${text}</li>`)
        .join('')}</ul></aside>`,
  ],
  [
    'a link with a code',
    (dice) => `<aside><a href="/p/Ships?c=${dice.below(2 ** 32).toString(16)}">Ships</a></aside>`,
  ],
  ['nothing', () => ''],
];

/** Pages that can be read at /p/NAME and at /print?name=NAME; `differ` says what the second address shows besides. */
async function serveTwoNames(noise: Noise, differ: (name: string) => string): Promise<void> {
  const dice = new Dice(11);
  server = await serveSite(({ target }, response) => {
    const [, name] = /^\/(?:p\/|print\?name=)([A-Z][a-z]+)/.exec(target) ?? [];
    if (target !== '/' && name === undefined) {
      response.writeHead(404).end();
      return;
    }
    const links = NAMES.map((one) => `<a href="/p/${one}">${one}</a> <a href="/print?name=${one}">print</a>`);
    const more = target.startsWith('/print') && name !== undefined ? differ(name) : '';
    const text =
      name === undefined
        ? `<nav>${links.join(' ')}</nav>`
        : `<h1>${name}</h1><p>All about ${name}${more}, with a picture.</p><p>${name} are old.</p>`;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>${name ?? 'Sea'}</title><main>${text}</main>${noise(dice)}`);
  });
}

async function aliasesAfter(visits: number): Promise<readonly string[]> {
  for (let visit = 1; visit <= visits; visit++) {
    await crawl({ store, url: `${server.origin}/`, settings: { twin: true } });
  }
  const project = await store.projects.find('site');
  const found = await store.aliases.list(project?.id ?? 0);
  return found.map(({ url, ofUrl }) => `${new URL(url).search} of ${new URL(ofUrl).pathname}`).sort();
}

test.each(noises)('two addresses of a page with %s are aliases after some visits', async (_what, noise) => {
  await serveTwoNames(noise, () => '');
  expect(await aliasesAfter(3)).toEqual(NAMES.map((name) => `?name=${name} of /p/${name}`).sort());
});

const differences: readonly [string, (name: string) => string][] = [
  ['word', () => ' indeed'],
  ['number', (name) => ` ${NAMES.indexOf(name)}`],
  ['link', () => '<a href="/p/Knots">,</a>'],
  ['picture', () => '<img src="/knots.png" alt="">'],
];

test.each(
  differences.flatMap(([what, differ]) =>
    noises.slice(0, 3).map(([noise, show]) => ({ what, noise, differ, show })),
  ),
)('another $what makes another page, beside $noise', async ({ differ, show }) => {
  await serveTwoNames(show, differ);
  expect(await aliasesAfter(3)).toEqual([]);
});
