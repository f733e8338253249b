import { expect, test } from 'vitest';
import { fetcherOfThisTest, serveThisTest } from '../../../test/fixtures/servers/for-this-test.ts';
import { answer } from '../../../test/fixtures/servers/scripted-server.ts';
import { HttpSession } from '../http/http-session.ts';
import { BandwidthLimit } from './paced-transfer.ts';

test('bytes are paid for with time', () => {
  let now = 0;
  const limit = new BandwidthLimit(1000, () => now);
  expect(limit.take(500)).toBe(500);
  expect(limit.take(250)).toBe(750);
  now = 700;
  expect(limit.take(10)).toBe(60);
  now = 10_000;
  expect(limit.take(100)).toBe(100);
});

test('simultaneous pages share the limit, and waiting for it does not make the server slow', async () => {
  const server = await serveThisTest(({ socket }) => socket.write(answer(200, {}, 'x'.repeat(50_000))));
  const fetcher = fetcherOfThisTest({
    bandwidth: new BandwidthLimit(500_000),
    limits: { rateWindowMs: 20, minBytesPerSecond: 1 },
  });
  const started = performance.now();
  const ask = (page: number) =>
    fetcher.fetch({ url: `${server.origin}/${page}`, session: new HttpSession() });
  const results = await Promise.all([1, 2, 3].map(ask));
  expect(results.every(({ wireBytes }) => wireBytes === 50_000)).toBe(true);
  expect(performance.now() - started).toBeGreaterThan(290);
});
