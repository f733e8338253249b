import { expect, test } from 'vitest';
import { Cooldown } from './pacing.ts';

test('work that takes long is left out for a while, and quick work never is', async () => {
  let now = 0;
  let done = 0;
  const cooldown = new Cooldown(() => now);
  const work = (ms: number) =>
    cooldown.do(async () => {
      now += ms;
      done++;
    });
  await work(10);
  await work(300);
  expect(done).toBe(2);
  now += 2999;
  await work(10);
  expect(done).toBe(2);
  now += 1;
  await work(10);
  await work(10);
  expect(done).toBe(4);
});

test('work that failed is not left out', async () => {
  let now = 0;
  const cooldown = new Cooldown(() => now);
  const failing = cooldown.do(async () => {
    now += 20_000;
    throw new Error('the database is away');
  });
  await expect(failing).rejects.toThrow('away');
  let done = 0;
  await cooldown.do(async () => void done++);
  expect(done).toBe(1);
});
