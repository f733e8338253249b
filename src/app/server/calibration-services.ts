import { createHash } from 'node:crypto';
import { errorSurfaces } from '../../calibrate/index.ts';
import { type ApiServices, notFound } from '../../publish/index.ts';
import type { CalibrationSet } from '../../store/index.ts';
import {
  judgesAgreements,
  keepRecommendation,
  keepVerdict,
  nextQuestion,
  readCalibration,
  recommendationOf,
  setSummary,
} from '../calibration/index.ts';
import { isoTime, type ServerParts } from './server-parts.ts';

type CalibrationServices = Pick<
  ApiServices,
  | 'listCalibrationSets'
  | 'nextQuestion'
  | 'giveVerdict'
  | 'takeBackVerdict'
  | 'compareJudges'
  | 'readRecordedScreenshot'
  | 'readCalibration'
  | 'listMistakes'
  | 'recommendSetting'
>;

export function calibrationServices({ store }: Pick<ServerParts, 'store'>): CalibrationServices {
  const { calibrations } = store;
  const called = async (name: string): Promise<CalibrationSet> => {
    const set = await calibrations.find(name);
    if (set === null) throw notFound(`calibration set "${name}"`);
    return set;
  };
  return {
    listCalibrationSets: async () => ({
      sets: await Promise.all(
        (await calibrations.list()).map(async (set) => {
          const { sites, states, verdicts, points } = await setSummary(store, set);
          return {
            name: set.name,
            createdAt: isoTime(set.createdAt),
            sites: sites.map(({ number, url }) => ({ site: number, url, states: states.get(number) ?? 0 })),
            ...{ verdicts, settings: points, recommended: recommendationOf(set)?.setting ?? null },
          };
        }),
      ),
    }),
    nextQuestion: async ({ set }, { caller }) => nextQuestion(store, await called(set), caller.name),
    giveVerdict: async ({ set: name, body }, { caller }) => {
      const set = await called(name);
      await keepVerdict(store, set, { ...body, judge: caller.name });
      return nextQuestion(store, set, caller.name);
    },
    takeBackVerdict: async ({ set: name }, { caller }) => {
      const set = await called(name);
      await calibrations.undo(set.id, caller.name);
      return nextQuestion(store, set, caller.name);
    },
    compareJudges: async ({ set: name }) => {
      const set = await called(name);
      const verdicts = await calibrations.verdicts(set.id);
      const judges = [...Map.groupBy(verdicts, ({ judge }) => judge)];
      return {
        judges: judges.map(([judge, said]) => ({ name: judge, verdicts: said.length })),
        agreements: await judgesAgreements(store, set),
      };
    },
    readRecordedScreenshot: async ({ set: name, site, state }) => {
      const set = await called(name);
      const body = await calibrations.screenshot(set.id, site, state);
      if (body === null) throw notFound(`picture of state ${state} of site ${site}`);
      const etag = createHash('sha256').update(body).digest('hex').slice(0, 32);
      return { type: 'image/png', body, etag, lastModified: set.createdAt, policy: 'foreign' };
    },
    readCalibration: async ({ set, weight }) => {
      const { best, equality, heldOut, points } = await readCalibration(store, await called(set), weight);
      return {
        recommended: { setting: best.setting, figures: best.figures },
        equality,
        heldOut: heldOut.map(({ site, setting, figures }) => ({ site, setting, figures })),
        surfaces: errorSurfaces(points),
      };
    },
    listMistakes: async ({ set, setting }) => {
      const { mistakes } = await readCalibration(store, await called(set), 1);
      return {
        mistakes: mistakes(setting).map((mistake) => ({
          kind: mistake.kind,
          site: mistake.site,
          state: mistake.state,
          other: mistake.kind === 'missed' ? mistake.takenFor : mistake.of,
        })),
      };
    },
    recommendSetting: async ({ set, body: { weight } }) => {
      const read = await readCalibration(store, await called(set), weight);
      const { setting } = await keepRecommendation(store, read);
      return { setting };
    },
  };
}
