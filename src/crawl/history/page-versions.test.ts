import { expect, test } from 'vitest';
import { AppError } from '../run/errors.ts';
import type { Run } from '../tables/run.ts';
import type { PageVisit } from '../tables/visit.ts';
import { chooseVersions, runNumbered, versionAsOfRun, versionHistory, versionsOf } from './page-versions.ts';

const runs = [5, 4, 3, 2, 1].map((number): Run => {
  const times = { startedAt: number, endedAt: number };
  const rest = {
    settings: '{}',
    savedState: null,
    pauseReason: null,
    resumeAt: null,
    dueAt: null,
    knownPages: null,
    confirmedAt: null,
    confirmedBy: null,
    retentionAt: null,
  };
  return { id: 100 + number, projectId: 1, number, state: 'finished', ...times, ...rest };
});

/** Visits of a page, newest first: the content of each run, `-` when nothing came, `?` for a version that is not kept any more. */
function visits(...contents: readonly string[]): readonly PageVisit[] {
  return contents.map((content, place) => {
    const sha256 = /^[-?]$/.test(content) ? null : Buffer.from(content);
    return { runId: 105 - place, sha256, flag: content === '?' ? 'UPD' : null } as PageVisit;
  });
}

const numbers = (...contents: readonly string[]) =>
  versionsOf(visits(...contents), runs).map(({ run, until }) => [run.number, until.number]);

test('a version lasts from the run that brought it to the last one that found it unchanged', () => {
  expect(numbers('b', 'b', 'a', 'a', 'a')).toEqual([
    [4, 5],
    [1, 3],
  ]);
});

test('errors and missing pages do not end a version; content that returns is a new version', () => {
  expect(numbers('a', '-', 'a', 'b', 'a')).toEqual([
    [3, 5],
    [2, 2],
    [1, 1],
  ]);
  expect(numbers('-', '-')).toEqual([]);
});

const chosen = (choice: { from?: number; to?: number }, ...contents: readonly string[]) =>
  chooseVersions('u', versionHistory(visits(...contents), runs), runs, choice).map(({ run }) => run.number);

test('the two newest versions, or those of two runs', () => {
  expect(chosen({}, 'c', 'b', 'b', 'a', 'a')).toEqual([3, 5]);
  expect(chosen({ to: 4 }, 'c', 'b', 'b', 'a', 'a')).toEqual([1, 3]);
  expect(chosen({ from: 2 }, 'c', 'b', 'b', 'a', 'a')).toEqual([1, 5]);
  expect(chosen({ from: 5, to: 1 }, 'c', 'b', 'b', 'a', 'a')).toEqual([5, 1]);
});

test.each([
  [{}, ['a', 'a'], 'had only one version, from run 4 to run 5'],
  [{}, ['-', '-'], 'no visit has succeeded yet'],
  [{ from: 3 }, ['a'], 'had no version in run 3; its first is from run 5'],
  [{ to: 9 }, ['a', 'b'], 'there is no run 9; there are runs 1 to 5'],
] as const)('%j of %j: %s', (choice, contents, message) => {
  expect(() => chosen(choice, ...contents)).toThrow(AppError);
  expect(() => chosen(choice, ...contents)).toThrow(message);
});

test('a version that is not kept any more is never taken for an older one', () => {
  const history = versionHistory(visits('c', '-', '?', 'a', '-'), runs);
  expect(versionAsOfRun(history, 5)).toMatchObject({ run: { number: 5 } });
  expect([4, 3].map((run) => versionAsOfRun(history, run))).toEqual(['lost', 'lost']);
  expect(versionAsOfRun(history, 2)).toMatchObject({ run: { number: 2 } });
  expect(versionAsOfRun(history, 1)).toBeNull();
  expect(() => chosen({}, 'c', '-', '?', 'a', '-')).toThrow('from run 3 is not kept any more');
  expect(() => chosen({ from: 4 }, 'c', '-', '?', 'a', '-')).toThrow('from run 4 is not kept any more');
  expect(chosen({ from: 2 }, 'c', '-', '?', 'a', '-')).toEqual([2, 5]);
});

test('a project that never ran', () => {
  expect(() => runNumbered([], undefined)).toThrow('has not run yet');
  expect(() => runNumbered(runs.slice(-1), 2)).toThrow('the only run is 1');
});
