import { expect, test } from 'vitest';
import { generatedSite } from '../../../test/features/calibration/generated-sites.ts';
import { equalityPoint, familiesOf } from './points/setting-grid.ts';
import { ReplayedSites } from './replayed-sites.ts';

test('actions that a recording did not come to count for no setting', async () => {
  const { recording } = generatedSite(1, 10);
  const [family] = familiesOf([equalityPoint]);
  if (family === undefined) throw new Error('there is no family');
  const triedOf = async (tried: typeof recording.tried) => {
    const [point] = await new ReplayedSites([
      { site: 1, recording: { ...recording, tried }, strip: [] },
    ]).replay(family);
    return point?.result.sites[0]?.tried;
  };
  expect(await triedOf(recording.tried)).toBe(60);
  expect(await triedOf(recording.tried.slice(0, 9))).toBe(9);
});
