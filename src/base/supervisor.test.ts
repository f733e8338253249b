import { describe, expect, test } from 'vitest';
import { Supervisor, type SupervisorOptions, type TaskClock } from './supervisor.ts';

/** Sleeps end when the test says so, or when they are aborted; how long they were is kept. */
function clockForTest() {
  const sleeps: number[] = [];
  let now = 0;
  let wakeUp: () => void = () => undefined;
  let asleep = Promise.withResolvers<void>();
  const clock: TaskClock = {
    now: () => now,
    sleep: (ms, signal) => {
      sleeps.push(ms);
      asleep.resolve();
      return new Promise<void>((resolve) => {
        wakeUp = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    },
  };
  return {
    clock,
    sleeps,
    /** Returns when the task sleeps. */
    asleep: async () => {
      await asleep.promise;
      asleep = Promise.withResolvers();
    },
    wakeUp: () => wakeUp(),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

function supervised(options: Partial<SupervisorOptions> = {}) {
  const time = clockForTest();
  const failures: string[] = [];
  const supervisor = new Supervisor({
    clock: time.clock,
    onFailure: (task, error) => void failures.push(`${task}: ${(error as Error).message}`),
    ...options,
  });
  return { ...time, failures, supervisor };
}

describe('a task that fails', () => {
  test('is repeated after a pause that grows, and its failure is reported once', async () => {
    const { supervisor, failures, sleeps, asleep, wakeUp } = supervised();
    let rounds = 0;
    supervisor.start({
      name: 'schedules',
      round: async () => {
        if (++rounds <= 7) throw new Error('the database is away');
        return 1000;
      },
    });
    for (let failed = 0; failed < 7; failed++) {
      await asleep();
      expect(supervisor.statuses()).toMatchObject([
        { name: 'schedules', isAlive: false, failure: 'the database is away', restarts: failed + 1 },
      ]);
      wakeUp();
    }
    await asleep();
    expect(sleeps).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 1000]);
    expect(supervisor.statuses()).toMatchObject([{ isAlive: true, failure: null, restarts: 7 }]);
    expect(failures).toEqual(['schedules: the database is away']);
    await supervisor.stop();
  });

  test('goes on when the report of a failure fails, too', async () => {
    const onFailure = () => {
      throw new Error('the log is full');
    };
    const { supervisor, asleep, wakeUp } = supervised({ onFailure });
    let rounds = 0;
    supervisor.start({
      name: 'deliveries',
      round: async () => {
        if (++rounds === 1) throw new Error('no');
        return 0;
      },
    });
    await asleep();
    wakeUp();
    await asleep();
    expect(rounds).toBe(2);
    await supervisor.stop();
  });

  test('is not hurried by those who want it', async () => {
    const { supervisor, sleeps, asleep, wakeUp } = supervised();
    let rounds = 0;
    const task = supervisor.start({
      name: 'search index',
      round: async () => {
        if (++rounds === 1) throw new Error('no');
        return 60_000;
      },
    });
    await asleep();
    const finished = task.finishRound();
    task.wake();
    expect(rounds).toBe(1);
    wakeUp();
    await finished;
    await asleep();
    expect(sleeps).toEqual([500, 60_000]);
    await supervisor.stop();
  });
});

test('failed tasks go on at once when what they need is there again, but never sooner than a second after they failed', async () => {
  const { supervisor, sleeps, asleep, wakeUp, pass } = supervised();
  let isAway = true;
  let rounds = 0;
  supervisor.start({
    name: 'schedules',
    round: async () => {
      rounds++;
      if (isAway) throw new Error('the database is away');
      return 1e9;
    },
  });
  for (let failed = 0; failed < 6; failed++) {
    await asleep();
    if (failed < 5) wakeUp();
  }
  expect(sleeps.at(-1)).toBe(15_000);
  isAway = false;
  pass(999);
  supervisor.retryFailed();
  await Promise.resolve();
  expect(rounds).toBe(6);
  pass(1);
  supervisor.retryFailed();
  await asleep();
  expect(rounds).toBe(7);
  expect(supervisor.statuses()).toMatchObject([{ isAlive: true }]);
  supervisor.retryFailed();
  expect(rounds).toBe(7);
  await supervisor.stop();
});

describe('a task', () => {
  test('that hangs is given up, and another round begins', async () => {
    const { supervisor, failures, asleep, wakeUp } = supervised();
    let rounds = 0;
    const givenUp = Promise.withResolvers<void>();
    supervisor.start({
      name: 'workers',
      longestSilence: 20,
      round: ({ signal }) => {
        if (++rounds > 1) return Promise.resolve(0);
        signal.addEventListener('abort', () => givenUp.resolve(), { once: true });
        return new Promise<never>(() => undefined);
      },
    });
    await givenUp.promise;
    await asleep();
    wakeUp();
    await asleep();
    expect(rounds).toBe(2);
    expect(failures).toEqual(['workers: "workers" sent no heartbeat for 0 s']);
    await supervisor.stop();
  });

  test('begins a round after those under way for a call that arrives meanwhile', async () => {
    const { supervisor } = supervised();
    const first = Promise.withResolvers<void>();
    let rounds = 0;
    const task = supervisor.start({
      name: 'deliveries',
      round: async () => {
        if (++rounds === 1) await first.promise;
        return 60_000;
      },
    });
    await Promise.resolve();
    const finished = task.finishRound();
    first.resolve();
    await finished;
    expect(rounds).toBe(2);
    await supervisor.stop();
  });

  test('that stops lets everybody go who waits for it', async () => {
    const { supervisor, asleep } = supervised();
    const task = supervisor.start({ name: 'retention', round: () => Promise.reject(new Error('no')) });
    await asleep();
    const finished = task.finishRound();
    await supervisor.stop();
    await finished;
    await task.finishRound();
  });
});
