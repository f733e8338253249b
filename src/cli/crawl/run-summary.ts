import type { RuleTableRow } from '../../project/index.ts';
import type { Store } from '../../store/index.ts';
import { type Output, shellWord } from '../output.ts';
import { Table } from '../table.ts';
import type { SiteVisit } from './site-visit.ts';

/** What each rule of a project decided in a run. A rule that never matched is listed with zeros: it may be wrong. */
export async function printRulesTable(rules: readonly RuleTableRow[], output: Output): Promise<void> {
  if (rules.length === 0) return;
  if (output.json) {
    await output.object({ event: 'rules', rules });
    return;
  }
  await output.line();
  const table = new Table(output, ['rule', 'let in', 'kept out', 'says', 'for example']);
  for (const { rule, letIn, keptOut, says, name, examples } of rules) {
    const label = name === null ? String(rule) : `${rule} (${name})`;
    await table.row(
      label,
      String(letIn),
      String(keptOut),
      says.replace(/^rule [^:]*: /, ''),
      examples[0] ?? '',
    );
  }
  await table.end();
}

/** One line for people: how many pages got which flag. A first crawl prints none: all its pages are new. */
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
  output.note(`See what changed with: tidemark report ${shellWord(name)}`);
}
