import type { Store } from '../../database/store.ts';
import { judgementOf, type LikenessOf, type StatesJudgement } from './judge/judgement.ts';
import { type JudgeVerdict, pairKey, type StatePair } from './judge/verdict.ts';
import { likenessOf } from './likeness.ts';
import type { JudgedSite } from './metrics/metrics.ts';
import { sitesOfSet } from './site-recording.ts';
import type { CalibrationSet, StoredVerdict } from './tables/calibration-tables.ts';

type Kept = Pick<Store, 'calibrations'>;

/** The data for choosing the next pair. It does not change once the sites are recorded. */
interface SitesToJudge {
  readonly site: number;
  readonly states: number;
  readonly tried: number;
  readonly likeness: LikenessOf;
}

/** Cached while people judge, because comparing all states of a set takes a while. */
const rememberedOf = new WeakMap<Kept['calibrations'], Map<string, readonly SitesToJudge[]>>();
const mostRemembered = 8;

async function sitesToJudge(store: Kept, set: CalibrationSet): Promise<readonly SitesToJudge[]> {
  const counts = await store.calibrations.stateCounts(set.id);
  const key = `${set.id} ${set.createdAt} ${JSON.stringify([...counts])}`;
  const remembered = rememberedOf.get(store.calibrations) ?? new Map<string, readonly SitesToJudge[]>();
  rememberedOf.set(store.calibrations, remembered);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const made = (await sitesOfSet(store, set)).map(({ site, recording }) => ({
    site,
    states: recording.states.length,
    tried: recording.tried.length,
    likeness: likenessOf(recording),
  }));
  const [oldest] = remembered.keys();
  if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(key, made);
  return made;
}

/** What the verdicts say about one site. */
export interface SiteJudgement extends StatesJudgement {
  readonly site: number;
}

/** The judgement of all judges together, or of one of them. */
export async function judgements(
  store: Kept,
  set: CalibrationSet,
  judge: string | null,
): Promise<readonly SiteJudgement[]> {
  const all = await store.calibrations.verdicts(set.id);
  const verdicts = judge === null ? all : all.filter((each) => each.judge === judge);
  return (await sitesToJudge(store, set)).map(({ site, states, likeness }) => ({
    site,
    ...judgementOf(states, ofSite(verdicts, site), likeness),
  }));
}

/** The sites with at least one verdict, for metrics. */
export async function judgedSites(store: Kept, set: CalibrationSet): Promise<readonly JudgedSite[]> {
  const tried = new Map((await sitesToJudge(store, set)).map((each) => [each.site, each.tried]));
  return (await judgements(store, set, null))
    .filter(({ known }) => known.said > 0)
    .map(({ site, classOf }) => ({ site, classOf, tried: tried.get(site) ?? 0 }));
}

const ofSite = (verdicts: readonly StoredVerdict[], site: number): readonly StoredVerdict[] =>
  verdicts.filter((each) => each.site === site);

/** How far two judges agree about the pairs that both of them have judged. */
interface JudgesAgreement {
  readonly judges: readonly [string, string];
  readonly both: number;
  readonly agreed: number;
  /** Cohen's kappa: 1 for full agreement, 0 for agreement by chance; null without a pair in common. */
  readonly kappa: number | null;
  readonly disagreements: readonly StatePair[];
}

export function agreementOf(verdicts: readonly JudgeVerdict[], one: string, other: string): JudgesAgreement {
  const of = (name: string) =>
    new Map(verdicts.filter(({ judge }) => judge === name).map((each) => [pairKey(each), each] as const));
  const [mine, theirs] = [of(one), of(other)];
  const common = [...mine].flatMap(([key, a]) => {
    const b = theirs.get(key);
    return b === undefined ? [] : [[a, b] as const];
  });
  const agreed = common.filter(([a, b]) => a.verdict === b.verdict).length;
  const words = ['duplicate', 'different', 'unsure'] as const;
  const both = common.length;
  const byChance = words.reduce((sum, word) => {
    const share = (side: 0 | 1) => common.filter((pair) => pair[side].verdict === word).length / both;
    return sum + share(0) * share(1);
  }, 0);
  const observed = agreed / both;
  return {
    judges: [one, other],
    both,
    agreed,
    kappa: both === 0 ? null : byChance === 1 ? 1 : (observed - byChance) / (1 - byChance),
    disagreements: common
      .filter(([a, b]) => a.verdict !== b.verdict)
      .map(([a]) => ({ one: a.one, other: a.other })),
  };
}

/** Two judges over all sites of a set. */
interface JudgesOverSites extends Omit<JudgesAgreement, 'disagreements'> {
  readonly disagreements: readonly (StatePair & { readonly site: number })[];
}

/** The agreement of every two judges, over the pairs of all sites. */
export async function judgesAgreements(
  store: Kept,
  set: CalibrationSet,
): Promise<readonly JudgesOverSites[]> {
  const verdicts = await store.calibrations.verdicts(set.id);
  const judges = [...new Set(verdicts.map(({ judge }) => judge))].sort();
  // State numbers become unique over all sites, so that pairs of different sites are not confused.
  const apart = verdicts.map((each) => ({
    ...each,
    one: each.site * statesApart + each.one,
    other: each.site * statesApart + each.other,
  }));
  return judges.flatMap((other, place) =>
    judges.slice(0, place).map((one) => {
      const { disagreements, ...agreement } = agreementOf(apart, one, other);
      return {
        ...agreement,
        disagreements: disagreements.map((pair) => ({
          site: Math.floor(pair.one / statesApart),
          one: pair.one % statesApart,
          other: pair.other % statesApart,
        })),
      };
    }),
  );
}

const statesApart = 1_000_000;
