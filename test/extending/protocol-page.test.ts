import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { canList, FileReceiver, type Protocol, Protocols, walkTree } from '../../src/fetch/index.ts';
import { readProjectFile } from '../guards/markdown.ts';
import { projectRoot } from '../guards/planted-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [code = '', registration = ''] = [
  ...readProjectFile('docs/extending/protocol.md').matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, block = '']) => block);

type Shelf = ReadonlyMap<string, { readonly text: string; readonly changedAt: number }>;

async function protocolOfThePage(): Promise<(shelf: Shelf) => Protocol> {
  const file = join(folder, 'shelf.ts');
  const library = pathToFileURL(join(projectRoot, 'src/fetch/index.ts')).href;
  writeFileSync(file, code.replace('../../src/fetch/index.ts', library));
  const { shelfProtocol } = (await import(pathToFileURL(file).href)) as {
    readonly shelfProtocol: (shelf: Shelf) => Protocol;
  };
  return shelfProtocol;
}

test('the protocol of docs/extending/protocol.md works as the page says', async () => {
  const shelfProtocol = await protocolOfThePage();
  const shelf: Shelf = new Map([
    ['a b.txt', { text: 'first', changedAt: 1 }],
    ['c', { text: 'second', changedAt: 2 }],
  ]);
  const protocols = new Protocols();
  new Function('protocols', 'shelfProtocol', 'shelf', registration)(protocols, shelfProtocol, shelf);
  expect(protocols.schemes).toEqual(['shelf:']);

  const { capabilities } = protocols.protocolOf('shelf:///');
  const spider = await protocols.start({ url: 'shelf:///' });
  expect(canList(spider)).toBe(capabilities.lists);
  if (!canList(spider)) return;
  const found = await Array.fromAsync(walkTree(spider, 'shelf:///'));
  expect(found.map(({ item, url }) => `${item} ${url}`)).toEqual([
    'file shelf:///a%20b.txt',
    'file shelf:///c',
    'folder shelf:///',
  ]);
  const receiver = new FileReceiver({ folder });
  const [first] = found;
  if (first?.item !== 'file') throw new Error('a file was expected');
  const received = await receiver.receive(spider, capabilities, { url: first.url, ...first.entry });
  expect(Buffer.from(received.content as Uint8Array).toString()).toBe('first');
  await spider.close();
});
