import { createHash } from 'node:crypto';
import { notFound } from '../../http/errors.ts';
import { isoTime } from '../../http/json-values.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { Asking, ServicesOf } from '../../http/services.ts';
import type { calibrationEndpoints } from './calibration-endpoints.ts';
import { setSummary } from './calibration-sets.ts';
import { judgesAgreements } from './judge-set.ts';
import { keepVerdict, nextQuestion } from './question.ts';
import { errorSurfaces } from './read/error-surface.ts';
import { tradeOff } from './read/recommend.ts';
import { keepRecommendation, readCalibration, recommendationOf } from './read-calibration.ts';
import type { CalibrationSet } from './tables/calibrations.ts';

export function calibrationServices({ store }: ServiceContext): ServicesOf<typeof calibrationEndpoints> {
  const { calibrations } = store;
  /** Administrators see every set, others those that were given to them. */
  const isFor = async ({ id }: CalibrationSet, { caller: { principal } }: Asking): Promise<boolean> => {
    if (principal.kind === 'anonymous') return false;
    const { role, id: user } = principal.user;
    return role === 'administrator' || (await calibrations.judges(id)).has(user);
  };
  /** A set of others is like one that does not exist. */
  const called = async (name: string, asking: Asking): Promise<CalibrationSet> => {
    const set = await calibrations.find(name);
    if (set === null || !(await isFor(set, asking))) throw notFound(`calibration set "${name}"`);
    return set;
  };
  return {
    listCalibrationSets: async (_, asking) => {
      const all = await calibrations.list();
      const seen = await Promise.all(all.map((set) => isFor(set, asking)));
      const sets = await Promise.all(
        all
          .filter((_set, place) => seen[place])
          .map(async (set) => {
            const { sites, states, verdicts, points } = await setSummary(store, set);
            return {
              name: set.name,
              createdAt: isoTime(set.createdAt),
              sites: sites.map(({ number, url }) => ({ site: number, url, states: states.get(number) ?? 0 })),
              ...{ verdicts, settings: points, recommended: recommendationOf(set)?.setting ?? null },
            };
          }),
      );
      return { sets };
    },
    nextQuestion: async ({ set }, asking) =>
      nextQuestion(store, await called(set, asking), asking.caller.name),
    giveVerdict: async ({ set: name, body }, asking) => {
      const set = await called(name, asking);
      const { caller } = asking;
      await keepVerdict(store, set, { ...body, judge: caller.name });
      return nextQuestion(store, set, caller.name);
    },
    takeBackVerdict: async ({ set: name }, asking) => {
      const set = await called(name, asking);
      const { caller } = asking;
      await calibrations.undo(set.id, caller.name);
      return nextQuestion(store, set, caller.name);
    },
    compareJudges: async ({ set: name }, asking) => {
      const set = await called(name, asking);
      const verdicts = await calibrations.verdicts(set.id);
      const judges = [...Map.groupBy(verdicts, ({ judge }) => judge)];
      return {
        judges: judges.map(([judge, said]) => ({ name: judge, verdicts: said.length })),
        agreements: await judgesAgreements(store, set),
      };
    },
    readRecordedScreenshot: async ({ set: name, site, state }, asking) => {
      const set = await called(name, asking);
      const body = await calibrations.screenshot(set.id, site, state);
      if (body === null) throw notFound(`picture of state ${state} of site ${site}`);
      const etag = createHash('sha256').update(body).digest('hex').slice(0, 32);
      return { type: 'image/png', body, etag, lastModified: set.createdAt, policy: 'foreign' };
    },
    readCalibration: async ({ set: name, weight }, asking) => {
      const set = await called(name, asking);
      const { best, equality, heldOut, points } = await readCalibration(store, set, weight);
      const sites = await calibrations.sites(set.id);
      return {
        recommended: { setting: best.setting, figures: best.figures },
        equality,
        heldOut: heldOut.map(({ site, setting, figures }) => ({ site, setting, figures })),
        surfaces: errorSurfaces(points),
        trades: tradeOff(points).map(({ setting, figures }) => ({ setting, figures })),
        sites: sites.map(({ number, url }) => ({ site: number, url })),
      };
    },
    listMistakes: async ({ set, setting }, asking) => {
      const { mistakes } = await readCalibration(store, await called(set, asking), 1);
      return {
        mistakes: mistakes(setting).map((mistake) => ({
          kind: mistake.kind,
          site: mistake.site,
          state: mistake.state,
          other: mistake.kind === 'missed' ? mistake.takenFor : mistake.of,
        })),
      };
    },
    recommendSetting: async ({ set, body: { weight } }, asking) => {
      const read = await readCalibration(store, await called(set, asking), weight);
      const { setting } = await keepRecommendation(store, read);
      return { setting };
    },
  };
}
