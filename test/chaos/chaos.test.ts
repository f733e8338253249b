import { describe, expect, test } from 'vitest';
import { type KillCounts, killSchedule } from './kill-schedule.ts';
import { runChaos } from './run-chaos.ts';
import type { CommitMode } from './split-commit.ts';

// `npm run chaos` does the same with 100 kills.

/** It takes seconds on a quiet machine, and much longer on one that is busy with other tests. */
const timeout = 300_000;

describe('a crawl that is killed again and again', { timeout }, () => {
  const counts: KillCounts = {
    insideCommit: 1,
    besideCommit: 0,
    openingCommit: 1,
    closingCommit: 1,
    atRequest: 1,
    inFile: 1,
  };

  test('stores every page once, loses none, leaves none half-written', async () => {
    const pages = 700;
    const report = await runChaos({
      seed: 'short',
      pages,
      lives: killSchedule('short', counts, pages / 10),
      mode: 'whole',
    });
    expect(report.faults.slice(0, 20)).toEqual([]);
    expect(report.killed).toBe(10);
    expect(report.killedInCommit).toBeGreaterThanOrEqual(4);
  });
});

describe('one kill right before a commit and one right after', { timeout, concurrent: true }, () => {
  const counts: KillCounts = {
    insideCommit: 0,
    besideCommit: 1,
    openingCommit: 0,
    closingCommit: 0,
    atRequest: 0,
    inFile: 0,
  };
  const lives = killSchedule('split', counts, 50);
  const faultsWith = async (mode: CommitMode) => {
    const { killed, faults } = await runChaos({ seed: 'split', pages: 250, lives, mode });
    expect(killed).toBe(2);
    return new Set(faults.map(({ kind }) => kind));
  };

  test('lose nothing', async () => {
    expect(await faultsWith('whole')).toEqual(new Set());
  });

  test('lose pages and bodies when the commit is split in two', async () => {
    expect(await faultsWith('visits first')).toEqual(
      new Set(['half a commit', 'page missing', 'body wrong']),
    );
  });

  test('leave half a commit when it is split the other way round', async () => {
    expect(await faultsWith('visits last')).toEqual(new Set(['half a commit']));
  });
});
