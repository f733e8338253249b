import { Command } from 'commander';
import { wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { humanBytes } from '../../../cli/human-numbers.ts';
import { type Output, outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import { changeData, readData } from '../../../cli/with-data.ts';
import type { Config } from '../../../config/index.ts';

interface Options {
  readonly dryRun?: boolean;
  readonly versions?: number;
  readonly days?: number;
}

export function retentionCommand(): Command {
  return withExamples(new Command('retention'), examples)
    .description('remove what the rules of projects (keep) do not keep, and give space back')
    .argument('[project]', 'name of the project (default: all)')
    .option('--dry-run', 'print what would be done, and change nothing')
    .option(
      '--versions <n>',
      'for projects without a rule: keep this many versions of each page',
      wholeNumberFrom('--versions', 1),
    )
    .option(
      '--days <n>',
      'for projects without a rule: keep everything of this many days',
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
  return dryRun ? survey(name, given, command, output) : apply(name, given, command, output);
}

type Given = Readonly<{ versions?: number; days?: number }> | null;

async function survey(
  name: string | undefined,
  given: Given,
  command: Command,
  output: Output,
): Promise<void> {
  const { StoredFacts } = await import('../../../crawl/projects/stored-facts.ts');
  const { surveyProject } = await import('../apply-retention.ts');
  const facts = new StoredFacts();
  await readData(command, async ({ store, projectsNamed }) => {
    const projects = await projectsNamed(name);
    for (const project of projects) {
      const found = await surveyProject(store, project, { facts, given });
      const { heldUpBy: _, ...reported } = found;
      if (output.json) await output.object({ ...reported, dryRun: true });
      else if (found.keep === null) await output.line(`${project.name}: keeps everything.`);
      else await output.line(`${project.name}: ${await wouldGo(found)}.`);
    }
  });
}

async function apply(
  name: string | undefined,
  given: Given,
  command: Command,
  output: Output,
): Promise<void> {
  const { counted } = await import('../../../presentation/in-words.ts');
  const { StoredFacts } = await import('../../../crawl/projects/stored-facts.ts');
  const { giveSpaceBack, applyRetention } = await import('../apply-retention.ts');
  const facts = new StoredFacts();
  await changeData(command, 'retention', async ({ store, projectsNamed }) => {
    const projects = await projectsNamed(name);
    for (const project of projects) {
      const { heldUpBy, ...done } = await applyRetention(store, project, { facts, given });
      if (output.json) await output.object({ ...done, heldUpBy });
      else if (heldUpBy !== null) await output.line(`${project.name}: later. ${heldUpBy}`);
      else if (done.keep === null) await output.line(`${project.name}: keeps everything.`);
      else await output.line(`${project.name}: ${await removed(done)}.`);
    }
    const { contents, bytes } = await giveSpaceBack(store);
    if (output.json)
      await output.object({ contents, bytes, databaseBytes: await store.retention.databaseBytes() });
    else
      await output.line(
        `${counted(contents, 'content')} (${humanBytes(bytes)}) removed; the database takes ${humanBytes(await store.retention.databaseBytes())}.`,
      );
  });
}

interface Counts {
  readonly visits: number;
  readonly versions: number;
  readonly explorations: number;
}

async function inWords({ visits, versions, explorations }: Counts): Promise<string> {
  const { counted } = await import('../../../presentation/in-words.ts');
  const ofPages = `${counted(visits, 'visit')} without changes and the content of ${counted(versions, 'version')}`;
  if (explorations === 0) return ofPages;
  const ofStates = counted(explorations, 'exploration');
  return visits + versions === 0 ? ofStates : `${ofPages}, and ${ofStates},`;
}

const isNothing = ({ visits, versions, explorations }: Counts): boolean =>
  visits + versions + explorations === 0;

/** `12 visits without changes and the content of 3 versions would go (1.4 MB)` */
async function wouldGo(found: Counts & { readonly bytes: number }): Promise<string> {
  if (isNothing(found)) return 'nothing would go';
  return `${await inWords(found)} would go (${humanBytes(found.bytes)})`;
}

async function removed(done: Counts): Promise<string> {
  return isNothing(done) ? 'nothing had to go' : `${await inWords(done)} removed`;
}

/** Prints what is stored of each project, and what of it could be removed. Prints nothing if nothing is stored, or it cannot be read. */
export async function printKeptAmounts(output: Output, config: Config): Promise<void> {
  const { keptData } = await import('../apply-retention.ts');
  const { grouped } = await import('../../../presentation/in-words.ts');
  const held = await keptData(config);
  if (held === null) return;
  if (output.json) {
    for (const project of held.projects) await output.object(project);
    await output.object({ databaseBytes: held.databaseBytes, fileBytes: held.fileBytes });
    return;
  }
  await output.line('');
  const files = held.fileBytes === 0 ? '' : `, and files beside it ${humanBytes(held.fileBytes)}`;
  await output.line(`The database takes ${humanBytes(held.databaseBytes)}${files}.`);
  if (held.projects.length === 0) return;
  const table = new Table(output, ['project', 'pages', 'runs', 'visits', 'could go']);
  for (const { project, pages, runs, visits, couldGo } of held.projects) {
    const left = couldGo.keep === null ? 'keeps everything' : await wouldGo(couldGo);
    await table.row(project, ...[pages, runs, visits].map(grouped), left);
  }
  await table.end();
}

const examples: Examples = {
  retention: [
    ['tidemark retention --dry-run', 'say what would go, and how many bytes'],
    ['tidemark retention news --versions 20 --days 365', 'a project whose file has no rule'],
  ],
};
