import type { Store } from '../../database/store.ts';
import { projectCalled, runCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { Served, ServerContext } from '../feature.ts';
import { homeServices } from './home-services.ts';
import { learnedServices } from './learned-services.ts';
import { pageServices } from './page-services.ts';
import { RecentSummaries } from './recent-summaries.ts';
import { readsPages } from './report-run.ts';
import { runServices } from './run-services.ts';

/** In a server: all services, with one memory of what runs found. */
export function serveReports(server: ServerContext): Served {
  const news = new RecentSummaries(server.store);
  return { services: { ...homeServices({ ...server, news }), ...reportServices(server, news) } };
}

/** Services that need no server. */
export function reportServices(context: ServiceContext, news = new RecentSummaries(context.store)) {
  return {
    ...learnedServices(context),
    ...pageServices(context),
    ...runServices({ ...context, news }),
  };
}

/** Whether a report reads every page of a run. Others are sent while they are made, however long they are. Throws API_NOT_FOUND. */
export async function readsPagesFor(store: Store, given: object): Promise<boolean> {
  const { project: name, run: number, nearDuplicates } = given as ReportGiven;
  const run = await runCalled(store, await projectCalled(store, name), number);
  return readsPages(await store.visits.flagTotals(run.id), { nearDuplicates });
}

type ReportGiven = Parameters<ReturnType<typeof runServices>['reportRun']>[0];
