import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/exit-codes.ts';
import { tidemarkProgram } from '../../src/main/program.ts';
import { codeIn, readProjectFile, sections, tableRows } from './markdown.ts';

const program = tidemarkProgram();
const documented = sections(readProjectFile('docs/cli.md'));

/** `url normalize [file]`, as in the heading of its section. */
function headingOf(command: Command, path: readonly string[]): string {
  return ['tidemark', ...path, ...argumentsOf(command)].join(' ');
}

/** `<a>` is required, `[a]` is optional, `...` may be several. */
function argumentsOf(command: Command): readonly string[] {
  return command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
}

function optionsOf(command: Command): readonly string[] {
  return command.options.filter(({ hidden }) => !hidden).map(({ flags }) => flags);
}

/** Every command that does something, with the names that lead to it. */
function commandsOf(command: Command, path: readonly string[] = []): readonly [Command, readonly string[]][] {
  const children = command.commands.flatMap((child) => commandsOf(child, [...path, child.name()]));
  return command.commands.length === 0 ? [[command, path]] : children;
}

function rowsOf(section: string | undefined) {
  return tableRows(section ?? '').map(([first, ...others]) => ({
    name: codeIn(first),
    text: others.join(' '),
  }));
}

describe('docs/cli.md', () => {
  const commands = commandsOf(program);

  it('has a section for every command, and none that is gone', () => {
    const headings = [...documented.keys()].filter((heading) => heading.startsWith('tidemark '));
    expect(headings.toSorted()).toEqual(commands.map(([command, path]) => headingOf(command, path)).sort());
  });

  it.each(commands.map(([command, path]) => ({ heading: headingOf(command, path), command })))(
    '$heading: every argument and option, none that is gone',
    ({ heading, command }) => {
      const rows = rowsOf(documented.get(heading));
      expect(rows.map(({ name }) => name)).toEqual([...argumentsOf(command), ...optionsOf(command)]);
      for (const { name, text } of rows) expect(text, String(name)).not.toBe('');
    },
  );

  it('has the options of all commands', () => {
    const rows = rowsOf(documented.get('Options of every command'));
    expect(rows.map(({ name }) => name)).toEqual([...optionsOf(program), '-h, --help']);
  });

  it('has the exit codes', () => {
    const rows = rowsOf(documented.get('Exit codes'));
    expect(rows.map(({ name }) => Number(name))).toEqual(Object.values(exitCodes));
  });
});
