import { type Command, Help } from 'commander';
import { describe, expect, it } from 'vitest';
import { tidemarkProgram } from '../../../src/main/program.ts';
import { codeIn, readProjectFile, sections, tableRows } from '../../guards/markdown.ts';

interface Described {
  readonly name: string;
  /** As `--help` prints it: with the default and the choices. */
  readonly text: string;
}

const program = tidemarkProgram();
const help = new Help();

/** Every command, groups included, with the words that lead to it. */
function commandsIn(command: Command, path: readonly string[] = []): readonly [string, Command][] {
  const children = command.commands.flatMap((child) => commandsIn(child, [...path, child.name()]));
  return [[['tidemark', ...path].join(' '), command], ...children];
}

function describedIn(command: Command): readonly Described[] {
  const args = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return {
      name: argument.required ? `<${name}>` : `[${name}]`,
      text: help.argumentDescription(argument),
    };
  });
  const options = command.options.map((option) => ({
    name: option.flags,
    text: help.optionDescription(option),
  }));
  return [...args, ...options];
}

const commands = commandsIn(program);

describe('the help', () => {
  it.each(commands)('of %s describes everything in the same style', (_, command) => {
    const texts = [command.description(), ...describedIn(command).map(({ text }) => text)];
    for (const text of texts.filter((each) => each !== program.description())) {
      expect(text).toMatch(/^(?:[a-z]|CSV|HTML|JSON|URL|http)/);
      expect(text).not.toMatch(/\.$/);
    }
  });

  it('describes an option in the same words everywhere', () => {
    const words = new Map<string, Set<string>>();
    for (const { name, text } of commands.flatMap(([, command]) => describedIn(command))) {
      if (!name.startsWith('-')) continue;
      const known = words.get(name) ?? new Set();
      words.set(name, known.add(text.replace(/ \(default: [^)]*\)|, default: [^)]*/, '')));
    }
    const twice = [...words].filter(([, texts]) => texts.size > 1);
    // To create or run a project is not to search in one, a browser makes requests of its own, tokens expire while versions are kept,
    // calibrated settings are for states only, and each seed decides about something else.
    expect(twice.map(([name, texts]) => [name, texts.size])).toEqual([
      ['--project <name>', 2],
      ['--delay <ms>', 2],
      ['--days <n>', 2],
      ['--setting <name>', 2],
      ['--seed <n>', 2],
    ]);
  });

  it('and docs/cli.md use the same words', () => {
    const documented = sections(readProjectFile('docs/cli.md'));
    const pages = new Map([...documented].map(([heading, text]) => [heading.replace(/ [<[].*/, ''), text]));
    for (const [name, command] of commands) {
      if (command.commands.length > 0 && command !== program) continue;
      const section = command === program ? documented.get('Options of every command') : pages.get(name);
      const rows = tableRows(section ?? '').map(([first, text = '']) => ({
        name: codeIn(first) ?? '',
        text: text.replaceAll('`', ''),
      }));
      const own = describedIn(command);
      expect(rows, name).toEqual(
        command === program ? [...own, { name: '-h, --help', text: 'show help' }] : own,
      );
    }
  });
});
