import { CliError } from '../../../cli/errors.ts';
import type { DataToRead } from '../../../cli/open-data.ts';
import { type Output, terminalOf } from '../../../cli/output.ts';
import type { Flag } from '../../../track/index.ts';

interface StateReportOptions {
  readonly run?: number;
  readonly flag?: readonly Flag[];
  readonly all?: boolean;
  readonly csv?: boolean;
  readonly html?: string;
}

/** Prints an exploration for `report`: every state with its flag and the reason. */
export async function reportStates(
  { store, projectNamed }: DataToRead,
  name: string,
  options: StateReportOptions,
  output: Output,
): Promise<void> {
  if (options.csv || options.html !== undefined)
    throw new CliError(
      'CLI_OPTION_INVALID',
      'states have no --csv and --html: use --json, or "tidemark states --export".',
    );

  const { stateSummaryJson, stateSummaryText } = await import('../state-graph/state-summary.ts');
  const { explorationOf } = await import('../find-state.ts');
  const { stateSummary } = await import('../state-summary.ts');
  const { storedGraph } = await import('../stored-graph.ts');
  const project = await projectNamed(name);
  const exploration = await explorationOf(store, project, options.run);
  const summary = await stateSummary(store, exploration);
  const { held } = await storedGraph(store, exploration);
  const every: readonly Flag[] = ['UPD', 'NEW', 'MIS', 'ERR', 'SAM'];
  const flags = options.flag ?? (options.all || summary.earlier === null ? every : every.slice(0, -1));
  if (output.json) {
    const { states, ...rest } = stateSummaryJson(summary);
    const chosen = options.flag;
    const wanted = states.filter(({ flag }) => chosen === undefined || (flag && chosen.includes(flag)));
    return output.object({ ...rest, states: wanted, held });
  }
  for (const line of stateSummaryText(summary, { ...terminalOf(output), flags })) await output.line(line);
  for (const { from, says, requests } of held)
    await output.line(`held  state ${from}, ${says}: would have sent ${requests.join(', ')}`);
}

/** Whether a project has states, and no pages to report. */
export async function hasOnlyStates({ store, projectNamed }: DataToRead, name: string): Promise<boolean> {
  const project = await projectNamed(name);
  if ((await store.runs.latest(project.id)) !== null) return false;
  return (await store.explorations.list(project.id)).length > 0;
}

const allProjects = async ({ store, projectNamed }: DataToRead, project: string | undefined) =>
  project === undefined ? store.projects.list() : [await projectNamed(project)];

interface StateDiffOptions {
  readonly project?: string;
  readonly from?: number;
  readonly to?: number;
  readonly html?: string;
}

/** Prints a state for `diff`: what changed in it since the previous exploration, or between two explorations. */
export async function diffState(
  data: DataToRead,
  name: string,
  options: StateDiffOptions,
  output: Output,
): Promise<void> {
  if (options.html !== undefined)
    throw new CliError(
      'CLI_OPTION_INVALID',
      'states have no --html: use --json, or "tidemark states --export".',
    );

  const { stateDiffText, stateJson } = await import('../state-graph/state-summary.ts');
  const { comparedExploration, summaryOf, stateSummary } = await import('../state-summary.ts');
  const { explorationOf, findState } = await import('../find-state.ts');
  const { store } = data;
  const { project, exploration, number } = await findState(
    store,
    await allProjects(data, options.project),
    options.to === undefined ? name : `${name.replace(/@.*/, '')}@${options.to}`,
  );
  const summary =
    options.from === undefined
      ? await stateSummary(store, exploration)
      : summaryOf(
          await comparedExploration(store, exploration, await explorationOf(store, project, options.from)),
        );
  const change = summary.states.find(({ later }) => later === number);
  if (change === undefined)
    throw new CliError('CLI_OPTION_INVALID', `exploration ${exploration.number} says nothing about ${name}.`);
  const since = summary.earlier?.number ?? null;
  if (output.json) return output.object({ exploration: exploration.number, since, ...stateJson(change) });
  for (const line of stateDiffText(summary, change, terminalOf(output))) await output.line(line);
}

/** Prints the history of a state, for `explain`: the actions that lead to it, and its flag in each exploration. */
export async function explainState(
  data: DataToRead,
  name: string,
  options: { readonly project?: string },
  output: Output,
): Promise<void> {
  const { stateLifeJson, stateLifeText } = await import('../state-graph/state-life.ts');
  const { explainState: explain } = await import('../explain-state.ts');
  const { findState } = await import('../find-state.ts');
  const found = await findState(data.store, await allProjects(data, options.project), name);
  const life = await explain(data.store, found);
  if (output.json) return output.object(stateLifeJson(life));
  for (const line of stateLifeText(life, terminalOf(output))) await output.line(line);
}
