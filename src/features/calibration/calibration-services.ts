import { createHash } from 'node:crypto';
import { notFound } from '../../http/errors.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { Asking, ServicesOf } from '../../http/services.ts';
import type { calibrationEndpoints } from './calibration-endpoints.ts';
import { setSummary } from './calibration-sets.ts';
import { calibrationFigures } from './exported-calibration.ts';
import { judgesAgreements } from './judge-set.ts';
import { keepVerdict, nextPair } from './next-pair.ts';
import { keepRecommendation, readCalibration, recommendationOf } from './read-calibration.ts';
import type { CalibrationSet } from './tables/calibration-tables.ts';

/** Includes the id, so that a new user with the name of a former one cannot undo that user's verdicts. */
function judgeOf({ caller: { name, principal } }: Asking): string {
  return principal.kind === 'anonymous' ? name : `${principal.user.name}#${principal.user.id}`;
}

/** Omits the id, unless two judges have the same name. */
export function shownJudges(judges: readonly string[]): (judge: string) => string {
  const nameOf = (judge: string) => judge.replace(/#\d+$/, '');
  const counts = Map.groupBy(judges, nameOf);
  return (judge) => (counts.get(nameOf(judge))?.length === 1 ? nameOf(judge) : judge);
}

export function calibrationServices({
  store,
}: Pick<ServiceContext, 'store'>): ServicesOf<typeof calibrationEndpoints> {
  const { calibrations } = store;
  /** Administrators see every set, other users those that they have access to. */
  const isFor = async ({ id }: CalibrationSet, { caller: { principal } }: Asking): Promise<boolean> => {
    if (principal.kind === 'anonymous') return false;
    const { role, id: user } = principal.user;
    return role === 'administrator' || (await calibrations.judges(id)).has(user);
  };
  /** A set without access is reported as one that does not exist. */
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
              createdAt: set.createdAt,
              sites: sites.map(({ number, url }) => ({ site: number, url, states: states.get(number) ?? 0 })),
              verdicts,
              settings: points,
              recommended: recommendationOf(set)?.setting ?? null,
            };
          }),
      );
      return { sets };
    },
    nextPair: async ({ set }, asking) => nextPair(store, await called(set, asking), judgeOf(asking)),
    giveVerdict: async ({ set: name, body }, asking) => {
      const set = await called(name, asking);
      const judge = judgeOf(asking);
      await keepVerdict(store, set, { ...body, judge });
      return nextPair(store, set, judge);
    },
    takeBackVerdict: async ({ set: name }, asking) => {
      const set = await called(name, asking);
      const judge = judgeOf(asking);
      await calibrations.undo(set.id, judge);
      return nextPair(store, set, judge);
    },
    compareJudges: async ({ set: name }, asking) => {
      const set = await called(name, asking);
      const verdicts = await calibrations.verdicts(set.id);
      const judges = [...Map.groupBy(verdicts, ({ judge }) => judge)];
      const shown = shownJudges(judges.map(([judge]) => judge));
      return {
        judges: judges.map(([judge, said]) => ({ name: shown(judge), verdicts: said.length })),
        agreements: (await judgesAgreements(store, set)).map(({ judges: [one, other], ...agreement }) => ({
          judges: [shown(one), shown(other)] as const,
          ...agreement,
        })),
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
      const sites = await calibrations.sites(set.id);
      return calibrationFigures(
        await readCalibration(store, set, weight),
        sites.map(({ number, url }) => ({ site: number, url })),
      );
    },
    listMistakes: async ({ set, setting }, asking) => {
      const { mistakes } = await readCalibration(store, await called(set, asking), 1);
      return { mistakes: mistakes(setting) };
    },
    recommendSetting: async ({ set, body: { weight } }, asking) => {
      const read = await readCalibration(store, await called(set, asking), weight);
      const { setting } = await keepRecommendation(store, read);
      return { setting };
    },
  };
}
