import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loopbackEgress } from '../../../test/fixtures/servers/loopback-egress.ts';
import { failureCode, fetchFailure } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { noRetry } from '../../../test/fixtures/servers/retries.ts';
import {
  type SftpServer,
  type SftpServerOptions,
  sftpServer,
} from '../../../test/fixtures/servers/sftp-server.ts';
import type { Egress } from '../egress/egress.ts';
import { FetchError } from '../errors.ts';
import type { ListingSpider, SiteLogin } from '../protocol/protocol.ts';
import { walkTree } from '../protocol/walk-tree.ts';
import { FileReceiver } from '../transfer/file-receiver.ts';
import { type SftpOptions, sftpProtocol } from './sftp-protocol.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

let root = '';
const content = Buffer.from(Array.from({ length: 2_500_000 }, (_, place) => (place * 7) & 255));
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-sftp-'));
  for (const folder of ['home', 'closed', 'many']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'home', 'ünï code.txt'), 'text');
  writeFileSync(join(root, 'home', 'two\r\nlines'), 'lines');
  writeFileSync(join(root, 'home', 'big.bin'), content);
  symlinkSync('big.bin', join(root, 'home', 'to-file'));
  symlinkSync('..', join(root, 'home', 'to-folder'));
  symlinkSync('nowhere', join(root, 'home', 'dangling'));
  for (let place = 0; place < 350; place++) writeFileSync(join(root, 'many', `${place}`), '');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function serve(options: Partial<SftpServerOptions> = {}): Promise<SftpServer> {
  const server = await sftpServer({ folder: root, password: 'right', ...options });
  undo.push(() => server.close());
  return server;
}

async function visit(
  server: SftpServer,
  login: SiteLogin = { username: 'ann', password: 'right' },
  knownHosts = server.knownHosts,
  limits: Partial<SftpOptions> = {},
): Promise<ListingSpider> {
  const protocol = sftpProtocol({
    egress: loopbackEgress(),
    knownHosts: async () => knownHosts,
    timeoutMs: 5_000,
    ...limits,
  });
  const spider = await protocol.start({ url: server.url, login });
  undo.push(() => spider.close());
  return spider;
}

describe('listing', () => {
  test('a tree with Unicode names, links, and a folder that may not be read', async () => {
    const server = await serve();
    const items = await Array.fromAsync(walkTree(await visit(server), server.url));
    const reported = items.map((found) => `${found.item} ${found.url.slice(server.url.length)}`);
    expect(reported.filter((line) => !line.includes('many/')).toSorted()).toEqual([
      'file home/%C3%BCn%C3%AF%20code.txt',
      'file home/big.bin',
      'file home/to-file',
      'file home/two%0D%0Alines',
      'folder ',
      'folder home/',
      'problem closed/',
    ]);
    expect(reported.filter((line) => line.startsWith('file many/'))).toHaveLength(350);
    expect(items.find(({ item }) => item === 'problem')).toMatchObject({
      error: { code: 'FETCH_PERMISSION' },
    });
  });

  test('a name with line ends is read like any other', async () => {
    const server = await serve();
    const spider = await visit(server);
    const options = { offset: 0, signal: new AbortController().signal };
    const bytes = await Array.fromAsync(spider.fetch(`${server.url}home/two%0D%0Alines`, options));
    expect(Buffer.concat(bytes).toString()).toBe('lines');
  });

  test("the user's own folder", async () => {
    const server = await serve();
    const { entries } = await (await visit(server)).list(`${server.url}~/`);
    expect(entries.map(({ name }) => name)).toContain('big.bin');
  });

  test('names that lead elsewhere are reported and not used', async () => {
    const server = await serve({ extraNames: ['../x', 'a\0b', 'bad\u{fffd}'] });
    const { problems } = await (await visit(server)).list(`${server.url}home/`);
    expect(problems.map(({ code }) => code)).toEqual(Array(3).fill('FETCH_NAME_INVALID'));
  });
});

describe('odd servers', () => {
  test('the folder itself and the one above are not entries', async () => {
    const server = await serve({ extraNames: ['.', '..'] });
    const { entries, problems } = await (await visit(server)).list(`${server.url}home/`);
    expect(entries.map(({ name }) => name)).not.toContain('.');
    expect(problems).toEqual([]);
  });

  test('entries have size and time; links that do not lead to a file have neither', async () => {
    const server = await serve();
    const { entries } = await (await visit(server)).list(`${server.url}home/`);
    const big = statSync(join(root, 'home', 'big.bin'));
    const modified = { at: Math.floor(big.mtimeMs / 1000) * 1000, unit: 1000 };
    const byName = new Map(entries.map((entry) => [entry.name, entry]));
    expect(byName.get('big.bin')).toMatchObject({ kind: 'file', size: content.length, modified });
    expect(byName.get('to-file')).toMatchObject({ kind: 'file', size: content.length, modified });
    for (const name of ['to-folder', 'dangling'])
      expect(byName.get(name)).toEqual({ name, kind: 'link', size: null, modified: null, hash: null });
  });

  test('a user whose folder is the root has no second slash in paths', async () => {
    const server = await serve({ home: '/' });
    const spider = await visit(server);
    expect((await spider.list(`${server.url}~/`)).entries).toHaveLength(3);
    expect((await spider.list(`${server.url}~/many/`)).entries).toHaveLength(350);
  });

  test('a folder with too many entries is refused', async () => {
    const server = await serve();
    const allowing = (maxEntries: number) => visit(server, undefined, undefined, { maxEntries });
    expect((await (await allowing(350)).list(`${server.url}many/`)).entries).toHaveLength(350);
    expect(await failureCode((await allowing(349)).list(`${server.url}many/`))).toBe(
      'FETCH_LISTING_TOO_LARGE',
    );
  });

  test.each([
    ['no names', []],
    ['the folder itself', ['.', '..']],
    ['the same name', ['a.txt']],
    ['names of 10,000 letters', Array.from({ length: 3 }, (_, i) => `${i}${'x'.repeat(10_000)}`)],
  ])('answers without end are cut off: %s', async (_, endlessNames) => {
    const server = await serve({ endlessNames });
    const limits = { maxEntries: 20, maxListingBytes: 300_000 };
    const spider = await visit(server, undefined, undefined, limits);
    expect(await failureCode(spider.list(server.url))).toBe('FETCH_LISTING_TOO_LARGE');
  });

  test('a folder that is not listed in time is given up, though every answer comes', async () => {
    const server = await serve({ endlessNames: ['.'] });
    const spider = await visit(server, undefined, undefined, { listingTimeoutMs: 50 });
    expect(await failureCode(spider.list(server.url))).toBe('FETCH_TIMEOUT_TOTAL');
  });

  test('a name that is not UTF-8 is not requested', async () => {
    const server = await serve();
    expect(await failureCode((await visit(server)).list(`${server.url}caf%E9/`))).toBe('FETCH_NAME_INVALID');
  });

  test('a connection that is lost while a link is followed is a failure', async () => {
    const server = await serve({ dropsOnLink: true });
    expect(await failureCode((await visit(server)).list(`${server.url}home/`))).toBe('FETCH_CLOSED');
  });

  test('a server that does not answer is given up, and the spider connects again', async () => {
    let logIns = 0;
    const server = await serve({ ignoresFolders: true });
    const egress = loopbackEgress();
    const counting: Egress = {
      connect(target) {
        logIns++;
        return egress.connect(target);
      },
      forwardingProxy: () => null,
      tlsOptions: (host) => egress.tlsOptions(host),
    };
    const spider = await visit(server, undefined, undefined, { egress: counting, timeoutMs: 500 });
    for (const visits of [1, 2]) {
      expect(await failureCode(spider.list(server.url))).toBe('FETCH_TIMEOUT_HEADERS');
      expect(logIns).toBe(visits);
    }
  });

  test('the usual port is 22', async () => {
    const ports: number[] = [];
    const refusing: Egress = {
      ...loopbackEgress(),
      connect({ port }) {
        ports.push(port);
        throw new FetchError('FETCH_REFUSED', 'no');
      },
    };
    const protocol = sftpProtocol({ egress: refusing, knownHosts: async () => '' });
    for (const url of ['sftp://h/', 'sftp://h:2222/'])
      expect(await failureCode(protocol.start({ url, login: { username: 'ann' } }))).toBe('FETCH_REFUSED');
    expect(ports).toEqual([22, 2222]);
  });
});

describe('reading', () => {
  test('a large file goes to the disk', async () => {
    const server = await serve();
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-parts-'));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const file = { url: `${server.url}home/big.bin`, size: content.length, modified: null };
    const received = await new FileReceiver({ folder }).receive(await visit(server), { resumes: true }, file);
    expect(readFileSync((received.content as { path: string }).path).equals(content)).toBe(true);
  });

  test('a file is read from the middle', async () => {
    const server = await serve();
    const spider = await visit(server);
    const options = { offset: content.length - 3, signal: new AbortController().signal };
    const pieces = await Array.fromAsync(spider.fetch(`${server.url}home/big.bin`, options));
    expect(Buffer.concat(pieces)).toEqual(content.subarray(-3));
    const missing = Array.fromAsync(spider.fetch(`${server.url}none`, options));
    expect(await failureCode(missing)).toBe('FETCH_NOT_FOUND');
  });

  test('a server that hangs during a file is given up, and the spider connects again', async () => {
    const server = await serve({ hangsAfter: 100_000 });
    const spider = await visit(server);
    const receiver = new FileReceiver({ folder: root, limits: { rateWindowMs: 100 }, retries: noRetry });
    const file = { url: `${server.url}home/big.bin`, size: content.length, modified: null };
    expect(await failureCode(receiver.receive(spider, { resumes: true }, file))).toBe('FETCH_TOO_SLOW');
    await receiver.clear();
    expect((await spider.list(server.url)).entries).toHaveLength(3);
  });
});

describe('who is let in', () => {
  test('a wrong password is reported without showing it', async () => {
    const failure = await fetchFailure(visit(await serve(), { username: 'ann', password: 'secret-word' }));
    expect(failure.code).toBe('FETCH_LOGIN');
    expect(failure.message).not.toContain('secret-word');
  });

  test('a password also answers the question for it, and no other', async () => {
    const server = await serve({ asksForPassword: true });
    expect((await (await visit(server)).list(server.url)).entries).toHaveLength(3);
    const wrong = visit(server, { username: 'ann', password: 'secret-word' });
    expect(await failureCode(wrong)).toBe('FETCH_LOGIN');
  });

  test('guests are refused', async () => {
    const protocol = sftpProtocol({ egress: loopbackEgress(), knownHosts: async () => '' });
    expect(await failureCode(protocol.start({ url: 'sftp://127.0.0.1/' }))).toBe('FETCH_LOGIN');
  });

  test('a key works, also one with a passphrase', async () => {
    const locked = { comment: 'test', passphrase: 'open sesame', cipher: 'aes256-ctr', rounds: 1 } as const;
    const pair = ssh2.utils.generateKeyPairSync('ed25519', locked);
    const server = await serve({ publicKey: pair.public });
    const login = { username: 'ann', privateKey: pair.private };
    expect(
      (await (await visit(server, { ...login, passphrase: 'open sesame' })).list(server.url)).entries,
    ).toHaveLength(3);
    expect(await failureCode(visit(server, login))).toBe('FETCH_KEY_INVALID');
    expect(await failureCode(visit(server, { ...login, passphrase: 'wrong' }))).toBe('FETCH_KEY_INVALID');
    expect(await failureCode(visit(server, { username: 'ann', privateKey: 'no key' }))).toBe(
      'FETCH_KEY_INVALID',
    );
  });

  test('a server with an unknown or changed key gets no password', async () => {
    const server = await serve();
    const unknown = await fetchFailure(visit(server, undefined, ''));
    expect(unknown.code).toBe('FETCH_HOST_KEY_UNKNOWN');
    expect(unknown.message).toContain(server.knownHosts);
    const impostor = await serve();
    const line = impostor.knownHosts.replace(`${impostor.port}`, `${server.port}`);
    expect(await failureCode(visit(server, undefined, line))).toBe('FETCH_HOST_KEY_CHANGED');
  });

  test('a private server that the user did not type is refused', async () => {
    const server = await serve();
    const guarded = sftpProtocol({ egress: loopbackEgress({}), knownHosts: async () => server.knownHosts });
    const started = guarded.start({ url: server.url, login: { username: 'ann' } });
    expect(await failureCode(started)).toBe('FETCH_FORBIDDEN_ADDRESS');
  });
});
