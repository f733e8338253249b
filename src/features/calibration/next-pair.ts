import type { Store } from '../../database/store.ts';
import { textsIn } from '../../document/index.ts';
import type { RecordedState } from '../../explore/index.ts';
import type { JsonOf } from '../../http/contract/endpoint.ts';
import type { calibrationEndpoints } from './calibration-endpoints.ts';
import { CalibrateError } from './errors.ts';
import type { StatePair } from './judge/verdict.ts';
import { judgements, type SiteJudgement } from './judge-set.ts';
import type { CalibrationSet, StoredVerdict } from './tables/calibration-tables.ts';

type Kept = Pick<Store, 'calibrations'>;
type PairToJudge = JsonOf<(typeof calibrationEndpoints)['nextPair']>;

/** The next pair for a judge, site by site. */
export async function nextPair(store: Kept, set: CalibrationSet, judge: string): Promise<PairToJudge> {
  const sites = await judgements(store, set, judge);
  const asking = sites.find(({ next }) => next !== null);
  const next = asking?.next ?? null;
  return {
    pair: asking === undefined || next === null ? null : await toJudge(store, set, asking.site, next),
    progress: progressOf(sites),
  };
}

/** Throws CALIBRATE_STATE_UNKNOWN. */
export async function keepVerdict(
  { calibrations }: Kept,
  set: CalibrationSet,
  said: Omit<StoredVerdict, 'at'>,
): Promise<void> {
  const states = (await calibrations.stateCounts(set.id)).get(said.site) ?? 0;
  if (said.one >= said.other || said.other >= states)
    throw new CalibrateError(
      'CALIBRATE_STATE_UNKNOWN',
      `Site ${said.site} of the set "${set.name}" has no states ${said.one} and ${said.other}, the smaller number first.`,
    );
  await calibrations.judge(set.id, { ...said, at: Date.now() });
}

async function toJudge(
  { calibrations }: Kept,
  set: CalibrationSet,
  site: number,
  { one, other }: StatePair,
): Promise<PairToJudge['pair']> {
  const states = await calibrations.states(set.id, site);
  const recorded = [one, other].map(
    (number) => JSON.parse(states[number]?.recording ?? 'null') as RecordedState,
  );
  const [a, b] = recorded;
  if (a === undefined || b === undefined) return null;
  const { url = '' } = (await calibrations.sites(set.id)).find((each) => each.number === site) ?? {};
  return { site, siteUrl: url, one: beside(a, b), other: beside(b, a) };
}

/** A state as it is shown to judges beside another one. */
function beside({ state, stripped }: RecordedState, other: RecordedState) {
  const theirs = new Set(textsIn(other.stripped));
  const texts = textsIn(stripped).map((text) => ({ text, isOnlyHere: !theirs.has(text) }));
  return { number: state.number, url: state.url, title: state.title, texts };
}

function progressOf(sites: readonly SiteJudgement[]): PairToJudge['progress'] {
  const sum = (figure: (site: SiteJudgement) => number) =>
    sites.reduce((total, site) => total + figure(site), 0);
  return {
    pairs: sum(({ pairs }) => pairs),
    said: sum(({ known }) => known.said),
    follows: sum(({ known }) => known.follows),
    agreed: sum(({ known }) => known.agreed),
    unsure: sum(({ unsure }) => unsure),
    open: sum(({ open }) => open),
  };
}
