import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FtpServer, ftpServer } from '../../../test/fixtures/servers/ftp-server.ts';
import { loopbackEgress } from '../../../test/fixtures/servers/loopback-egress.ts';
import { failureCode, fetchFailure } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import type { ListingSpider, SiteLogin } from '../protocol/protocol.ts';
import { walkTree } from '../protocol/walk-tree.ts';
import { FileReceiver } from '../transfer/file-receiver.ts';
import { ftpProtocol } from './ftp-protocol.ts';

const protocol = ftpProtocol({ egress: loopbackEgress(), timeoutMs: 5_000 });

async function spiderAt(url: string, login?: SiteLogin): Promise<ListingSpider> {
  const spider = await protocol.start(login === undefined ? { url } : { url, login });
  return spider;
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-ftp-'));
  mkdirSync(join(folder, 'sub folder'));
  writeFileSync(join(folder, 'readme.txt'), 'hello');
  writeFileSync(join(folder, 'sub folder', 'a #1; 100%.bin'), Buffer.alloc(3_000_000, 7));
  symlinkSync('.', join(folder, 'sub folder', 'loop'));
  utimesSync(join(folder, 'readme.txt'), 1_600_000_000, 1_600_000_000);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([undefined, 'explicit', 'implicit'] as const)('a real server, TLS: %s', (security) => {
  let server: FtpServer;
  beforeAll(async () => {
    const login = { username: 'ann', password: 'pässwort' };
    server = await ftpServer({ folder, login, ...(security === undefined ? {} : { security }) });
  });
  afterAll(() => server.close());
  const login = { username: 'ann', password: 'pässwort' };

  test('the tree is listed and its files are complete', async () => {
    const spider = await spiderAt(server.url, login);
    const files = new Map<string, { readonly size: number | null }>();
    const problems: string[] = [];
    for await (const found of walkTree(spider, server.url)) {
      if (found.item === 'file') files.set(found.url.slice(server.url.length), found.entry);
      if (found.item === 'problem') problems.push(found.error.code);
    }
    // ftp-srv shows links as the folders they lead to.
    expect(problems).toEqual(['FETCH_LINK_LOOP']);
    expect([...files.keys()].toSorted()).toEqual(['readme.txt', 'sub%20folder/a%20%231%3B%20100%25.bin']);
    expect(files.get('readme.txt')).toMatchObject({ size: 5 });

    const receiver = new FileReceiver({ folder: join(folder, '..', `parts-${security}-${process.pid}`) });
    for (const [path, { size }] of files) {
      const file = { url: server.url + path, size, modified: null };
      const received = await receiver.receive(spider, protocol.capabilities, file);
      expect(received.size).toBe(size);
      if (!(received.content instanceof Uint8Array)) rmSync(received.content.path);
    }
    rmSync(join(folder, '..', `parts-${security}-${process.pid}`), { recursive: true });
    await spider.close();
  });

  test('a file is read from the middle', async () => {
    const spider = await spiderAt(server.url, login);
    const signal = new AbortController().signal;
    const pieces: Uint8Array[] = [];
    for await (const piece of spider.fetch(`${server.url}readme.txt`, { offset: 3, signal }))
      pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('lo');
    await spider.close();
  });

  test('a wrong password is reported without showing it', async () => {
    const failure = await fetchFailure(spiderAt(server.url, { username: 'ann', password: 'secret-word' }));
    expect(failure.code).toBe('FETCH_LOGIN');
    expect(failure.decision).toBe('stop');
    expect(failure.message).not.toContain('secret-word');
  });
});

test('a missing file is reported, and the spider can go on', async () => {
  const server = await ftpServer({ folder });
  const spider = await spiderAt(server.url);
  const signal = new AbortController().signal;
  const read = async (path: string) => {
    for await (const piece of spider.fetch(server.url + path, { offset: 0, signal })) return piece;
    return null;
  };
  expect(await failureCode(read('none.txt'))).toMatch(/FETCH_(?:NOT_FOUND|UNAVAILABLE)/);
  expect(await failureCode(spider.list(`${server.url}none/`))).toMatch(/FETCH_(?:NOT_FOUND|UNAVAILABLE)/);
  expect((await spider.list(server.url)).entries).toHaveLength(2);
  await spider.close();
  await server.close();
});

test('ftpes: never falls back to a connection without TLS', async () => {
  const server = await ftpServer({ folder });
  expect(await failureCode(spiderAt(server.url.replace('ftp:', 'ftpes:')))).toBe('FETCH_TLS');
  await server.close();
});

test('a private server that the user did not type is refused', async () => {
  const server = await ftpServer({ folder });
  const guarded = ftpProtocol({ egress: loopbackEgress({}) });
  expect(await failureCode(guarded.start({ url: server.url }))).toBe('FETCH_FORBIDDEN_ADDRESS');
  await server.close();
});

test.each(['ftp:nowhere', 'ftp:///x', 'http://a/'])('%s is not an FTP server', async (url) => {
  expect(await failureCode(protocol.start({ url }))).toMatch(/FETCH_(?:URL_INVALID|DNS)/);
});
