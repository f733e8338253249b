import { Command } from 'commander';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { askYesNo, canAsk } from '../../../cli/input.ts';
import { type Output, outputOf, shellWord } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import { changeData, readData } from '../../../cli/with-data.ts';
import type { ProjectDefinition, StepEntry } from '../../../project/index.ts';
import { projectsEditCommand } from './projects-edit-command.ts';

const aboutName = 'name of the project';

export function projectsCommand(): Command {
  return withExamples(new Command('projects'), examples)
    .description('projects, and the files that describe them')
    .addCommand(
      new Command('add')
        .alias('import')
        .description('add project files; if one is invalid, none is added')
        .argument('<file...>', 'project file, YAML or JSON')
        .option('--replace', 'change projects that already exist')
        .action(add),
    )
    .addCommand(
      new Command('ls').description('list the projects with their steps, rules and last run').action(list),
    )
    .addCommand(
      new Command('show')
        .description('show what a project does, step by step, and how its last run ended')
        .argument('<name>', aboutName)
        .action(show),
    )
    .addCommand(projectsEditCommand())
    .addCommand(
      new Command('rm')
        .description('remove a project and everything it collected; asks first')
        .argument('<name>', aboutName)
        .option('--yes', 'do not ask')
        .action(remove),
    )
    .addCommand(
      new Command('export')
        .description('print the file of a project as it was added')
        .argument('<name>', aboutName)
        .action(exportFile),
    )
    .addCommand(
      new Command('check')
        .description(
          'check whether a project file is valid, and warn about what looks wrong; fetches nothing',
        )
        .argument('<file>', 'project file, YAML or JSON')
        .action(check),
    )
    .addCommand(
      new Command('schema')
        .description('print the JSON Schema of project files, for editors')
        .action(printSchema),
    );
}

async function add(
  paths: readonly string[],
  { replace = false }: { readonly replace?: boolean },
  command: Command,
): Promise<void> {
  const { addProjects } = await import('../../../crawl/projects/add-project.ts');
  const { projectFileAt } = await import('../../../crawl/projects/what-to-visit.ts');
  const files = await Promise.all(paths.map((path) => projectFileAt(path)));
  await changeData(command, 'projects add', async ({ store, output }) => {
    for (const { project, isNew } of await addProjects(store, files, { replace })) {
      if (output.json) await output.object({ project: project.name, url: project.startUrl, new: isNew });
      else {
        await output.line(`${project.name}: ${isNew ? 'added' : 'changed'}.`);
        output.note(`Run it with: tidemark crawl --project ${shellWord(project.name)}`);
      }
    }
  });
}

async function list(_options: unknown, command: Command): Promise<void> {
  const { readStoredProject } = await import('../../../crawl/projects/project-file.ts');
  await readData(command, async ({ store, output }) => {
    const table = new Table(output, ['project', 'steps', 'rules', 'last run', 'start']);
    const projects = await store.projects.list();
    for (const project of projects) {
      const { definition } = await readStoredProject(project.settings);
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
  });
}

async function exportFile(name: string, _options: unknown, command: Command): Promise<void> {
  const { readStoredProject } = await import('../../../crawl/projects/project-file.ts');
  const { writtenProject } = await import('../../../project/index.ts');
  await readData(command, async ({ projectNamed, output }) => {
    const { file, definition } = await readStoredProject((await projectNamed(name)).settings);
    if (file === null || definition === null) {
      throw new CliError(
        'CLI_OPTION_INVALID',
        `"${name}" was started with a URL, so it has no file to export.`,
      );
    }
    if (output.json) await output.object(writtenProject(definition));
    else await output.line(file.replace(/\n$/, ''));
  });
}

async function check(path: string, _options: unknown, command: Command): Promise<void> {
  const { projectFileAt } = await import('../../../crawl/projects/what-to-visit.ts');
  const { readProject } = await import('../../../crawl/projects/project-file.ts');
  const { reportFileProblems } = await import('../../../project/index.ts');
  const output = outputOf(command);
  const { text: given, fileName } = await projectFileAt(path);
  const { definition, warnings, text } = await readProject(given, { fileName });
  if (output.json) {
    await output.object({ project: definition.name, warnings });
    return;
  }
  if (warnings.length > 0) await output.line(`${reportFileProblems(warnings, text, fileName)}\n`);
  await output.line(`${definition.name}: valid.`);
}

async function printSchema(_options: unknown, command: Command): Promise<void> {
  const { projectJsonSchema } = await import('../../../crawl/projects/project-file.ts');
  const output = outputOf(command);
  const schema = await projectJsonSchema();
  if (output.json) await output.object(schema);
  else await output.line(JSON.stringify(schema, null, 2));
}

async function show(name: string, _options: unknown, command: Command): Promise<void> {
  const { readStoredProject } = await import('../../../crawl/projects/project-file.ts');
  await readData(command, async ({ store, projectNamed, output }) => {
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
  });
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

async function remove(
  name: string,
  { yes = false }: { readonly yes?: boolean },
  command: Command,
): Promise<void> {
  const { removeProject } = await import('../../../crawl/projects/remove-project.ts');
  const { counted } = await import('../../../presentation/in-words.ts');
  const { project, runs } = await readData(command, async ({ store, projectNamed }) => {
    const found = await projectNamed(name);
    return { project: found, runs: (await store.runs.list(found.id)).length };
  });
  if (!yes) {
    if (!canAsk())
      throw new CliError('CLI_NOT_CONFIRMED', `use --yes to remove "${name}" and everything it collected.`);
    const question = `Remove "${name}" (${project.startUrl}) with ${counted(runs, 'run')} and all pages?`;
    if (!(await askYesNo(question))) throw new CliError('CLI_NOT_CONFIRMED', `"${name}" was not removed.`);
  }
  await changeData(command, 'projects rm', async ({ store, config, output }) => {
    await removeProject(store, project, config.data);
    if (output.json) await output.object({ project: name, removed: true, runs });
    else await output.line(`${name}: removed, with ${counted(runs, 'run')}.`);
  });
}

const examples: Examples = {
  projects: [
    ['tidemark projects ls', 'all projects, with their last runs'],
    ['tidemark projects add forum.yaml', 'add one; run it with tidemark crawl forum'],
  ],
  'projects add': [
    ['tidemark projects add forum.yaml', 'add a project'],
    ['tidemark projects add forum.yaml news.yaml --replace', 'change projects that exist'],
  ],
  'projects ls': [
    ['tidemark projects ls', 'steps, rules and the last run of each'],
    ['tidemark projects ls --json', 'for programs'],
  ],
  'projects show': [
    ['tidemark projects show forum', 'what it does, and how its last run ended'],
    ['tidemark projects show forum --json', 'with all settings'],
  ],
  'projects edit': [
    ['tidemark projects edit forum', 'in your editor'],
    ['tidemark projects edit forum --set limits.pages=200', 'without one'],
  ],
  'projects rm': [
    ['tidemark projects rm forum', 'asks first'],
    ['tidemark projects rm forum --yes', 'does not'],
  ],
  'projects export': [
    ['tidemark projects export forum', 'print the file'],
    ['tidemark projects export forum > forum.yaml', 'write it to a file'],
  ],
  'projects check': [
    ['tidemark projects check forum.yaml', 'is it valid?'],
    ['tidemark projects check forum.yaml --json', 'warnings for programs'],
  ],
  'projects schema': [
    ['tidemark projects schema > tidemark.schema.json', 'for editors that check YAML'],
    ['tidemark projects schema --json', 'on one line'],
  ],
};
