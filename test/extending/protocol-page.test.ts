import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type ListingProtocol, type PageProtocol, Protocols } from '../../src/fetch/index.ts';
import { readProjectFile } from '../guards/markdown.ts';
import { projectRoot } from '../guards/planted-tree.ts';
import { VisitedSite } from '../kernel/crawl/listings/visited-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [shelfCode = '', registration = '', deckCode = ''] = [
  ...readProjectFile('docs/extending/protocol.md').matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, block = '']) => block);

type Shelf = Map<string, { readonly text: string; readonly changedAt: number }>;

/** What a block of the page exports, as if it stood in a file of the project. */
async function exportsOf<Exports>(code: string, name: string): Promise<Exports> {
  const file = join(folder, name);
  const library = pathToFileURL(join(projectRoot, 'src/fetch/index.ts')).href;
  writeFileSync(file, code.replace('../../src/fetch/index.ts', library));
  return (await import(pathToFileURL(file).href)) as Exports;
}

const sites: VisitedSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function openSite(): Promise<VisitedSite> {
  const site = await VisitedSite.open();
  sites.push(site);
  return site;
}

const flagsOf = ({ rows }: Awaited<ReturnType<VisitedSite['visit']>>) =>
  rows.map(({ url, flag }) => `${flag} ${url}`).sort();

test('the protocol that lists is tracked like every other', async () => {
  const { shelfProtocol } = await exportsOf<{ shelfProtocol: (shelf: Shelf) => ListingProtocol }>(
    shelfCode,
    'shelf.ts',
  );
  const shelf: Shelf = new Map([
    ['a b.txt', { text: 'first', changedAt: 1 }],
    ['c', { text: 'second', changedAt: 2 }],
    ['d', { text: 'third', changedAt: 3 }],
  ]);
  const protocols = new Protocols();
  new Function('protocols', 'shelfProtocol', 'shelf', registration)(protocols, shelfProtocol, shelf);
  expect(protocols.schemes).toEqual(['shelf:']);

  const site = await openSite();
  const asked = { protocols: [protocols.protocolOf('shelf://books/')] };
  expect(flagsOf(await site.visit('shelf://books/', asked))).toEqual([
    'NEW shelf://books/a%20b.txt',
    'NEW shelf://books/c',
    'NEW shelf://books/d',
  ]);
  shelf.set('c', { text: 'other', changedAt: 4 });
  shelf.delete('d');
  shelf.set('e', { text: 'fourth', changedAt: 5 });
  expect(flagsOf(await site.visit('shelf://books/', asked))).toEqual([
    'MIS shelf://books/d',
    'NEW shelf://books/e',
    'SAM shelf://books/a%20b.txt',
    'UPD shelf://books/c',
  ]);
});

test('the protocol of pages is crawled, link by link, and tracked like every other', async () => {
  const { deckProtocol } = await exportsOf<{
    deckProtocol: (deck: ReadonlyMap<string, string>) => PageProtocol;
  }>(deckCode, 'deck.ts');
  const card = (text: string, ...links: string[]) =>
    `<title>${text}</title><p>${text}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}`;
  const deck = new Map([
    ['/', card('All cards', 'ace', 'king', 'https://example.org/', 'deck://other/')],
    ['/ace', card('The ace of hearts', '/')],
    ['/king', card('The king of spades', 'queen')],
    ['/queen', card('The queen of clubs')],
  ]);
  const site = await openSite();
  const asked = { protocols: [deckProtocol(deck)] };
  expect(flagsOf(await site.visit('deck://cards/', asked))).toEqual([
    'NEW deck://cards/',
    'NEW deck://cards/ace',
    'NEW deck://cards/king',
    'NEW deck://cards/queen',
  ]);
  deck.set('/king', card('The king of diamonds', 'queen', 'jack'));
  deck.set('/jack', card('The jack of clubs'));
  deck.delete('/queen');
  expect(flagsOf(await site.visit('deck://cards/', asked))).toEqual([
    'MIS deck://cards/queen',
    'NEW deck://cards/jack',
    'SAM deck://cards/',
    'SAM deck://cards/ace',
    'UPD deck://cards/king',
  ]);
});

test('a scheme that nobody serves is refused before anything is kept', async () => {
  const site = await openSite();
  await expect(site.visit('gopher://example.org/')).rejects.toMatchObject({ code: 'FETCH_SCHEME_UNKNOWN' });
  expect(await site.store.projects.find('files')).toBeNull();
});
