import { expect, test } from 'vitest';
import { runMessageChaos } from './run-message-chaos.ts';

// `npm run chaos:messages` does the same with 50 kills.
test('senders that are killed lose no message and tell none under two keys', {
  timeout: 300_000,
}, async () => {
  const report = await runMessageChaos('short', 5);
  expect(report.faults).toEqual([]);
  expect(report.killed).toBe(5);
  expect(report.killedAfterSend).toBe(1);
  expect(report.repeated).toBeGreaterThanOrEqual(1);
});
