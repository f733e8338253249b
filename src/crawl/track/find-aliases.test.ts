import { expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { packContent } from '../../database/content/packed-content.ts';
import type { Store } from '../../database/store.ts';
import { findAliases } from './find-aliases.ts';
import { PageVersion } from './page-version.ts';
import { SiteKnowledge } from './site-knowledge.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});

/** The pages of one run, by URL; null for a page that was not visited. */
type Shown = Readonly<Record<string, string | null>>;

const page = (text: string, more = '') => `<title>T</title><p>${text}</p>${more}`;
const a = 'https://example.org/a';
const b = 'https://example.org/b';

/** A run that finds these pages, and then looks for aliases. Returns them as "alias of page, number of agreements". */
async function runWith(shown: Shown): Promise<readonly string[]> {
  const { projectId, runId, commit } = await startRun(store);
  const links = Object.keys(shown).map((url) =>
    discovered('', { url, identity: url, host: new URL(url).host }),
  );
  await commit({
    discovered: links.map((link) => ({ ...link, identityHash: discovered('', link).identityHash })),
  });
  for (const { url, host } of links) {
    const queued = await store.frontier.next(runId, host, null, 99);
    const found = queued.find((one) => one.url === url);
    const html = shown[url];
    if (found === undefined || html === null || html === undefined) continue;
    const body = Buffer.from(html);
    const version = new PageVersion(url, body, new Headers({ 'content-type': 'text/html' }));
    const content = packContent(body, 'text/html');
    const record = visit(found.id, { sha256: content.sha256, signature: version.textSignature });
    await commit({ visits: [{ ...record, flag: 'UPD', reason: 'changed' }], contents: [content] });
  }
  const run = await store.runs.latest(projectId);
  if (run === null) throw new Error('no run');
  await findAliases({ store, run, knowledge: new SiteKnowledge([]), twins: null });
  const aliases = await store.aliases.list(projectId);
  return aliases.map(({ url, ofUrl, agreements }) => `${url} of ${ofUrl}, ${agreements}`);
}

test('a page with the same text, links and pictures is an alias of the one found first', async () => {
  expect(await runWith({ [a]: page('one'), [b]: page('one', '<!-- b -->') })).toEqual([`${b} of ${a}, 0`]);
});

test.each([
  ['link', '<p><a href="/1">x</a>', '<p><a href="/2">x</a>'],
  ['picture', '<p>x<img src="/1.png">', '<p>x<img src="/2.png">'],
])('a different %s makes it a different page', async (_, one, other) => {
  expect(await runWith({ [a]: page('one', one), [b]: page('one', other) })).toEqual([]);
});

test('pages of two hosts are two pages, even with the same bytes', async () => {
  expect(await runWith({ [a]: page('one'), 'https://other.example/a': page('one') })).toEqual([]);
});

test('an alias that is found the same again agrees once more, one that was not visited does not', async () => {
  const both = { [a]: page('one'), [b]: page('one') };
  await runWith(both);
  expect(await runWith(both)).toEqual([`${b} of ${a}, 1`]);
  expect(await runWith({ [a]: page('one'), [b]: null })).toEqual([`${b} of ${a}, 1`]);
});

test('an alias whose text is different is a page of its own again', async () => {
  await runWith({ [a]: page('one'), [b]: page('one') });
  expect(await runWith({ [a]: page('one'), [b]: page('two') })).toEqual([]);
});

test('so is one whose links are different', async () => {
  const linked = (to: string) => page('one', `<p><a href="${to}">x</a>`);
  await runWith({ [a]: linked('/1'), [b]: linked('/1') });
  expect(await runWith({ [a]: linked('/1'), [b]: linked('/2') })).toEqual([]);
});

test('each of several pages with the same text finds its own original', async () => {
  const c = 'https://example.org/c';
  const d = 'https://example.org/d';
  const linked = (to: string) => page('one', `<p><a href="${to}">x</a>`);
  const found = await runWith({ [a]: linked('/1'), [b]: linked('/2'), [c]: linked('/2'), [d]: linked('/1') });
  expect([...found].sort()).toEqual([`${c} of ${b}, 0`, `${d} of ${a}, 0`]);
});
