import type { Output } from '../../../cli/output.ts';
import type { Store } from '../../../database/store.ts';

/** Limit of printed matches. Further ones are in the notifications, or only counted. */
const MOST_OBJECTS = 1000;

/** Prints what detectors found in the newest run: one line, or an object for each match. */
export async function printMatches(store: Store, name: string, output: Output): Promise<void> {
  const { printable } = await import('../../../presentation/printable.ts');
  const project = await store.projects.find(name);
  const run = project === null ? null : await store.runs.latest(project.id);
  const count = run === null ? 0 : await store.found.count(run.id);
  if (run === null || count === 0) return;
  const matches = await store.found.ofRun(run.id, { limit: output.json ? MOST_OBJECTS : 1 });
  if (output.json) {
    for (const match of matches) await output.object({ ...match, event: 'match', pageEvent: match.event });
    return;
  }
  const [first] = matches;
  const more = count > 1 ? `, and ${count - 1} more` : '';
  await output.line(
    `${count} ${count === 1 ? 'match' : 'matches'}: ${printable(first?.detector ?? '')} on ${printable(first?.url ?? '')}${more}`,
  );
}
