import { describe, expect, test } from 'vitest';
import { finished } from '../../base/index.ts';
import { segmentHtml } from '../../document/index.ts';
import { asWritten } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { comparableVersion } from './comparable-version.ts';
import { isWithinBudget, visitBudget } from './comparison-budget.ts';

const minute = 60_000;
const rows = 3000;

/** A log of `rows` lines as it is at some minute: each says how long ago it was. */
function log(at: number, newest = '', rowText = (row: number) => `Boat ${row} passed`): Snapshot {
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `<tr><td>${rowText(row)} the pier</td><td>${at + (row % 50) + 5} minutes ago</td><td><a href="/boat/${row}">more</a></td></tr>`,
  );
  const html = `<h1>Log</h1><table>${newest}${lines.join('')}</table>`;
  return { segments: segmentHtml(Buffer.from(html)).leaves, at: Date.UTC(2026, 10, 17) + at * minute };
}

const comparable = (last: Snapshot, now: Snapshot) =>
  finished(comparableVersion(last, now, asWritten, visitBudget));
const textsOf = (version: Snapshot | null) => version?.segments.map(({ text }) => text);

describe('a log of more rows than are compared part by part', () => {
  test('has not changed when only its times moved on', () => {
    const [last, now] = [log(0), log(7)];
    expect(isWithinBudget(last, now, asWritten, visitBudget)).toBe(false);
    expect(textsOf(comparable(last, now))).toEqual(textsOf(now));
  });

  test('differs in its new row and nothing else', () => {
    const row = '<tr><td>Boat 77777 passed the pier</td><td>1 minute ago</td></tr>';
    const [last, now] = [log(0), log(7, row)];
    const settled = comparable(last, now);
    expect(settled?.segments).toHaveLength(last.segments.length);
    expect(textsOf(settled)).toEqual(textsOf(log(7)));
  });

  test('is not settled where a time did not run with the clock', () => {
    const [last, now] = [log(0), log(7)];
    const late = { ...now, at: (now.at ?? 0) + 600 * minute };
    expect(comparable(last, late)).toBeNull();
    expect(comparable({ ...last, at: null }, now)).toBeNull();
  });

  test('is reported as a whole when its words differ, too', () => {
    expect(
      comparable(
        log(0),
        log(7, '', (row) => `Ship ${row + 90_000} left`),
      ),
    ).toBeNull();
  });
});
