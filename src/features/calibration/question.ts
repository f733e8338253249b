import type { Store } from '../../database/store.ts';
import { textsIn } from '../../document/index.ts';
import type { RecordedState } from '../../explore/index.ts';
import { CalibrateError } from './errors.ts';
import type { StatePair } from './judge/verdict.ts';
import { judgements, type SiteJudgement } from './judge-set.ts';
import type { CalibrationSet, VerdictName } from './tables/calibrations.ts';

type Kept = Pick<Store, 'calibrations'>;

/** A state as judges see it beside another one. */
interface StateToJudge {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly texts: readonly { readonly text: string; readonly isOnlyHere: boolean }[];
}

interface Question {
  readonly pair: {
    readonly site: number;
    readonly siteUrl: string;
    readonly one: StateToJudge;
    readonly other: StateToJudge;
  } | null;
  readonly progress: {
    readonly pairs: number;
    readonly said: number;
    readonly follows: number;
    readonly agreed: number;
    readonly unsure: number;
    readonly open: number;
  };
}

/** What a judge is asked next: sites one after the other. */
export async function nextQuestion(store: Kept, set: CalibrationSet, judge: string): Promise<Question> {
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
  said: StatePair & { readonly site: number; readonly judge: string; readonly verdict: VerdictName },
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
): Promise<Question['pair']> {
  const states = await calibrations.states(set.id, site);
  const recorded = [one, other].map((number) => JSON.parse(states[number]?.taped ?? 'null') as RecordedState);
  const [a, b] = recorded;
  if (a === undefined || b === undefined) return null;
  const { url = '' } = (await calibrations.sites(set.id)).find((each) => each.number === site) ?? {};
  return { site, siteUrl: url, one: beside(a, b), other: beside(b, a) };
}

function beside({ state, stripped }: RecordedState, other: RecordedState): StateToJudge {
  const theirs = new Set(textsIn(other.stripped));
  const texts = textsIn(stripped).map((text) => ({ text, isOnlyHere: !theirs.has(text) }));
  return { number: state.number, url: state.url, title: state.title, texts };
}

function progressOf(sites: readonly SiteJudgement[]): Question['progress'] {
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
