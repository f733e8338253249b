import { CliError } from '../../../cli/errors.ts';
import { type Output, terminalOf, writeToFile } from '../../../cli/output.ts';
import type { Store } from '../../../database/store.ts';
import type { StoredGraph } from '../stored-graph.ts';
import type { StoredExploration } from '../tables/exploration-tables.ts';

/** Formats by file extension. */
const formats = ['.html', '.json', '.graphml', '.dot'] as const;

/** Throws CLI_OPTION_INVALID for a file whose extension is no known format. */
export function checkGraphFile(file: string): void {
  if (formats.some((end) => file.toLowerCase().endsWith(end))) return;
  throw new CliError(
    'CLI_OPTION_INVALID',
    `--export: the name of "${file}" says no format; it ends in ${formats.join(', ')}.`,
  );
}

/** Prints what an exploration of a project found changed. Returns whether anything did change. */
export async function printExploration(
  store: Store,
  name: string,
  number: number,
  output: Output,
): Promise<boolean> {
  const project = await store.projects.find(name);
  const all = project === null ? [] : await store.explorations.list(project.id);
  const reported = all.find((each) => each.number === number);
  return reported !== undefined && (await printStored(output, store, reported, []));
}

/** Prints what changed since the previous exploration, and writes the graph to files. */
export async function printStored(
  output: Output,
  store: Store,
  exploration: StoredExploration,
  files: readonly string[],
): Promise<boolean> {
  const { stateSummary } = await import('../state-summary.ts');
  const { storedGraph } = await import('../stored-graph.ts');
  const { stateSummaryJson, stateSummaryText } = await import('../state-graph/state-summary.ts');
  const summary = await stateSummary(store, exploration);
  if (output.json) await output.object(stateSummaryJson(summary));
  else if (summary.earlier !== null || summary.matches.length > 0) {
    await output.line('');
    for (const line of stateSummaryText(summary, terminalOf(output))) await output.line(line);
  }
  const hasChanged =
    summary.matches.length > 0 ||
    (summary.earlier !== null && summary.states.some(({ flag }) => flag !== 'SAM'));
  if (files.length === 0) return hasChanged;
  const stored = await storedGraph(store, exploration);
  for (const file of files) {
    await writeGraph(file, stored);
    output.note(`Written to ${file}.`);
  }
  return hasChanged;
}

/** Writes the graph in the format of the file extension; HTML is the overview. */
async function writeGraph(file: string, stored: StoredGraph): Promise<void> {
  const { graphDot } = await import('../state-graph/graph-dot.ts');
  const { graphJson } = await import('../state-graph/graph-json.ts');
  const { graphml } = await import('../state-graph/graphml.ts');
  const { overviewHtml } = await import('../exported-states.ts');
  const { atThreshold } = await import('../graph-view/at-threshold.ts');
  const { overviewOf } = await import('../stored-graph.ts');
  const { graph, held } = stored;
  const shown = atThreshold(graph, graph.threshold);
  const name = file.toLowerCase();
  if (name.endsWith('.html')) await writeToFile(file, overviewHtml(overviewOf(stored)));
  else if (name.endsWith('.graphml')) await writeToFile(file, graphml(graph, shown));
  else if (name.endsWith('.dot')) await writeToFile(file, graphDot(shown));
  else await writeToFile(file, [graphJson(graph, shown, { held })]);
}
