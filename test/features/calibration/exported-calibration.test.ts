import { expect, test } from 'vitest';
import {
  type CalibrationReport,
  calibrationHtml,
  exportedCalibration,
  picturedStates,
} from '../../../src/features/calibration/exported-calibration.ts';
import { measuredPoints } from '../../../src/features/calibration/metrics/metrics.ts';
import type { RunPoint } from '../../../src/features/calibration/points/point-result.ts';
import { mistakesOf } from '../../../src/features/calibration/read/mistakes.ts';
import { writePng } from '../../../src/presentation/pictures/png.ts';
import { exportedForThisTest, openedFile } from '../../kernel/fetch/exported-file.ts';

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
  const data = exportedCalibration(report);
  expect(data.lists).toEqual([
    [],
    [{ kind: 'missed', site: 1, state: 1, other: 0 }],
    [{ kind: 'duplicate', site: 1, state: 2, other: 0 }],
  ]);
  expect(data.listOf).toEqual({
    'broder/words:3@0.1': 0,
    'broder/words:3@0.2': 1,
    'broder/words:3@0.3': 1,
    'equality@0': 2,
  });
  expect(picturedStates(data).map(({ state }) => state)).toEqual([1, 0, 2]);
});

test('the file has a button for every setting, the pictures that they need, and nothing that names could smuggle in', async () => {
  const parts: string[] = [];
  const url = await exportedForThisTest(async function* () {
    for await (const part of calibrationHtml(report)) {
      parts.push(part);
      yield part;
    }
  });
  const html = parts.join('');
  expect(html.match(/id="picture-1-\d"/g)).toEqual(['id="picture-1-1"', 'id="picture-1-0"']);
  expect(html).not.toContain(attack);
  expect(html).not.toContain('alert(1)</script>');
  const { page, complaints } = await openedFile(url);
  await page.getByRole('heading', { name: 'Recommended' }).waitFor();
  const settings = page.getByRole('button', { name: /^\d+$/ });
  expect(await settings.count()).toBe(3);
  await page.getByText('better than equality of stripped documents (1)').waitFor();
  expect(await page.title()).toBe(`Calibration of ${attack}`);
  await settings.nth(1).click();
  await page.getByText('state 1 is missed: it is taken for state 0.').waitFor();
  expect(await page.locator('img').count()).toBe(2);
  expect(complaints).toEqual([]);
});

test('readers without scripts get the figures', async () => {
  const { page } = await openedFile(await exportedForThisTest(() => calibrationHtml(report)), {
    javaScriptEnabled: false,
  });
  expect(await page.locator('pre').textContent()).toContain('Recommended: broder/words:3@0.1');
});
