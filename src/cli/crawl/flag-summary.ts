import type { Store } from '../../store/index.ts';
import type { Output } from '../output.ts';
import type { SiteVisit } from './site-visit.ts';

/** One line for people: how many pages got which flag. The first run has nothing to tell but NEW. */
export async function printFlags(
  store: Store,
  name: string,
  visit: SiteVisit,
  output: Output,
): Promise<void> {
  if (output.json) return;
  const project = await store.projects.find(name);
  const run = project === null ? null : await store.runs.latest(project.id);
  if (run === null || (visit === 'crawl' && run.number === 1)) return;
  const { NEW, UPD, MIS, ERR, SAM } = await store.visits.flagTotals(run.id);
  await output.line(`${UPD} updated, ${NEW} new, ${MIS} missing, ${ERR} in error, ${SAM} the same.`);
  if (!output.quiet) output.note(`See what changed with: tidemark report ${name}`);
}
