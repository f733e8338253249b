import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FaultWindow } from './faults.ts';
import { judgePart, judgeSlots, type PartHistory } from './judge-part.ts';
import type { StarvedPart } from './parts.ts';
import { deadInMetrics } from './readiness.ts';
import { changeSomething, settled, startWhole, type Whole } from './run-starved-chaos.ts';

const DAY = 86_400_000;
const PROJECTS = 2;
/** How long a round may take before what is open counts as stuck, in milliseconds. */
const LONGEST_ROUND = 120_000;
/** How long PostgreSQL is away after the server has noticed, in milliseconds. */
const AWAY = 4000;

// `npm run chaos -- starved` does it for hours, with every fault.
test('a database that was away and processes that were killed cost no due run and no message, and nothing is told twice', {
  timeout: 500_000,
}, async () => {
  const begun = Date.now();
  const whole = await startWhole({
    parts: ['watch', 'server', 'cluster'],
    projects: 3 * PROJECTS,
    // Time does not make them due, however slow the machine is: only clocks that are set do.
    schedule: 'every 1d',
    browser: false,
    waits: 20,
  });
  onTestFinished(whole.close);
  const rounds: readonly ((part: StarvedPart) => Promise<void>)[] = [
    (part) => (part.name === 'cluster' ? databaseAway(part) : killedInRun(whole, part)),
    // What died silently does not do this one.
    async () => undefined,
  ];
  expect(await openAfter(whole, 0)).toEqual({ watch: [], server: [], cluster: [] });
  for (const [place, fault] of rounds.entries()) {
    changeSomething(whole.site);
    const since = Date.now();
    await Promise.all(
      whole.parts.map((part) => {
        const inflicted = fault(part);
        for (const { clock } of part.processes) clock.set({ off: (place + 1) * DAY });
        return inflicted;
      }),
    );
    expect(await openAfter(whole, since), `round ${place + 1}`).toEqual({
      watch: [],
      server: [],
      cluster: [],
    });
  }

  for (const part of whole.parts) {
    if (part.name !== 'watch') expect(await part.ask(['GET', '/readyz'])).toMatchObject({ status: 200 });
    const history: PartHistory = {
      ...{ samples: [], open: [], interval: DAY, allowance: 60_000, until: Date.now() },
      windows: [clocksSet(part, begun)],
      ...{ site: whole.site, receiver: whole.receiver },
      deadTasks: await deadInMetrics(part),
      endings: await part.stop(),
    };
    const { counts, faults } = await judgePart(part, history);
    expect(faults, part.name).toEqual([]);
    const changes = PROJECTS * rounds.length;
    expect(counts, part.name).toMatchObject({
      ...{ runs: PROJECTS * (1 + rounds.length), lost: 0, twice: 0, ended: 0, stuck: 0 },
      ...{ expected: changes, once: changes, messagesLost: 0, messagesTwice: 0 },
    });
    // What the judge does not notice here, it would not notice there.
    const own = whole.receiver.requests.filter(({ path }) => path.startsWith(`/${part.name}/`));
    const [first] = own;
    if (first === undefined) throw new Error('no message came');
    const again = { ...first, headers: { ...first.headers, 'idempotency-key': 'another' } };
    const without = { ...history, receiver: { ...whole.receiver, requests: own.slice(1) } };
    const twice = { ...history, receiver: { ...whole.receiver, requests: [...own, again] } };
    expect((await judgePart(part, without)).counts).toMatchObject({ messagesLost: 1, messagesTwice: 0 });
    expect((await judgePart(part, twice)).counts).toMatchObject({ messagesLost: 0, messagesTwice: 1 });
  }
});

/** What is still open in each part when everything that began at a moment should be done. */
async function openAfter(
  { parts }: Whole,
  since: number,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const open = await Promise.all(
    parts.map(async (part) => [part.name, await settled(part, since, LONGEST_ROUND)] as const),
  );
  return Object.fromEntries(open);
}

async function databaseAway(part: StarvedPart): Promise<void> {
  await part.postgres?.halt();
  await expect.poll(() => part.ask(['GET', '/readyz'])).toMatchObject({ status: 503 });
  await setTimeout(AWAY);
  await part.postgres?.start();
}

/** Killed when one of its runs has asked for a page. */
async function killedInRun({ site }: Whole, part: StarvedPart): Promise<void> {
  const origins = new Set([...part.projects.values()].map((start) => new URL(start).origin));
  const asked = () => site.asked.filter(({ host }) => origins.has(host)).length;
  const before = asked();
  await expect.poll(asked, { interval: 2 }).toBeGreaterThan(before);
  part.processes[0]?.process.kill();
}

const clocksSet = ({ name }: StarvedPart, from: number): FaultWindow => ({
  ...{ part: name, fault: 'clocks are set', takesDatabase: false, from, to: Date.now() },
});

describe('the judge of schedules', () => {
  const MINUTE = 60_000;
  const runsAt = (...minutes: readonly number[]) =>
    minutes.map((minute) => ({ begun: minute * MINUTE, ended: minute * MINUTE + 2000, lateBy: 0 }));
  const judged = (minutes: readonly number[], given: Partial<PartHistory> = {}) =>
    judgeSlots(runsAt(...minutes), 0, {
      ...{ windows: [], samples: [], interval: MINUTE, allowance: MINUTE, until: 10.5 * MINUTE },
      ...given,
    });
  const away = (from: number, to: number, fault = 'PostgreSQL away'): FaultWindow => ({
    ...{ part: 'cluster', fault, takesDatabase: true, from: from * MINUTE, to: to * MINUTE },
  });
  const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  test('each slot has its run', () => {
    expect(judged(all)).toMatchObject({ slots: 11, late: 0, lost: 0, twice: 0, faults: [] });
  });

  test('schedules that died are lost slots', () => {
    expect(judged([0, 1, 2, 3])).toMatchObject({ late: 0, lost: 7 });
  });

  test('slots in which the database was away are late', () => {
    expect(judged([0, 1, 2, 8, 9, 10], { windows: [away(2.5, 7)] })).toMatchObject({ late: 5, lost: 0 });
    expect(judged([0, 1, 2], { windows: [away(2.5, 4)] })).toMatchObject({ lost: 8 });
  });

  test('slots of which the server said that they are late are late', () => {
    const samples = [{ at: 7 * MINUTE, status: 200, dead: [], late: 240 }];
    expect(judged([0, 1, 2, 8, 9, 10], { samples })).toMatchObject({ late: 5, lost: 0 });
  });

  test('a wrong clock is no reason not to run', () => {
    expect(judged([0, 1, 2, 8, 9, 10], { windows: [away(2.5, 7, 'clock back')] })).toMatchObject({ lost: 5 });
  });

  test('a second run in a slot is one too many, unless it stands for the slot before', () => {
    expect(judged([...all, 10.3])).toMatchObject({ twice: 1 });
    expect(judged([0, 1, 3.1, 3.4, 4, 5, 6, 7, 8, 9, 10])).toMatchObject({ twice: 0 });
  });
});
