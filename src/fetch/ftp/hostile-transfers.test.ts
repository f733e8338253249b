import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { visitFtp } from '../../../test/fixtures/servers/ftp-for-this-test.ts';
import { failureCode, fetchFailure } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { noRetry, retryAtOnce } from '../../../test/fixtures/servers/retries.ts';
import type { ScriptedFtpServer } from '../../../test/fixtures/servers/scripted-ftp-server.ts';
import { FileReceiver } from '../transfer/file-receiver.ts';

function partsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-parts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('transfers', () => {
  const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, place) => (place * 31) & 255));
  const wanted = (server: ScriptedFtpServer) => ({
    url: `${server.url}big.bin`,
    size: content.length,
    modified: null,
  });
  const resumes = { resumes: true };

  test('a broken transfer continues where it stopped', async () => {
    let attempt = 0;
    const offsets: number[] = [];
    const { server, spider } = await visitFtp({
      send(data, _path, offset) {
        offsets.push(offset);
        attempt++;
        if (attempt === 2) {
          data.end(content.subarray(offset));
          return 'complete';
        }
        data.write(content.subarray(offset, offset + 1_000_000), () => data.end());
        return 'broken';
      },
    });
    const receiver = new FileReceiver({ folder: partsFolder(), retries: retryAtOnce });
    const received = await receiver.receive(spider, resumes, wanted(server));
    expect(offsets[0]).toBe(0);
    expect(offsets[1]).toBeGreaterThan(0);
    expect(received.transferred).toBe(content.length);
    expect(Buffer.from(received.sha256)).toEqual(createHash('sha256').update(content).digest());
    expect(readFileSync((received.content as { path: string }).path).equals(content)).toBe(true);
  });

  test('a new process continues what an earlier one has left', async () => {
    const offsets: number[] = [];
    const { server, spider } = await visitFtp({
      send(data, _path, offset) {
        offsets.push(offset);
        const isFirst = offsets.length === 1;
        if (isFirst) data.write(content.subarray(0, 2_000_000), () => data.end());
        else data.end(content.subarray(offset));
        return isFirst ? 'broken' : 'complete';
      },
    });
    const folder = partsFolder();
    const once = new FileReceiver({ folder, retries: noRetry });
    expect((await fetchFailure(once.receive(spider, resumes, wanted(server)))).decision).toBe('retry');
    expect(readdirSync(folder)).toHaveLength(1);
    const received = await new FileReceiver({ folder, retries: retryAtOnce }).receive(
      spider,
      resumes,
      wanted(server),
    );
    expect(received.transferred).toBeLessThan(content.length);
    expect(offsets[1]).toBe(content.length - received.transferred);
    expect(Buffer.from(received.sha256)).toEqual(createHash('sha256').update(content).digest());
  });

  test('a server that cannot start in the middle is read from the beginning', async () => {
    const { server, spider } = await visitFtp({
      reply: (command) => (command === 'REST' ? '502 what?' : null),
      send(data) {
        data.end('0123456789');
        return 'complete';
      },
    });
    const options = { offset: 7, signal: new AbortController().signal };
    const pieces = await Array.fromAsync(spider.fetch(`${server.url}x`, options));
    expect(Buffer.concat(pieces).toString()).toBe('789');
  });

  test('a large file from such a server is skipped up to the offset', async () => {
    const { server, spider } = await visitFtp({
      reply: (command) => (command === 'REST' ? '502 what?' : null),
      send(data) {
        data.end(content);
        return 'complete';
      },
    });
    const offset = 2_000_000;
    const options = { offset, signal: new AbortController().signal };
    const pieces = await Array.fromAsync(spider.fetch(`${server.url}x`, options));
    expect(Buffer.concat(pieces).equals(content.subarray(offset))).toBe(true);
  });

  test('a server that hangs during a file is given up, and the spider can fetch the next one', async () => {
    const { server, spider } = await visitFtp({
      send(data, path) {
        data.write('abc');
        if (path.endsWith('big.bin')) return 'silent';
        data.end();
        return 'complete';
      },
    });
    const limits = { rateWindowMs: 100 };
    const receiver = new FileReceiver({ folder: partsFolder(), limits, retries: noRetry });
    expect(await failureCode(receiver.receive(spider, resumes, wanted(server)))).toBe('FETCH_TOO_SLOW');
    const small = { url: `${server.url}small`, size: 3, modified: null };
    expect((await receiver.receive(spider, resumes, small)).size).toBe(3);
  });

  test('a data connection that breaks after the final reply of the server is a failure', async () => {
    const { server, spider } = await visitFtp({
      send(data) {
        setImmediate(() => data.write('123', () => data.resetAndDestroy()));
        return 'complete';
      },
    });
    const file = { url: `${server.url}x`, size: null, modified: null };
    const receiver = new FileReceiver({ folder: partsFolder(), retries: noRetry });
    expect(await failureCode(receiver.receive(spider, resumes, file))).toBe('FETCH_CLOSED');
  });

  test('a file of another size than listed is a failure', async () => {
    const { server, spider } = await visitFtp({
      send(data) {
        data.end('12345');
        return 'complete';
      },
    });
    const receiver = new FileReceiver({ folder: partsFolder(), retries: noRetry });
    for (const size of [4, 6, 2_000_000]) {
      const file = { url: `${server.url}x`, size, modified: null };
      expect(await failureCode(receiver.receive(spider, resumes, file))).toBe('FETCH_INCOMPLETE');
    }
  });
});
