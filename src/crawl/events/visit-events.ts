import { eventOfVisit } from '../../detect/index.ts';
import {
  CollectedRows,
  type JudgedVisit,
  type NewTextReader,
  type VisitObserver,
} from '../visit-observer.ts';
import { notificationPlanner } from './notification.ts';
import { type ObservedRun, visitLook } from './visit-look.ts';
import { notificationsOf } from './visit-notifications.ts';

/** The observer of a project with detectors or channels: finds out what happened to a page, looks for matches, and plans what is reported. */
export async function visitEvents(observed: ObservedRun, reader: NewTextReader): Promise<VisitObserver> {
  const { run, definition, clock } = observed;
  const { notify, detectors } = definition;
  const hasDetectors = detectors.length > 0;
  const looks = (await visitLook.added?.(observed, reader)) ?? null;
  const planner = await notificationPlanner.added?.({ projectId: run.projectId, notify, hasDetectors });
  return {
    observe: async (judged) => {
      const { page, visit, news } = judged;
      const failure = await lastFailure(observed, page);
      const before = [page.lastFlag, failure?.flagBefore ?? null] as const;
      const event = visit.flag === null ? null : eventOfVisit(visit.flag, before);
      if (event === null) return null;
      const looked = (await looks?.look(judged, event)) ?? null;
      const notifications = notificationsOf({
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
      all.add(planner?.plan(notifications, clock.now()));
      return all.rows;
    },
  };
}

/** The previous visit, if it failed: its time, and the flag of the visit before it. */
async function lastFailure({ store, run }: ObservedRun, { id, lastFlag }: JudgedVisit['page']) {
  if (lastFlag !== 'ERR') return null;
  const visits = await store.visits.ofPage(id, visitsToRead);
  const [last, lastButOne] = visits.filter(({ runId }) => runId !== run.id);
  return last === undefined ? null : { at: last.at, flagBefore: lastButOne?.flag ?? null };
}

/** The current visit, if it is repeated, and the two before it. */
const visitsToRead = 3;

function titleOf({ version }: JudgedVisit): string {
  return version?.document.type === 'html' ? version.document.html.title : '';
}
