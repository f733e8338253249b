import { Command } from 'commander';
import { openToRead } from '../../../cli/open-data.ts';
import { type Output, outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import type { ProjectDefinition, StepEntry } from '../../../project/index.ts';

export function projectsShowCommand(): Command {
  return new Command('show')
    .description('show what a project does, step by step, and how its last run ended')
    .argument('<name>', 'name of the project')
    .action(run);
}

async function run(name: string, _options: unknown, command: Command): Promise<void> {
  const { readStoredProject } = await import('../../../crawl/projects/project-file.ts');
  const output = outputOf(command);
  const { store, projectNamed } = await openToRead(command);
  try {
    const project = await projectNamed(name);
    const { definition, settings } = await readStoredProject(project.settings);
    const last = await store.runs.latest(project.id);
    const lastRun =
      last === null ? null : { number: last.number, state: last.state, reason: last.pauseReason };
    if (output.json) {
      await output.object({ project: name, url: project.startUrl, definition, settings, lastRun });
      return;
    }
    await output.line(`${name}: ${project.startUrl}`);
    if (lastRun !== null)
      await output.line(
        `Run ${lastRun.number}: ${lastRun.state}${lastRun.reason === null ? '' : `, ${lastRun.reason}`}`,
      );
    if (definition !== null) await showDefinition(definition, output);
  } finally {
    await store.close();
  }
}

async function showDefinition({ session, steps = [], rules = [] }: ProjectDefinition, output: Output) {
  if (session?.login !== undefined) await output.line('Logs in before it starts, and again when necessary.');
  if (steps.length > 0) {
    await output.line();
    const table = new Table(output, ['step', 'name', 'does', 'collects']);
    for (const [i, step] of steps.entries())
      await table.row(String(i + 1), step.name ?? '-', actionOf(step), collected(step));
    await table.end();
  }
  if (rules.length > 0) {
    const { counted } = await import('../../../presentation/in-words.ts');
    await output.line(`\n${counted(rules.length, 'rule')}: test URLs with tidemark rules test`);
  }
}

function actionOf({ open, follow, form }: StepEntry): string {
  const parts = [
    open === undefined ? [] : [`opens ${open}`],
    follow === undefined ? [] : [`follows ${'text' in follow ? `"${follow.text}"` : follow.selector}`],
    form === undefined ? [] : [`fills ${Object.keys(form.fill ?? {}).join(', ') || 'a form'}`],
  ].flat();
  return parts.join(', ');
}

function collected({ collect, depth }: StepEntry): string {
  if (collect === false) return 'nothing';
  const what = typeof collect === 'object' ? `only ${collect.only.map(patternText).join(', ')}` : 'all';
  return depth === undefined ? what : `${what}, to depth ${depth}`;
}

const patternText = (pattern: string | { readonly glob: string }): string =>
  typeof pattern === 'string' ? pattern : pattern.glob;
