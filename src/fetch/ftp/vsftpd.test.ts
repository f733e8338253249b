import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FtpServer } from '../../../test/fixtures/servers/ftp-server.ts';
import { loopbackEgress } from '../../../test/fixtures/servers/loopback-egress.ts';
import { hasVsftpd, vsftpdServer } from '../../../test/fixtures/servers/vsftpd-server.ts';
import { walkTree } from '../protocol/walk-tree.ts';
import { FileReceiver } from '../transfer/file-receiver.ts';
import { ftpProtocol } from './ftp-protocol.ts';

const big = Buffer.alloc(2_000_000, 'tide');

// Skipped where vsftpd is not installed; ftp-srv is then the only real server.
describe.runIf(hasVsftpd).each([undefined, 'explicit'] as const)('vsftpd, TLS: %s', (security) => {
  let folder = '';
  let server: FtpServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-tree-'));
    chmodSync(folder, 0o755);
    for (const name of ['closed', 'unlisted', 'sub']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'sub', 'big.bin'), big);
    writeFileSync(
      Buffer.concat([Buffer.from(join(folder, 'sub', 'caf')), Buffer.from([0xe9, 0x2a])]),
      'latin',
    );
    writeFileSync(join(folder, 'sub', 'line\nend'), 'lines');
    utimesSync(join(folder, 'sub', 'big.bin'), 1_600_000_000, 1_600_000_000);
    symlinkSync('big.bin', join(folder, 'sub', 'to-file'));
    symlinkSync('.', join(folder, 'sub', 'loop'));
    chmodSync(join(folder, 'closed'), 0o700);
    chmodSync(join(folder, 'unlisted'), 0o711);
    server = await vsftpdServer(folder, security);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the tree, its links, its closed folders, and every byte', async () => {
    const protocol = ftpProtocol({ egress: loopbackEgress(), timeoutMs: 5_000 });
    const spider = await protocol.start({ url: server.url });
    const found = await Array.fromAsync(walkTree(spider, server.url));
    expect(found.map(({ item, url }) => `${item} ${url.slice(server.url.length)}`).toSorted()).toEqual([
      'file sub/big.bin',
      'file sub/caf%E9*',
      'file sub/line%0Aend',
      'file sub/to-file',
      'folder ',
      'folder sub/',
      'problem closed/',
      'problem unlisted/',
    ]);
    const receiver = new FileReceiver({ folder: join(folder, 'parts') });
    for (const one of found) {
      if (one.item !== 'file') continue;
      const received = await receiver.receive(spider, protocol.capabilities, { url: one.url, ...one.entry });
      expect(received.size).toBe(/caf|line/.test(one.url) ? 5 : big.length);
    }
    const options = { offset: big.length - 4, signal: new AbortController().signal };
    const end = await Array.fromAsync(spider.fetch(`${server.url}sub/big.bin`, options));
    expect(Buffer.concat(end).toString()).toBe('tide');
    await spider.close();
  });
});
