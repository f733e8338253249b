import type { Store } from '../../database/store.ts';
import { numberAfter, partSkipping } from '../../http/json-values.ts';
import { doerOf, noteOf } from '../../http/people/audit-note.ts';
import { projectCalled, runCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { Served, ServerContext } from '../feature.ts';
import { homeServices } from './home-services.ts';
import type { learnedEndpoints } from './learned-endpoints.ts';
import { explainLearned, findRule, type NamedRule, namedRules, switchRule } from './learned-rules.ts';
import { pageServices } from './page-services.ts';
import { RecentSummaries } from './recent-summaries.ts';
import { readsPages } from './report-run.ts';
import { runServices } from './run-services.ts';

/** All services of a server, with one shared cache of run summaries. */
export function serveReports(server: ServerContext): Served {
  const summaries = new RecentSummaries(server.store);
  return { services: { ...homeServices({ ...server, summaries }), ...reportServices(server, summaries) } };
}

/** Services that need no server. */
export function reportServices(context: ServiceContext, summaries = new RecentSummaries(context.store)) {
  return {
    ...learnedServices(context),
    ...pageServices(context),
    ...runServices({ ...context, summaries }),
  };
}

/** Whether a report reads every page of a run. Other reports are streamed, however long they are. Throws API_NOT_FOUND. */
export async function readsPagesFor(store: Store, given: object): Promise<boolean> {
  const { project: name, run: number, nearDuplicates } = given as ReportGiven;
  const run = await runCalled(store, await projectCalled(store, name), number);
  return readsPages(await store.visits.flagTotals(run.id), { nearDuplicates });
}

type ReportGiven = Parameters<ReturnType<typeof runServices>['reportRun']>[0];

function learnedServices({ store }: ServiceContext): ServicesOf<typeof learnedEndpoints> {
  return {
    listLearned: async ({ project, after, limit }) => {
      const rules = await namedRules(store, await projectCalled(store, project));
      return partSkipping(rules.map(learnedRow), numberAfter(after), limit);
    },
    explainLearned: async ({ project, rule }) => {
      const explained = await explainLearned(store, await ruleCalled(store, project, rule));
      const { rule: named, sinceRun, changedRun, pages, examples } = explained;
      return { ...learnedRow(named), sinceRun, changedRun, pages, examples };
    },
    switchLearned: async ({ project, rule, body: { state } }, asking) => {
      const notes = [noteOf(Date.now(), doerOf(asking), 'switch learned rule', project, `rule ${rule}`)];
      await switchRule(store, await ruleCalled(store, project, rule), state, notes);
      return learnedRow(await ruleCalled(store, project, rule));
    },
  };
}

const ruleCalled = async (store: Store, project: string, rule: string): Promise<NamedRule> =>
  findRule(store, [await projectCalled(store, project)], rule);

const learnedRow = ({ id, stored: { kind, host, state, note }, says }: NamedRule) => ({
  id,
  kind,
  host,
  state,
  note,
  says,
});
