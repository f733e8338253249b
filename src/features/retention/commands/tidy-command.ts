import { Command } from 'commander';
import { wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { humanBytes } from '../../../cli/human-numbers.ts';
import { openToRead, openToWrite } from '../../../cli/open-data.ts';
import { type Output, outputOf } from '../../../cli/output.ts';
import { removed, wouldGo } from './tidied-in-words.ts';

interface Options {
  readonly dryRun?: boolean;
  readonly versions?: number;
  readonly days?: number;
}

export function tidyCommand(): Command {
  return withExamples(new Command('tidy'), examples)
    .description('remove what the rules of projects (keep) do not keep, and give space back')
    .argument('[project]', 'name of the project (default: all)')
    .option('--dry-run', 'tell what would be done, and change nothing')
    .option(
      '--versions <n>',
      'for projects without a rule: keep so many versions of each page',
      wholeNumberFrom('--versions', 1),
    )
    .option(
      '--days <n>',
      'for projects without a rule: keep everything of so many days',
      wholeNumberFrom('--days', 0),
    )
    .action(run);
}

async function run(name: string | undefined, options: Options, command: Command): Promise<void> {
  const { dryRun = false, versions, days } = options;
  const given =
    versions === undefined && days === undefined
      ? null
      : { ...(versions !== undefined && { versions }), ...(days !== undefined && { days }) };
  const output = outputOf(command);
  return dryRun ? survey(name, given, command, output) : tidy(name, given, command, output);
}

type Given = Readonly<{ versions?: number; days?: number }> | null;

async function survey(
  name: string | undefined,
  given: Given,
  command: Command,
  output: Output,
): Promise<void> {
  const { StoredFacts } = await import('../../../crawl/projects/stored-facts.ts');
  const { surveyProject } = await import('../tidy-projects.ts');
  const facts = new StoredFacts();
  const { store, projectNamed } = await openToRead(command);
  try {
    const projects = name === undefined ? await store.projects.list() : [await projectNamed(name)];
    for (const project of projects) {
      const found = await surveyProject(store, project, { facts, given });
      const { heldUpBy: _, ...told } = found;
      if (output.json) await output.object({ ...told, dryRun: true });
      else if (found.keep === null) await output.line(`${project.name}: keeps everything.`);
      else await output.line(`${project.name}: ${await wouldGo(found)}.`);
    }
  } finally {
    await store.close();
  }
}

async function tidy(name: string | undefined, given: Given, command: Command, output: Output): Promise<void> {
  const { unknownProject } = await import('../../../crawl/projects/unknown-project.ts');
  const { counted } = await import('../../../presentation/in-words.ts');
  const { StoredFacts } = await import('../../../crawl/projects/stored-facts.ts');
  const { giveSpaceBack, tidyProject } = await import('../tidy-projects.ts');
  const facts = new StoredFacts();
  const { store } = await openToWrite(command, 'tidy');
  try {
    const all = await store.projects.list();
    const projects = name === undefined ? all : all.filter((project) => project.name === name);
    if (name !== undefined && projects.length === 0) {
      throw new CliError('CLI_PROJECT_UNKNOWN', await unknownProject(store, name));
    }
    for (const project of projects) {
      const { heldUpBy, ...done } = await tidyProject(store, project, { facts, given });
      if (output.json) await output.object({ ...done, heldUpBy });
      else if (heldUpBy !== null) await output.line(`${project.name}: later. ${heldUpBy}`);
      else if (done.keep === null) await output.line(`${project.name}: keeps everything.`);
      else await output.line(`${project.name}: ${await removed(done)}.`);
    }
    const { contents, bytes } = await giveSpaceBack(store);
    if (output.json)
      await output.object({ contents, bytes, databaseBytes: await store.upkeep.databaseBytes() });
    else
      await output.line(
        `${counted(contents, 'content')} (${humanBytes(bytes)}) removed; the database takes ${humanBytes(await store.upkeep.databaseBytes())}.`,
      );
  } finally {
    await store.close();
  }
}

const examples: Examples = {
  tidy: [
    ['tidemark tidy --dry-run', 'say what would go, and how many bytes'],
    ['tidemark tidy news --versions 20 --days 365', 'a project whose file has no rule'],
  ],
};
