import { describe, expect, test } from 'vitest';
import { writeSetting } from '../../../fingerprint/index.ts';
import { errorSurfaces } from '../exported-calibration.ts';
import { measuredPoints } from '../metrics/metrics.ts';
import type { RunPoint } from '../points/point-result.ts';
import { equalityPoint } from '../points/setting-grid.ts';
import { crossValidated } from '../read-calibration.ts';
import { mistakesOf } from './mistakes.ts';
import { recommended, tradeOff } from './recommend.ts';

/** Two states on each site that are different to people. */
const judged = [1, 2, 3].map((site) => ({ site, classOf: [0, 1], tried: 2 }));

/** A setting that sees the sites right that are named. */
const point = (setting: string, right: readonly number[]): RunPoint => ({
  setting,
  result: {
    microsPerPage: 1,
    sites: judged.map(({ site }) => ({
      site,
      ...(right.includes(site) ? { kept: [0, 1], takenFor: [0, 1] } : { kept: [0], takenFor: [0, 0] }),
      ...{ unreached: [], tried: 2 },
    })),
  },
});

describe('the recommended setting', () => {
  test('is the one with the least errors, and in the middle of those that are as good', () => {
    const points = [
      point('broder/words:3@0.1', [1]),
      point('broder/words:3@0.2', [1, 2, 3]),
      point('broder/words:3@0.3', [1, 2, 3]),
      point('broder/words:3@0.4', [1, 2, 3]),
      point('content@0.03', [1, 2, 3]),
    ];
    expect(recommended(measuredPoints(points, judged), 1)?.setting).toBe('broder/words:3@0.3');
    expect(recommended([], 1)).toBeNull();
  });

  test('is never plain equality while there is anything else', () => {
    const points = [point(writeSetting(equalityPoint), [1, 2, 3]), point('content@0.03', [1])];
    expect(recommended(measuredPoints(points, judged), 1)?.setting).toBe('content@0.03');
  });

  test('depends on how much a missed state counts', () => {
    const again = { site: 1, classOf: [0, 0, 2], tried: 3 };
    const careful = { kept: [0, 1, 2], takenFor: [0, 1, 2] };
    const bold = { kept: [0], takenFor: [0, 0, 0] };
    const both = [careful, bold].map((made, place) => ({
      setting: `content@0.${place + 1}`,
      result: { microsPerPage: 1, sites: [{ site: 1, ...made, unreached: [], tried: 1 }] },
    }));
    const points = measuredPoints(both, [again]);
    expect(recommended(points, 3)?.setting).toBe('content@0.1');
    expect(recommended(points, 0.3)?.setting).toBe('content@0.2');
    expect(tradeOff(points).map(({ setting }) => setting)).toEqual(['content@0.1', 'content@0.2']);
  });
});

describe('cross-validation', () => {
  test('each site is judged by the setting that the others choose', () => {
    const points = [
      point(writeSetting(equalityPoint), [1, 2, 3]),
      // Best on all together, and on the sites other than the first.
      point('content@0.1', [2, 3]),
      // Best on the first alone.
      point('content@0.2', [1]),
    ];
    const found = crossValidated(points, judged, 1);
    expect(found.map(({ site, setting, figures }) => [site, setting, figures.error])).toEqual([
      [1, 'content@0.1', 1],
      [2, 'content@0.1', 0],
      [3, 'content@0.1', 0],
    ]);
    expect(found[0]?.equality?.error).toBe(0);
  });

  test('it takes two sites', () => {
    expect(crossValidated([point('content@0.1', [1])], judged.slice(0, 1), 1)).toEqual([]);
  });
});

test('mistakes are as many as the error says, each with the two states to look at', () => {
  const site = { site: 1, classOf: [0, 0, 2, 3], tried: 4 };
  const result = {
    microsPerPage: 1,
    sites: [{ site: 1, kept: [0, 1], takenFor: [0, 1, 0, 3], unreached: [3], tried: 2 }],
  };
  expect(mistakesOf([site], result)).toEqual([
    { kind: 'missed', site: 1, state: 2, other: 0 },
    { kind: 'missed', site: 1, state: 3, other: null },
    { kind: 'duplicate', site: 1, state: 1, other: 0 },
  ]);
});

test('surfaces are by algorithm and kind, with sizes and thresholds in order', () => {
  const points = [
    'broder/words:10@0.2',
    'broder/words:2@0.1',
    'content@0.1',
    'broder/links@0.1',
    'equality@0',
  ];
  const surfaces = errorSurfaces(
    measuredPoints(
      points.map((setting) => point(setting, [1])),
      judged,
    ),
  );
  expect(
    surfaces.map(({ algorithm, kind, sizes, thresholds }) => ({ algorithm, kind, sizes, thresholds })),
  ).toEqual([
    { algorithm: 'broder', kind: 'links', sizes: [1], thresholds: [0.1] },
    { algorithm: 'broder', kind: 'words', sizes: [2, 10], thresholds: [0.1, 0.2] },
    { algorithm: 'content', kind: '', sizes: [1], thresholds: [0.1] },
  ]);
});
