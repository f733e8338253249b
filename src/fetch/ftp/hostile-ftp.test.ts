import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { unixFile, visitFtp } from '../../../test/fixtures/servers/ftp-for-this-test.ts';
import { loopbackEgress } from '../../../test/fixtures/servers/loopback-egress.ts';
import { failureCode, fetchFailure } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import type { FtpScript } from '../../../test/fixtures/servers/scripted-ftp-server.ts';
import type { Egress } from '../egress/egress.ts';
import type { ListingSpider } from '../protocol/protocol.ts';
import { walkTree } from '../protocol/walk-tree.ts';

const unixFolder = (name: string) => `drwxr-xr-x 2 a b 4096 Mar  1 09:30 ${name}\r\n`;

describe('data connections', () => {
  test('PASV that points to another machine is refused', async () => {
    const { server, spider } = await visitFtp({
      reply: (command) =>
        command === 'EPSV' ? '500 what?' : command === 'PASV' ? '227 there (192,0,2,7,200,10)' : null,
      list: () => '',
    });
    const failure = await fetchFailure(spider.list(server.url));
    expect(failure.code).toBe('FETCH_DATA_HOST');
    expect(failure.message).toContain('192.0.2.7');
  });

  test('PASV is used if the server does not know EPSV', async () => {
    const { server, spider } = await visitFtp({
      reply: (command) => (command === 'EPSV' ? '500 what?' : null),
      list: () => unixFile('a'),
    });
    expect((await spider.list(server.url)).entries).toHaveLength(1);
  });

  test.each(['229 here (|||99999|)', '229 here', '229 (|||0|)'])(
    'an answer without a port: %s',
    async (answer) => {
      const { server, spider } = await visitFtp({ reply: (command) => (command === 'EPSV' ? answer : null) });
      expect(await failureCode(spider.list(server.url))).toBe('FETCH_PROTOCOL');
    },
  );
});

test('PASV may name the address of a mapped connection', async () => {
  const script: FtpScript = {
    reply: (command) => (command === 'EPSV' ? '500 what?' : null),
    list: () => unixFile('a'),
  };
  // What Node reports when the socket of this machine speaks IPv6.
  const inner = loopbackEgress();
  const egress: Egress = {
    connect: async ({ host, port }) => ({
      ...(await inner.connect({ host, port })),
      address: '::ffff:127.0.0.1',
    }),
    forwardingProxy: () => null,
    tlsOptions: (host) => inner.tlsOptions(host),
  };
  const { server, spider } = await visitFtp(script, { egress });
  expect((await spider.list(server.url)).entries).toHaveLength(1);
});

const read = async (spider: ListingSpider, url: string, offset = 0) =>
  Buffer.concat(
    await Array.fromAsync(spider.fetch(url, { offset, signal: new AbortController().signal })),
  ).toString();

describe('refusals', () => {
  test.each([
    ['550 No such file', 'FETCH_NOT_FOUND', 'skip'],
    ['550 Permission denied', 'FETCH_PERMISSION', 'skip'],
    ['550 Is a directory', 'FETCH_UNAVAILABLE', 'skip'],
    ['530 Log in first', 'FETCH_LOGIN', 'stop'],
    ['421 Closing', 'FETCH_CLOSED', 'retry'],
    ['425 Cannot open the data connection', 'FETCH_CLOSED', 'retry'],
    ['426 Transfer aborted', 'FETCH_CLOSED', 'retry'],
    ['450 File is busy', 'FETCH_FAILED', 'retry'],
  ])('%s', async (reply, code, decision) => {
    const { server, spider } = await visitFtp({ reply: (command) => (command === 'RETR' ? reply : null) });
    expect(await fetchFailure(read(spider, `${server.url}x`))).toMatchObject({ code, decision });
  });

  test('leave the connection usable', async () => {
    const { server, spider } = await visitFtp({ list: () => unixFile('a') });
    expect(await failureCode(read(spider, `${server.url}x`))).toBe('FETCH_NOT_FOUND');
    expect((await spider.list(server.url)).entries).toHaveLength(1);
    expect(server.commands.filter((line) => line.startsWith('USER'))).toHaveLength(1);
  });

  test('of a folder do not mean that the command is unknown', async () => {
    const { server, spider } = await visitFtp({
      list: (folder) => (folder === '/' ? unixFile('a') : null),
    });
    expect(await failureCode(spider.list(`${server.url}closed/`))).toBe('FETCH_PERMISSION');
    await spider.list(server.url);
    expect(server.commands.filter((line) => line.startsWith('LIST'))).toEqual(['LIST -a', 'LIST -a']);
  });

  test.each([
    ['450 Later', 'retry'],
    ['530 Never', 'stop'],
  ])('of the log-in with %s', async (reply, decision) => {
    const work = visitFtp({ reply: (command) => (command === 'USER' ? reply : null) });
    expect((await fetchFailure(work)).decision).toBe(decision);
  });

  test.each(['300 Wait', '530 Go away'])('instead of a greeting: %s', async (greeting) => {
    await fetchFailure(visitFtp({ greeting }));
  });
});

describe('links', () => {
  const link = (name: string) => `lrwxrwxrwx 1 a b 3 Mar  1 09:30 ${name} -> target\r\n`;

  test('to files are listed as files, others are not followed', async () => {
    const { server, spider } = await visitFtp({
      list: () => link('to-file') + link('to-folder'),
      reply: (command, argument) => {
        if (argument !== '/to-file') return null;
        return command === 'SIZE' ? '213 5' : command === 'MDTM' ? '213 20200102030405' : null;
      },
    });
    expect((await spider.list(server.url)).entries).toEqual([
      {
        name: 'to-file',
        kind: 'file',
        size: 5,
        modified: { at: Date.UTC(2020, 0, 2, 3, 4, 5), unit: 1000 },
        hash: null,
      },
      { name: 'to-folder', kind: 'link', size: null, modified: null, hash: null },
    ]);
  });

  test('to files without a time are listed too', async () => {
    const { server, spider } = await visitFtp({
      list: () => link('to-file'),
      reply: (command) => (command === 'SIZE' ? '213 5' : null),
    });
    expect((await spider.list(server.url)).entries).toMatchObject([
      { kind: 'file', size: 5, modified: null },
    ]);
  });
});

describe('listings', () => {
  test('a folder that may not be read is reported, and the walk goes on', async () => {
    const { server, spider } = await visitFtp({
      list: (folder) =>
        folder === '/'
          ? unixFolder('closed') + unixFolder('open')
          : folder.endsWith('closed')
            ? null
            : unixFile('a'),
    });
    const items = await Array.fromAsync(walkTree(spider, server.url));
    expect(items.map((found) => [found.item, found.url.slice(server.url.length)])).toEqual([
      ['folder', ''],
      ['problem', 'closed/'],
      ['file', 'open/a'],
      ['folder', 'open/'],
    ]);
    expect(items[1]).toMatchObject({ error: { code: 'FETCH_PERMISSION' } });
  });

  test('vsftpd says in its final reply that it could not read the folder', async () => {
    const { server, spider } = await visitFtp({
      list: () => '',
      afterList: '226 Transfer done (but failed to open directory).',
    });
    expect(await failureCode(spider.list(server.url))).toBe('FETCH_PERMISSION');
  });

  test('LIST -a and MLSD are not tried again if the server does not know them', async () => {
    const { server, spider } = await visitFtp({
      features: ['MLST type*;size*;'],
      reply: (command, argument) => (command === 'MLSD' || argument === '-a' ? '504 what?' : null),
      list: () => unixFile('a'),
    });
    await spider.list(server.url);
    await spider.list(server.url);
    const asked = server.commands.filter((line) => /^(?:MLSD|LIST)/.test(line));
    expect(asked).toEqual(['MLSD', 'LIST -a', 'LIST', 'LIST']);
  });

  test('names are bytes in both directions', async () => {
    const { server, spider } = await visitFtp({
      list: (folder) => (folder === '/' ? unixFolder('caf\xe9 \xff*') : ''),
    });
    await Array.fromAsync(walkTree(spider, server.url));
    expect(server.commands).toContain('CWD /caf\xe9 \xff*');
  });

  test('a server that shows links as folders does not send us in circles', async () => {
    const { server, spider } = await visitFtp({ list: () => unixFolder('loop') + unixFile('a') });
    const items = await Array.fromAsync(walkTree(spider, server.url));
    expect(items.filter(({ item }) => item === 'file')).toHaveLength(1);
    expect(items.at(-1)).toMatchObject({ item: 'problem', error: { code: 'FETCH_LINK_LOOP' } });
  });

  test('endlessly nested folders are cut off', async () => {
    const { server, spider } = await visitFtp({ list: () => unixFolder('x') });
    const items = await Array.fromAsync(walkTree(spider, server.url, { maxDepth: 5 }));
    expect(items.filter(({ item }) => item === 'folder')).toHaveLength(6);
    expect(items.at(-1)).toMatchObject({ item: 'problem', error: { code: 'FETCH_TOO_DEEP' } });
  });

  test('100,000 entries in one folder', async () => {
    const listing = Array.from({ length: 100_000 }, (_, place) => unixFile(`file-${place}.txt`, place)).join(
      '',
    );
    const { server, spider } = await visitFtp({ list: () => listing });
    const before = process.memoryUsage().heapUsed;
    const { entries, problems } = await spider.list(server.url);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
    expect(problems).toEqual([]);
    expect(entries).toHaveLength(100_000);
    expect(entries[99_999]).toMatchObject({ name: 'file-99999.txt', size: 99_999 });
  });

  test('a listing may be as large as allowed, and not a byte larger', async () => {
    const listing = unixFile('x').repeat(10_000);
    const allowing = (maxListingBytes: number) => visitFtp({ list: () => listing }, { maxListingBytes });
    const enough = await allowing(listing.length);
    expect((await enough.spider.list(enough.server.url)).entries).toHaveLength(1);
    const less = await allowing(listing.length - 1);
    expect(await failureCode(less.spider.list(less.server.url))).toBe('FETCH_LISTING_TOO_LARGE');
  });

  test('an endless listing is cut off', async () => {
    const { server, spider } = await visitFtp(
      { list: () => unixFile('x').repeat(10_000) },
      { maxListingBytes: 100_000 },
    );
    expect(await failureCode(spider.list(server.url))).toBe('FETCH_LISTING_TOO_LARGE');
  });

  test('a server that never answers is given up', async () => {
    const { server, spider } = await visitFtp(
      { reply: (command) => (command === 'CWD' ? '' : null) },
      { timeoutMs: 200 },
    );
    expect(await failureCode(spider.list(server.url))).toBe('FETCH_TIMEOUT_HEADERS');
  });

  test('an endless greeting fails', async () => {
    const work = visitFtp({ greeting: `220-${'x'.repeat(100_000)}` }, { timeoutMs: 500 });
    expect((await fetchFailure(work)).decision).toBe('retry');
  });

  test.each([
    ['lines that are no answer', 'a'.repeat(10_000)],
    ['answers without a command', '220 hello\r\n'.repeat(1000)],
    ['a greeting of many lines', '220-hello\r\n'.repeat(1000)],
  ])('%s without end are not read for ever', async (_, piece) => {
    const sent = { bytes: 0 };
    const floods = (control: Socket) => {
      const write = () => {
        while (!control.destroyed && sent.bytes < 500_000_000) {
          sent.bytes += piece.length;
          if (!control.write(piece)) return void control.once('drain', write);
        }
      };
      write();
    };
    expect((await fetchFailure(visitFtp({ floods }, { timeoutMs: 600_000 }))).code).toBe('FETCH_CLOSED');
    // What the sockets of both ends hold comes on top of the 128 KiB that are read.
    expect(sent.bytes).toBeLessThan(20_000_000);
  });

  test('a greeting that drips for ever is given up', async () => {
    const floods = (control: Socket) => {
      const timer = setInterval(() => control.write('220-x\r\n'), 5);
      control.once('close', () => clearInterval(timer));
    };
    expect((await fetchFailure(visitFtp({ floods }, { timeoutMs: 100 }))).code).toBe('FETCH_TIMEOUT_HEADERS');
  });

  test('a last reply that drips for ever is given up', async () => {
    const { server, spider } = await visitFtp(
      {
        list: () => unixFile('a'),
        afterList: '226-not yet',
        floodsAfterList: (control) => {
          const timer = setInterval(() => control.write('226-still\r\n'), 5);
          control.once('close', () => clearInterval(timer));
        },
      },
      { timeoutMs: 300 },
    );
    expect(await failureCode(spider.list(server.url))).toBe('FETCH_TIMEOUT_HEADERS');
  });

  test('a folder whose links are answered late, each in time, is given up', async () => {
    const links = Array.from(
      { length: 100_000 },
      (_, i) => `lrwxrwxrwx 1 a b 1 Mar  1 09:30 l${i} -> x\r\n`,
    ).join('');
    const { server, spider } = await visitFtp(
      { list: () => links },
      { listingTimeoutMs: 500, timeoutMs: 600_000 },
    );
    expect(await failureCode(spider.list(server.url))).toBe('FETCH_TIMEOUT_TOTAL');
    expect(server.commands.filter((line) => line.startsWith('SIZE')).length).toBeLessThan(100_000);
  });
});
