import { Command } from 'commander';
import { openToRead } from '../open-data.ts';
import { outputOf } from '../output.ts';
import { Table } from '../table.ts';

export function projectsLsCommand(): Command {
  return new Command('ls').description('list the projects with their steps, rules and last run').action(run);
}

async function run(_options: unknown, command: Command): Promise<void> {
  const { readStored } = await import('../../app/index.ts');
  const output = outputOf(command);
  const { store } = await openToRead(command);
  try {
    const table = new Table(output, ['project', 'steps', 'rules', 'last run', 'start']);
    const projects = await store.projects.list();
    for (const project of projects) {
      const { definition } = await readStored(project.settings);
      const last = await store.runs.latest(project.id);
      const steps = definition === null ? null : (definition.steps?.length ?? 0);
      const rules = definition === null ? null : (definition.rules?.length ?? 0);
      if (output.json) {
        const state = last === null ? null : last.state;
        await output.object({ project: project.name, url: project.startUrl, steps, rules, lastRun: state });
      } else {
        const ran = last === null ? 'never' : `${last.number}, ${last.state}`;
        await table.row(project.name, String(steps ?? '-'), String(rules ?? '-'), ran, project.startUrl);
      }
    }
    await table.end();
    if (projects.length === 0) output.note('No projects yet: "tidemark projects add FILE" adds one.');
  } finally {
    await store.close();
  }
}
