import { expect, test } from 'vitest';
import {
  CONFIRMED_FOR,
  HEARTBEAT_AFTER,
  HOST_LEASE,
  JOB_LEASE,
  LOOK_FOR_EXPIRED,
  LOOK_FOR_EXPIRED_BY_OTHERS,
  ROUND,
} from './lease-times.ts';

test('a worker that hears nothing stops before another one may begin', () => {
  expect(CONFIRMED_FOR).toBeLessThan(Math.min(JOB_LEASE, HOST_LEASE));
  expect(HEARTBEAT_AFTER + ROUND).toBeLessThan(CONFIRMED_FOR);
});

test('a worker that died is replaced after 14 seconds, and after 32 when the node that looks hangs', () => {
  expect(JOB_LEASE + LOOK_FOR_EXPIRED + 2 * ROUND).toBe(14_000);
  expect(JOB_LEASE + LOOK_FOR_EXPIRED_BY_OTHERS + 2 * ROUND).toBe(32_000);
  expect(HOST_LEASE).toBeLessThan(14_000);
});
