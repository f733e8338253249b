import type { Store } from '../../../src/database/store.ts';
import { allPairs } from '../../../src/features/calibration/judge/verdict.ts';
import type { CalibrationSet } from '../../../src/features/calibration/tables/calibration-tables.ts';
import { type GeneratedSite, generatedSite } from './generated-sites.ts';

/** Keeps generated sites as a set, as if they had been recorded. */
export async function fillSet(
  { calibrations }: Pick<Store, 'calibrations'>,
  name: string,
  sites: number,
  states: number,
  seed = 1,
): Promise<{ readonly set: CalibrationSet; readonly sites: readonly GeneratedSite[] }> {
  const set = await calibrations.create(name, 1);
  const made = Array.from({ length: sites }, (_, place) => generatedSite(seed * 1000 + place, states));
  for (const { recording } of made) {
    const settings = JSON.stringify({ strip: [] });
    const { number: site } = await calibrations.begin(set.id, { url: recording.url, settings, startedAt: 1 });
    for (const state of recording.states) {
      const row = { number: state.state.number, recording: JSON.stringify(state), screenshot: null };
      await calibrations.keep({ setId: set.id, site, state: row, tried: null });
    }
    for (const [place, tried] of recording.tried.entries())
      await calibrations.keep({
        ...{ setId: set.id, site, state: null },
        tried: { number: place, recording: JSON.stringify(tried) },
      });
    await calibrations.end(set.id, site, { endedAt: 2, ending: 'complete' });
  }
  return { set: (await calibrations.find(name)) ?? set, sites: made };
}

/** Says the truth about every pair. */
export async function judgeAll(
  { calibrations }: Pick<Store, 'calibrations'>,
  set: CalibrationSet,
  sites: readonly GeneratedSite[],
): Promise<void> {
  for (const [place, { classOf }] of sites.entries())
    for (const pair of allPairs(classOf.length)) {
      const isSame = classOf[pair.one] === classOf[pair.other];
      await calibrations.judge(set.id, {
        ...pair,
        ...{ judge: 'truth', site: place + 1, verdict: isSame ? 'duplicate' : 'different', at: 1 },
      });
    }
}
