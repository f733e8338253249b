import { Argument, Command } from 'commander';
import { TidemarkError } from '../../base/index.ts';
import { openToRead } from '../open-data.ts';
import { outputOf } from '../output.ts';
import { completionScripts } from './completion-scripts.ts';
import { completionsFor } from './completions.ts';

type Shell = keyof typeof completionScripts;

export function completionCommand(): Command {
  return new Command('completion')
    .description('print a script that lets a shell complete commands, options and names of projects')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(completionScripts)))
    .argument(
      '[words...]',
      'after --: what is typed so far; prints what may follow, as the scripts ask for it',
    )
    .action(run);
}

async function run(
  shell: Shell,
  words: readonly string[],
  _options: unknown,
  command: Command,
): Promise<void> {
  const output = outputOf(command);
  if (words.length === 0) return output.line(completionScripts[shell].trimEnd());
  const program = command.parent ?? command;
  // The projects of the data folder that is typed there.
  const data = words.indexOf('--data') + 1;
  if (data > 0 && data < words.length - 1) program.setOptionValue('data', words[data]);
  const { words: found, files } = await completionsFor(program, words, () => storedProjects(command));
  for (const { word, about } of found) await output.line(about === '' ? word : `${word}\t${about}`);
  if (files) await output.line(':files');
}

/** None where there is no database yet, or it cannot be opened: a shell has no place for messages. */
async function storedProjects(command: Command): Promise<readonly string[]> {
  try {
    const { store } = await openToRead(command);
    try {
      return (await store.projects.list()).map(({ name }) => name);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof TidemarkError) return [];
    throw error;
  }
}
