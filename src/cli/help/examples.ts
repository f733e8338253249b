import type { Command } from 'commander';

/** A command line, and its purpose. */
type Example = readonly [line: string, what: string];

/** By the path of a command: `queue`, `queue ls`. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

const tables = new WeakMap<Command, Examples>();

/** Adds examples to a command and its subcommands, for `--help` and the manual page. */
export function withExamples(command: Command, examples: Examples): Command {
  tables.set(command, examples);
  return command;
}

/** The examples that `withExamples` added. */
export const examplesOf = (command: Command): Examples => tables.get(command) ?? {};

/** A command with its path in words; the program itself has an empty path. */
export interface NamedCommand {
  readonly path: readonly string[];
  readonly command: Command;
  readonly examples: readonly Example[];
}

/** The program and all its commands, groups before their members. */
export function commandTree(
  command: Command,
  path: readonly string[] = [],
  above: Examples = {},
): readonly NamedCommand[] {
  const known = { ...above, ...examplesOf(command) };
  const children = command.commands.flatMap((child) => commandTree(child, [...path, child.name()], known));
  return [{ path, command, examples: known[path.join(' ')] ?? [] }, ...children];
}

/** Adds the examples to the end of every help text. */
export function showExamples(program: Command): Command {
  for (const { command, examples } of commandTree(program)) {
    const lines = examples.map(([line, what]) => `  ${line}\n      ${what}`);
    command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
  return program;
}
