import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writePng } from '../../../presentation/pictures/png.ts';
import { measuredPoints, type RunPoint } from '../read/measured-point.ts';
import { mistakesOf } from '../read/mistakes.ts';
import { calibrationHtml } from './calibration-html.ts';
import type { CalibrationReport } from './calibration-report.ts';
import { mistakesData, picturedStates } from './mistakes-data.ts';

const attack = '</script><script>alert(1)</script>';
const judged = [{ site: 1, classOf: [0, 1, 0], tried: 3 }];
const point = (setting: string, kept: readonly number[]): RunPoint => ({
  setting,
  result: { microsPerPage: 1, sites: [{ site: 1, kept, takenFor: [0, 0, 0], unreached: [], tried: 1 }] },
});
const run = [
  point('broder/words:3@0.1', [0, 1]),
  point('broder/words:3@0.2', [0]),
  point('broder/words:3@0.3', [0]),
  point('equality@0', [0, 1, 2]),
];
const points = measuredPoints(run, judged);
const [best] = points;
if (best === undefined) throw new Error('there is no point');
const picture = writePng({ width: 2, height: 1, channels: 3, data: new Uint8Array(6) });
const report: CalibrationReport = {
  ...{ name: attack, at: 0, weight: 1, points, best, heldOut: [] },
  equality: points[3]?.figures ?? null,
  sites: [{ site: 1, url: `http://site.example/${attack}`, states: 3 }],
  mistakes: (setting) =>
    mistakesOf(
      judged,
      run.find((each) => each.setting === setting)?.result ?? { sites: [], microsPerPage: 0 },
    ),
  screenshot: async (_, state) => (state === 2 ? null : picture),
};

test('settings that are wrong in the same way share what they got wrong', () => {
  const data = mistakesData(report);
  expect(data.lists).toEqual([[], [['missed', 1, 1, 0]], [['duplicate', 1, 2, 0]]]);
  expect(data.of).toEqual({
    'broder/words:3@0.1': 0,
    'broder/words:3@0.2': 1,
    'broder/words:3@0.3': 1,
    'equality@0': 2,
  });
  expect(picturedStates(data, best.setting).map(({ state }) => state)).toEqual([1, 0, 2]);
});

test('the report has a button for every setting, the pictures that they need, and nothing that names could smuggle in', async () => {
  const html = await text(calibrationHtml(report));
  expect(html.match(/data-setting="broder/g)).toHaveLength(3);
  expect(html.match(/id="picture-1-\d"/g)).toEqual(['id="picture-1-1"', 'id="picture-1-0"']);
  expect(html).toContain('better than equality of stripped documents (1)');
  expect(html).not.toContain(attack);
  expect(html).not.toContain('alert(1)</script>');
});
