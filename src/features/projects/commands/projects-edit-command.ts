import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { TidemarkError } from '../../../base/index.ts';
import { repeated } from '../../../cli/crawl/site-options.ts';
import { CliError } from '../../../cli/errors.ts';
import { askYesNo, canAsk } from '../../../cli/input.ts';
import { type Output, outputOf } from '../../../cli/output.ts';
import { changeData, readData } from '../../../cli/with-data.ts';
import type { Project } from '../../../crawl/tables/project.ts';

export function projectsEditCommand(): Command {
  return new Command('edit')
    .description('edit the file of a project in your editor (VISUAL or EDITOR), or with --set')
    .argument('<name>', 'name of the project')
    .option(
      '--set <place=value>',
      'change this without an editor, as in limits.pages=200; may be repeated',
      repeated,
    )
    .action(run);
}

async function run(
  name: string,
  { set }: { readonly set?: readonly string[] },
  command: Command,
): Promise<void> {
  const output = outputOf(command);
  const { project, file } = await fileOf(name, command);
  if (set === undefined) return edit(project, file, command, output);
  const { setInProject } = await import('../../../crawl/projects/project-file.ts');
  const after = await setInProject(file, set, { fileName: `${name} with --set` });
  await keep(project, file, after, command, output);
}

async function fileOf(name: string, command: Command): Promise<{ project: Project; file: string }> {
  const { readStoredProject } = await import('../../../crawl/projects/project-file.ts');
  return readData(command, async ({ projectNamed }) => {
    const project = await projectNamed(name);
    const { file } = await readStoredProject(project.settings);
    if (file !== null) return { project, file };
    throw new CliError(
      'CLI_OPTION_INVALID',
      `"${name}" was started with a URL, so it has no file to edit. Write one with tidemark init ${project.startUrl}, and add it.`,
    );
  });
}

async function keep(project: Project, before: string, after: string, command: Command, output: Output) {
  if (after === before) output.note('Nothing was changed.');
  else {
    const { changeProject } = await import('../../../crawl/projects/change-project.ts');
    await changeData(command, 'projects edit', ({ store }) => changeProject(store, project, after));
  }
  if (output.json) await output.object({ project: project.name, changed: after !== before });
  else if (after !== before) await output.line(`${project.name}: changed.`);
}

/** Lets the user edit until the file is valid. If they give up, the file stays where they can find it. */
async function edit(project: Project, before: string, command: Command, output: Output): Promise<void> {
  const { checkChange } = await import('../../../crawl/projects/change-project.ts');
  const { readConfig } = await import('../../../config/index.ts');
  const config = readConfig();
  const editor = config.visual || config.editor || (process.platform === 'win32' ? 'notepad' : 'vi');
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-edit-'));
  const file = join(folder, `${project.name}.yaml`);
  await writeFile(file, before, { mode: 0o600 });
  let after = before;
  try {
    for (let isDone = false; !isDone; ) {
      await openInEditor(editor, file);
      after = await readFile(file, 'utf8');
      try {
        checkChange(project, after);
        isDone = true;
      } catch (error) {
        isDone = await askAgain(error);
      }
    }
    await keep(project, before, after, command, output);
  } catch (error) {
    if (after === before) await rm(folder, { recursive: true });
    else if (output.json) await output.object({ project: project.name, changed: false, kept: file });
    else output.note(`What you wrote is kept in ${file}`);
    throw error;
  }
  await rm(folder, { recursive: true });
}

/** False when the user wants to edit again; otherwise throws the error. */
async function askAgain(error: unknown): Promise<boolean> {
  if (!(error instanceof TidemarkError) || !canAsk()) throw error;
  process.stderr.write(`${error.message}\n\n`);
  if (await askYesNo('Edit again?')) return false;
  throw error;
}

/** Opens a file in an editor and waits until the editor ends. The editor may have options: `code --wait`. */
async function openInEditor(editor: string, file: string): Promise<void> {
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
      : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) return;
  throw new CliError(
    'CLI_EDITOR_FAILED',
    `the editor "${editor}" ended with ${code === null ? 'a signal' : `code ${code}`}. Set VISUAL or EDITOR to another editor, or use --set.`,
  );
}
