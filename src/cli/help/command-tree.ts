import type { Command } from 'commander';
import { examples } from './examples.ts';
import type { Example } from './examples-of-upkeep.ts';

/** A command with the words that lead to it; the program itself has none. */
export interface NamedCommand {
  readonly path: readonly string[];
  readonly command: Command;
  readonly examples: readonly Example[];
}

/** The program and all its commands, groups before their members. */
export function commandTree(command: Command, path: readonly string[] = []): readonly NamedCommand[] {
  const children = command.commands.flatMap((child) => commandTree(child, [...path, child.name()]));
  return [{ path, command, examples: examples[path.join(' ')] ?? [] }, ...children];
}

/** Every help ends with examples. */
export function withExamples(program: Command): Command {
  for (const { command, examples: some } of commandTree(program)) {
    const lines = some.map(([line, what]) => `  ${line}\n      ${what}`);
    command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
  return program;
}
