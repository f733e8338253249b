import { Command } from 'commander';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { openToRead, openToWrite } from '../../../cli/open-data.ts';
import { outputOf, shellWord } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import { projectsEditCommand } from './projects-edit-command.ts';
import { projectsRmCommand } from './projects-rm-command.ts';
import { projectsShowCommand } from './projects-show-command.ts';

export function projectsCommand(): Command {
  const command = withExamples(new Command('projects'), examples).description(
    'projects, and the files that describe them',
  );
  const commands = [
    projectsAddCommand,
    projectsLsCommand,
    projectsShowCommand,
    projectsEditCommand,
    projectsRmCommand,
    projectsExportCommand,
    projectsCheckCommand,
    projectsSchemaCommand,
  ];
  for (const each of commands) command.addCommand(each());
  return command;
}

function projectsAddCommand(): Command {
  return new Command('add')
    .alias('import')
    .description('add project files; if one is invalid, none is added')
    .argument('<file...>', 'project file, YAML or JSON')
    .option('--replace', 'change projects that already exist')
    .action(add);
}

async function add(
  paths: readonly string[],
  { replace = false }: { readonly replace?: boolean },
  command: Command,
): Promise<void> {
  const { addProjects } = await import('../../../crawl/projects/add-project.ts');
  const { projectFileAt } = await import('../../../crawl/projects/what-to-visit.ts');
  const output = outputOf(command);
  const files = await Promise.all(paths.map((path) => projectFileAt(path)));
  const { store } = await openToWrite(command, 'projects add');
  try {
    for (const { project, isNew } of await addProjects(store, files, { replace })) {
      if (output.json) await output.object({ project: project.name, url: project.startUrl, new: isNew });
      else {
        await output.line(`${project.name}: ${isNew ? 'added' : 'changed'}.`);
        output.note(`Run it with: tidemark crawl --project ${shellWord(project.name)}`);
      }
    }
  } finally {
    await store.close();
  }
}

function projectsLsCommand(): Command {
  return new Command('ls').description('list the projects with their steps, rules and last run').action(list);
}

async function list(_options: unknown, command: Command): Promise<void> {
  const { readStoredProject } = await import('../../../crawl/projects/project-file.ts');
  const output = outputOf(command);
  const { store } = await openToRead(command);
  try {
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
  } finally {
    await store.close();
  }
}

function projectsExportCommand(): Command {
  return new Command('export')
    .description('print the file of a project as it was added')
    .argument('<name>', 'name of the project')
    .action(exportFile);
}

async function exportFile(name: string, _options: unknown, command: Command): Promise<void> {
  const { readStoredProject } = await import('../../../crawl/projects/project-file.ts');
  const { writtenProject } = await import('../../../project/index.ts');
  const output = outputOf(command);
  const { store, projectNamed } = await openToRead(command);
  try {
    const { file, definition } = await readStoredProject((await projectNamed(name)).settings);
    if (file === null || definition === null) {
      throw new CliError(
        'CLI_OPTION_INVALID',
        `"${name}" was started with a URL, so it has no file to export.`,
      );
    }
    if (output.json) await output.object(writtenProject(definition));
    else await output.line(file.replace(/\n$/, ''));
  } finally {
    await store.close();
  }
}

function projectsCheckCommand(): Command {
  return new Command('check')
    .description('check whether a project file is valid, and warn about what looks wrong; fetches nothing')
    .argument('<file>', 'project file, YAML or JSON')
    .action(check);
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

function projectsSchemaCommand(): Command {
  return new Command('schema')
    .description('print the JSON Schema of project files, for editors')
    .action(printSchema);
}

async function printSchema(_options: unknown, command: Command): Promise<void> {
  const { projectJsonSchema } = await import('../../../crawl/projects/project-file.ts');
  const output = outputOf(command);
  const schema = await projectJsonSchema();
  if (output.json) await output.object(schema);
  else await output.line(JSON.stringify(schema, null, 2));
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
