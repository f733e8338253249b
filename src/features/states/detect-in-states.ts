import { compiledDetectors } from '../../crawl/compiled-detectors.ts';
import { notificationPlanner } from '../../crawl/events/notification.ts';
import { notificationsOf } from '../../crawl/events/visit-notifications.ts';
import type { RunDefinition } from '../../crawl/run/define-run.ts';
import type { FeatureRows } from '../../crawl/tables/crawl-commit.ts';
import { CollectedRows } from '../../crawl/visit-observer.ts';
import {
  DetectorSet,
  detectorInputOf,
  eventOfVisit,
  type Match,
  type PageEvent,
  ResultsMemory,
  saysMoreThanNew,
} from '../../detect/index.ts';
import { SeenMemory } from '../../track/index.ts';
import type { ComparedState } from './compare-explorations.ts';
import type { StateMatch } from './state-graph/state-change.ts';
import type { ComparedExploration } from './state-summary.ts';

interface StateFindings {
  readonly matches: readonly StateMatch[];
  /** Everything that detectors have reported about the application so far, packed; null when there is nothing. */
  readonly results: Uint8Array | null;
  /** What is reported about it. */
  readonly rows: FeatureRows;
}

interface DetectOptions {
  readonly definition: Pick<RunDefinition, 'project' | 'detectors' | 'notify'>;
  readonly projectId: number;
  /** `StateFindings.results` of the exploration before. */
  readonly results: Uint8Array | null;
  readonly now: number;
}

/**
 * Runs the detectors of a project on an exploration, and plans its notifications. All states are one application: a text that any of them showed before is not
 * new, and what was reported of one state is not reported of the next.
 */
export async function detectInStates(
  compared: ComparedExploration,
  { definition, projectId, results, now }: DetectOptions,
): Promise<StateFindings> {
  const { project, detectors, notify } = definition;
  if (detectors.length === 0 && notify.length === 0) return { matches: [], results, rows: {} };
  const look = await stateReader(compared, detectors, results);
  const planner = await notificationPlanner.added?.({
    projectId,
    notify,
    hasDetectors: detectors.length > 0,
  });
  const matches: StateMatch[] = [];
  const rows = new CollectedRows();
  const isFirstRun = compared.earlier === null;
  for (const state of compared.states) {
    const event = eventOf(state);
    if (event === null) continue;
    const all = look.read(state, event);
    const found = isFirstRun ? all.filter(saysMoreThanNew) : all;
    const number = state.later ?? state.earlier ?? 0;
    matches.push(...found.map((match) => ({ state: number, match })));
    const notifications = notificationsOf({
      ...{ project, run: { id: 0 }, event, isFirstRun, failingSince: null, matches: found },
      page: { id: -1 - number, url: state.state.url, lastGood: null },
      visit: { at: now, flag: state.flag, reason: state.reason, errorMessage: null },
      subject: subjectOf(compared, state, project),
      // Many states have one address: the title distinguishes them.
      title: `${state.state.title || 'Untitled'}, state ${number}`,
      reported: state.flag === 'UPD' ? { changes: state.changes, more: state.more, isWhole: false } : null,
      changes: state.segments,
    });
    rows.add(planner?.plan(notifications, now));
  }
  return { matches, results: look.results(), rows: rows.rows };
}

/** States that are gone have the numbers of the exploration before. */
function subjectOf(
  { later, earlier }: ComparedExploration,
  { later: is, earlier: was }: ComparedState,
  project: string,
): { readonly key: string; readonly typed: string } {
  const name = is === null ? `state:${was}@${earlier?.number}` : `state:${is}@${later.number}`;
  const typed = /^[\w.:@%+,-]+$/.test(project) ? project : `'${project.replaceAll("'", `'\\''`)}'`;
  return { key: `${name} in exploration ${later.number}`, typed: `${name} --project ${typed}` };
}

function eventOf({ flag }: ComparedState): PageEvent | null {
  return flag === null ? null : eventOfVisit(flag, [flag === 'NEW' ? null : 'SAM', null]);
}

async function stateReader(
  { states, earlierFound }: ComparedExploration,
  definitions: RunDefinition['detectors'],
  results: Uint8Array | null,
) {
  const { detectors, stemmers } = await compiledDetectors(definitions);
  const all = new DetectorSet(detectors, stemmers);
  let memory = (results === null ? null : ResultsMemory.fromBytes(results)) ?? ResultsMemory.empty;
  let seen = SeenMemory.empty;
  if (earlierFound !== null) {
    const { segmentHtml } = await import('../../document/index.ts');
    for (const { stripped } of earlierFound.soFar.states)
      seen = seen.with(segmentHtml(Buffer.from(stripped)).list.segments);
  }
  const isAny = detectors.length > 0 && states.length > 0;
  return {
    read(state: ComparedState, event: PageEvent): readonly Match[] {
      if (!isAny) return [];
      const { now, before, segments: changes, html } = state;
      const input = detectorInputOf({
        ...{ pageId: `state ${state.later ?? state.earlier}`, url: state.state.url, event },
        ...{ now, before, changes, seen, sources: () => ({ now: html, before: null }) },
      });
      const { matches, memory: after } = all.detect(input, memory);
      memory = after;
      return matches;
    },
    results: () => (memory.size === 0 ? null : memory.toBytes()),
  };
}
