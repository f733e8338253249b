import { expect, test } from 'vitest';
import { failureCode } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { type Carrier, Exchange } from './exchange.ts';
import { defaultHttpLimits } from './http-request.ts';
import { HeaderList } from './response-headers.ts';

const limits = { ...defaultHttpLimits, whenTooLarge: 'fail' } as const;

/** The connection's side of an exchange. */
const carrier: Carrier = {
  address: '127.0.0.1',
  httpVersion: '1.1',
  pause: () => undefined,
  resume: () => undefined,
  abort: () => undefined,
};

test('the time that a request waits for a connection is not that of the server', async () => {
  let now = 0;
  const exchange = new Exchange('http://a/', limits, { deadline: 1e9, now: () => now, bandwidth: null });
  exchange.check(limits.headersTimeoutMs * 2);
  expect(exchange.settled).toBe(false);
  now = limits.headersTimeoutMs * 2;
  exchange.onSent(carrier, false);
  exchange.check(now + limits.headersTimeoutMs - 1);
  expect(exchange.settled).toBe(false);
  exchange.check(now + limits.headersTimeoutMs);
  expect(await failureCode(exchange.answer)).toBe('FETCH_TIMEOUT_HEADERS');
});

test('each window must have enough bytes, however many came before', async () => {
  const exchange = new Exchange('http://a/', limits, { deadline: 1e9, now: () => 0, bandwidth: null });
  exchange.onSent(carrier, false);
  exchange.onHeaders(200, new HeaderList([]));
  exchange.onBody(Buffer.alloc(1_000_000));
  exchange.check(limits.rateWindowMs);
  exchange.onBody(Buffer.alloc((limits.minBytesPerSecond * limits.rateWindowMs) / 1000));
  exchange.check(limits.rateWindowMs * 2);
  expect(exchange.settled).toBe(false);
  exchange.check(limits.rateWindowMs * 3);
  expect(await failureCode(exchange.answer)).toBe('FETCH_TOO_SLOW');
});
