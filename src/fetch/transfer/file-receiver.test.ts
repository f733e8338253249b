import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { failureCode } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { noRetry, retryAtOnce } from '../../../test/fixtures/servers/retries.ts';
import { FetchError } from '../errors.ts';
import type { ReadOptions } from '../protocol/protocol.ts';
import { FileReceiver, type FileSource, type ReceiverOptions } from './file-receiver.ts';
import { BandwidthLimit } from './paced-transfer.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function receiver(options: Partial<ReceiverOptions> = {}): {
  readonly folder: string;
  readonly receiver: FileReceiver;
} {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-receive-'));
  folders.push(folder);
  return {
    folder,
    receiver: new FileReceiver({ folder, memoryBytes: 10, retries: retryAtOnce, ...options }),
  };
}

function spiderOf(fetch: (options: ReadOptions) => AsyncIterable<Uint8Array>): FileSource {
  return { fetch: (_url, options) => fetch(options) };
}

const file = (size: number | null, at = 1) => ({ url: 'x://h/f', size, modified: { at, unit: 1 } });
const resumes = { resumes: true };
const never = new Promise<never>(() => undefined);

describe('where files go', () => {
  const spider = spiderOf(async function* ({ offset }) {
    yield Buffer.from('0123456789abcdef'.slice(offset));
  });

  test('a small one into memory, a larger one to the disk', async () => {
    const { folder, receiver: large } = receiver();
    const received = await large.receive(spider, resumes, file(16));
    expect(readFileSync((received.content as { path: string }).path, 'utf8')).toBe('0123456789abcdef');
    expect(readdirSync(folder)).toHaveLength(1);
    const { receiver: small } = receiver({ memoryBytes: 100 });
    expect(
      Buffer.from((await small.receive(spider, resumes, file(16))).content as Uint8Array).toString(),
    ).toBe('0123456789abcdef');
  });

  test('one of unknown size to the disk', async () => {
    expect((await receiver().receiver.receive(spider, resumes, file(null))).size).toBe(16);
  });

  test('what is there already is not fetched again', async () => {
    const { receiver: one } = receiver();
    await one.receive(spider, resumes, file(16));
    expect((await one.receive(spider, resumes, file(16))).transferred).toBe(0);
    expect((await one.receive(spider, resumes, file(16, 2))).transferred).toBe(16);
  });

  test('a file of exactly the size for memory, and of exactly the allowed size', async () => {
    const { folder, receiver: one } = receiver({ memoryBytes: 16, limits: { maxBytes: 16 } });
    expect((await one.receive(spider, resumes, file(16))).content).toBeInstanceOf(Uint8Array);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('files that differ in URL or size never share what was received', async () => {
    const part = spiderOf(async function* ({ offset }) {
      yield Buffer.from('abcdefghijklmnop'.slice(offset, 6));
      throw new FetchError('FETCH_PERMISSION', 'no more');
    });
    const { receiver: one } = receiver();
    expect(await failureCode(one.receive(part, resumes, file(16)))).toBe('FETCH_PERMISSION');
    const other = await one.receive(spider, resumes, { ...file(16), url: 'x://h/other' });
    expect(readFileSync((other.content as { path: string }).path, 'utf8')).toBe('0123456789abcdef');
    const longer = spiderOf(async function* ({ offset }) {
      yield Buffer.from('0123456789abcdefg'.slice(offset));
    });
    expect((await one.receive(longer, resumes, file(17))).transferred).toBe(17);
  });

  test('only unfinished files are cleared', async () => {
    const { folder, receiver: one } = receiver();
    await one.receive(spider, resumes, file(16));
    writeFileSync(join(folder, 'notes.txt'), 'keep');
    await one.clear();
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  test('what is left over is cleared', async () => {
    const { folder, receiver: one } = receiver();
    await one.receive(spider, resumes, file(16));
    await one.clear();
    expect(existsSync(folder)).toBe(false);
  });
});

describe('attempts', () => {
  /** Fails after every 6 bytes. */
  const weak = (offsets: number[]) =>
    spiderOf(async function* ({ offset }) {
      offsets.push(offset);
      yield Buffer.from('0123456789abcdef'.slice(offset, offset + 6));
      if (offset + 6 < 16) throw new FetchError('FETCH_CLOSED', 'broken');
    });

  test('each continues where the one before stopped', async () => {
    const offsets: number[] = [];
    const received = await receiver().receiver.receive(weak(offsets), resumes, file(16));
    expect(offsets).toEqual([0, 6, 12]);
    expect(received.transferred).toBe(16);
  });

  test('a protocol that cannot resume starts again', async () => {
    const offsets: number[] = [];
    const work = receiver().receiver.receive(weak(offsets), { resumes: false }, file(16));
    expect(await failureCode(work)).toBe('FETCH_CLOSED');
    expect(offsets).toEqual([0, 0, 0]);
  });

  test('what starts again has the right content and hash', async () => {
    let attempt = 0;
    const flaky = spiderOf(async function* () {
      attempt++;
      yield Buffer.from(attempt === 1 ? 'xxxxxxxxxxxxxxxxxxxx' : '0123456789abcdef');
      if (attempt === 1) throw new FetchError('FETCH_CLOSED', 'broken');
    });
    for (const capabilities of [{ resumes: false }, resumes]) {
      attempt = 0;
      const received = await receiver().receiver.receive(flaky, capabilities, file(16));
      expect(received).toMatchObject({ size: 16, transferred: 36 });
      expect(readFileSync((received.content as { path: string }).path, 'utf8')).toBe('0123456789abcdef');
      expect(Buffer.from(received.sha256)).toEqual(createHash('sha256').update('0123456789abcdef').digest());
    }
  });

  test('a file of the wrong size leaves nothing behind', async () => {
    const short = spiderOf(async function* () {
      yield Buffer.from('short');
    });
    const { folder, receiver: one } = receiver();
    expect(await failureCode(one.receive(short, { resumes: false }, file(16)))).toBe('FETCH_INCOMPLETE');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a final failure is not tried again', async () => {
    let tries = 0;
    const closed = spiderOf(async function* () {
      tries++;
      yield Buffer.alloc(1);
      throw new FetchError('FETCH_PERMISSION', 'no');
    });
    expect(await failureCode(receiver().receiver.receive(closed, resumes, file(16)))).toBe(
      'FETCH_PERMISSION',
    );
    expect(tries).toBe(1);
  });
});

describe('waiting for the next attempt', () => {
  const slowly = { attempts: 3, firstDelay: 1e9, longestDelay: 1e9 };
  const broken = (onAttempt: () => void) =>
    spiderOf(async function* () {
      onAttempt();
      yield Buffer.alloc(1);
      throw new FetchError('FETCH_CLOSED', 'broken');
    });

  test.each([16, 5])('ends with the signal (%i bytes)', async (size) => {
    const giveUp = new AbortController();
    let attempts = 0;
    const spider = broken(() => {
      attempts++;
      setImmediate(() => giveUp.abort());
    });
    const { receiver: one } = receiver({ retries: slowly });
    expect(await failureCode(one.receive(spider, resumes, file(size), giveUp.signal))).toBe('FETCH_ABORTED');
    expect(attempts).toBe(1);
  });
});

describe('limits', () => {
  /** Ignores its signal. */
  const hanging = (first: string) =>
    spiderOf(async function* () {
      if (first !== '') yield Buffer.from(first);
      await never;
    });

  test.each([
    ['FETCH_TIMEOUT_HEADERS', { firstByteTimeoutMs: 40 }, ''],
    ['FETCH_TOO_SLOW', { rateWindowMs: 40 }, 'a'],
    ['FETCH_TIMEOUT_TOTAL', { totalTimeoutMs: 40 }, 'a'],
  ])('%s', async (code, limits, first) => {
    const { receiver: one } = receiver({ limits, retries: noRetry });
    expect(await failureCode(one.receive(hanging(first), resumes, file(16)))).toBe(code);
  });

  test('a file listed as too large is not started, and one that grows too large is stopped', async () => {
    const endless = spiderOf(async function* () {
      for (;;) yield Buffer.alloc(1000);
    });
    const { receiver: one } = receiver({ limits: { maxBytes: 5000 }, retries: noRetry });
    expect(await failureCode(one.receive(endless, resumes, file(5001)))).toBe('FETCH_TOO_LARGE');
    expect(await failureCode(one.receive(endless, resumes, file(null)))).toBe('FETCH_TOO_LARGE');
  });

  test('a small file that does not end is given up, and its spider is aborted', async () => {
    let signalled = false;
    let isClosed = false;
    const endless = spiderOf(async function* ({ signal }) {
      try {
        for (;;) yield Buffer.alloc(100);
      } finally {
        signalled = signal.aborted;
        isClosed = true;
      }
    });
    const { receiver: one } = receiver({ limits: { maxBytes: 5000 }, retries: noRetry });
    expect(await failureCode(one.receive(endless, resumes, file(5)))).toBe('FETCH_INCOMPLETE');
    expect([signalled, isClosed]).toEqual([true, true]);
  });

  test('who has given up already does not start', async () => {
    let started = false;
    const spider = spiderOf(async function* () {
      started = true;
      yield Buffer.alloc(16);
    });
    const work = receiver().receiver.receive(spider, resumes, file(16), AbortSignal.abort());
    expect(await failureCode(work)).toBe('FETCH_ABORTED');
    expect(started).toBe(false);
  });

  test('giving up takes effect at once, and the spider is aborted', async () => {
    const giveUp = new AbortController();
    let reported = false;
    const patient = spiderOf(async function* ({ signal }) {
      signal.addEventListener('abort', () => {
        reported = true;
      });
      yield Buffer.from('a');
      giveUp.abort();
      await never;
    });
    expect(await failureCode(receiver().receiver.receive(patient, resumes, file(16), giveUp.signal))).toBe(
      'FETCH_ABORTED',
    );
    expect(reported).toBe(true);
  });

  test('the bandwidth limit is asked about every piece', async () => {
    const taken: number[] = [];
    const limit = new BandwidthLimit(1_000_000);
    const bandwidth = {
      take(bytes: number) {
        taken.push(bytes);
        return limit.take(bytes);
      },
    };
    const pieces = spiderOf(async function* () {
      for (let piece = 0; piece < 5; piece++) yield Buffer.alloc(20_000);
    });
    const before = performance.now();
    await receiver({ bandwidth }).receiver.receive(pieces, resumes, file(100_000));
    expect(taken).toEqual([20_000, 20_000, 20_000, 20_000, 20_000]);
    // 100 kB at 1 MB/s, but timers are not exact.
    expect(performance.now() - before).toBeGreaterThan(90);
  });
});
