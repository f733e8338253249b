import { expect, onTestFinished, test } from 'vitest';
import { ProcessMeter } from './process-meter.ts';

test('two monitoring systems see the same delay of the event loop', async () => {
  const meter = new ProcessMeter();
  onTestFinished(() => meter.close());
  const longest = () =>
    meter
      .metrics()
      .find(({ name }) => name === 'tidemark_event_loop_delay_seconds')
      ?.samples.find(({ labels }) => labels?.['share'] === '1')?.value ?? 0;
  const afterBlocking = () => {
    const until = performance.now() + 300;
    while (performance.now() < until);
    return longest();
  };
  // A delay is seen when the loop has turned once more.
  await expect.poll(afterBlocking).toBeGreaterThan(0.2);
  expect(longest()).toBeGreaterThan(0.2);
});
