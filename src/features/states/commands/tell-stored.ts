import { CliError } from '../../../cli/errors.ts';
import { type Output, terminalOf, writeToFile } from '../../../cli/output.ts';
import type { Store } from '../../../database/store.ts';
import type { StoredGraph } from '../stored-graph.ts';
import type { StoredExploration } from '../tables/explorations.ts';

/** Formats by the ends of file names. */
const formats = ['.html', '.json', '.graphml', '.dot'] as const;

/** Throws CLI_OPTION_INVALID for a file whose name says no format. */
export function checkGraphFile(file: string): void {
  if (formats.some((end) => file.toLowerCase().endsWith(end))) return;
  throw new CliError(
    'CLI_OPTION_INVALID',
    `--export: the name of "${file}" says no format; it ends in ${formats.join(', ')}.`,
  );
}

/** Tells what changed at an exploration of a project. Returns whether there is news. */
export async function printExploration(
  store: Store,
  name: string,
  number: number,
  output: Output,
): Promise<boolean> {
  const project = await store.projects.find(name);
  const all = project === null ? [] : await store.explorations.list(project.id);
  const reported = all.find((each) => each.number === number);
  return reported !== undefined && (await tellStored(output, store, reported, [])).hasChanged;
}

/** Tells what changed since the exploration before, and writes the graph to files. Returns whether there is news. */
export async function tellStored(
  output: Output,
  store: Store,
  exploration: StoredExploration,
  files: readonly string[],
): Promise<{ readonly hasChanged: boolean }> {
  const { stateSummary } = await import('../state-summary.ts');
  const { storedGraph } = await import('../stored-graph.ts');
  const { stateSummaryJson, stateSummaryText } = await import('../state-graph/state-summary.ts');
  const news = await stateSummary(store, exploration);
  if (output.json) await output.object(stateSummaryJson(news));
  else if (news.earlier !== null || news.matches.length > 0) {
    await output.line('');
    for (const line of stateSummaryText(news, terminalOf(output))) await output.line(line);
  }
  const hasChanged =
    news.matches.length > 0 || (news.earlier !== null && news.states.some(({ flag }) => flag !== 'SAM'));
  if (files.length === 0) return { hasChanged };
  const stored = await storedGraph(store, exploration);
  for (const file of files) {
    await writeGraph(file, stored);
    output.note(`Written to ${file}.`);
  }
  return { hasChanged };
}

/** As the name of the file says; HTML is the overview. */
async function writeGraph(file: string, stored: StoredGraph): Promise<void> {
  const { graphDot } = await import('../state-graph/graph-dot.ts');
  const { graphJson } = await import('../state-graph/graph-json.ts');
  const { graphml } = await import('../state-graph/graphml.ts');
  const { overviewHtml } = await import('../exported-states.ts');
  const { atThreshold } = await import('../graph-view/at-threshold.ts');
  const { overviewOf } = await import('../stored-graph.ts');
  const { graph } = stored;
  const shown = atThreshold(graph, graph.threshold);
  const name = file.toLowerCase();
  if (name.endsWith('.html')) await writeToFile(file, overviewHtml(overviewOf(stored)));
  else if (name.endsWith('.graphml')) await writeToFile(file, graphml(graph, shown));
  else if (name.endsWith('.dot')) await writeToFile(file, graphDot(shown));
  else await writeToFile(file, [graphJson(graph, shown)]);
}
