import type { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import { failureCode } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { Exchange } from './exchange.ts';
import { defaultHttpLimits } from './http-request.ts';

const limits = { ...defaultHttpLimits, whenTooLarge: 'fail' } as const;

/** undici's side of an exchange. */
function controller(exchange: Exchange): Dispatcher.DispatchController {
  const made: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders: [],
    abort: (reason) => exchange.onResponseError(made, reason),
    pause: () => undefined,
    resume: () => undefined,
  };
  return made;
}

test('the time that a request waits for a connection is not that of the server', async () => {
  let now = 0;
  const exchange = new Exchange('http://a/', limits, { deadline: 1e9, now: () => now, bandwidth: null });
  exchange.check(limits.headersTimeoutMs * 2);
  expect(exchange.settled).toBe(false);
  now = limits.headersTimeoutMs * 2;
  exchange.onRequestStart(controller(exchange));
  exchange.check(now + limits.headersTimeoutMs - 1);
  expect(exchange.settled).toBe(false);
  exchange.check(now + limits.headersTimeoutMs);
  expect(await failureCode(exchange.answer)).toBe('FETCH_TIMEOUT_HEADERS');
});

test('each window must have enough bytes, however many came before', async () => {
  const exchange = new Exchange('http://a/', limits, { deadline: 1e9, now: () => 0, bandwidth: null });
  const undici = controller(exchange);
  exchange.onRequestStart(undici);
  exchange.onResponseStart(undici, 200, {});
  exchange.onResponseData(undici, Buffer.alloc(1_000_000));
  exchange.check(limits.rateWindowMs);
  exchange.onResponseData(undici, Buffer.alloc((limits.minBytesPerSecond * limits.rateWindowMs) / 1000));
  exchange.check(limits.rateWindowMs * 2);
  expect(exchange.settled).toBe(false);
  exchange.check(limits.rateWindowMs * 3);
  expect(await failureCode(exchange.answer)).toBe('FETCH_TOO_SLOW');
});
