import { eventOfVisit } from '../../detect/index.ts';
import type { FeatureRows } from '../tables/crawl-commit.ts';
import {
  CollectedRows,
  type JudgedVisit,
  type NewTextReader,
  type VisitObserver,
} from '../visit-observer.ts';
import { type OccasionPlanner, occasionPlanner } from './occasion.ts';
import { type ObservedRun, type VisitLook, visitLook } from './visit-look.ts';
import { occasionsOf } from './visit-occasions.ts';

/** The observer of a project that looks for something, or notifies someone. */
export async function visitEvents(run: ObservedRun, reader: NewTextReader): Promise<VisitObserver> {
  const { projectId } = run.run;
  const { notify, detectors } = run.definition;
  const look = (await visitLook.added?.(run, reader)) ?? null;
  const planner = await occasionPlanner.added?.({ projectId, notify, hasDetectors: detectors.length > 0 });
  return new VisitEvents(run, look, planner ?? null);
}

/** Finds out what happened to a page, looks at it, and plans what is reported about it. */
class VisitEvents implements VisitObserver {
  readonly #observed: ObservedRun;
  readonly #look: VisitLook | null;
  readonly #planner: OccasionPlanner | null;
  readonly #now: () => number;

  constructor(observed: ObservedRun, look: VisitLook | null, planner: OccasionPlanner | null) {
    this.#observed = observed;
    this.#look = look;
    this.#planner = planner;
    this.#now = observed.clock.now;
  }

  async observe(judged: JudgedVisit): Promise<FeatureRows | null> {
    const { page, visit, news } = judged;
    const { definition, run } = this.#observed;
    const failure = await this.#lastFailure(page);
    const before = [page.lastFlag, failure?.flagBefore ?? null] as const;
    const event = visit.flag === null ? null : eventOfVisit(visit.flag, before);
    if (event === null) return null;
    const looked = (await this.#look?.look(judged, event)) ?? null;
    const occasions = occasionsOf({
      project: definition.project,
      run,
      page,
      visit,
      event,
      failingSince: failure?.at ?? null,
      isFirstRun: run.number === 1,
      title: looked?.title ?? titleOf(judged),
      reported: news?.reported ?? null,
      changes: looked?.changes ?? [],
      matches: looked?.matches ?? [],
    });
    const all = new CollectedRows();
    all.add(looked?.rows);
    all.add(this.#planner?.plan(occasions, this.#now()));
    return all.rows;
  }

  /** The visit before, if it failed: when that was, and the flag of the visit before it. */
  async #lastFailure({ id, lastFlag }: JudgedVisit['page']) {
    if (lastFlag !== 'ERR') return null;
    const { store, run } = this.#observed;
    const visits = await store.visits.ofPage(id, visitsToRead);
    const [last, lastButOne] = visits.filter(({ runId }) => runId !== run.id);
    return last === undefined ? null : { at: last.at, flagBefore: lastButOne?.flag ?? null };
  }
}

/** This one, if it is repeated, and the two before. */
const visitsToRead = 3;

function titleOf({ version }: JudgedVisit): string {
  return version?.document.type === 'html' ? version.document.html.title : '';
}
