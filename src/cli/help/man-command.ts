import { Command, Help } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { outputOf } from '../output.ts';
import { commandTree, type Examples, type NamedCommand, withExamples } from './examples.ts';

export function manCommand(): Command {
  return withExamples(new Command('man'), examples).description('print the manual page, for man').action(run);
}

async function run(_options: unknown, command: Command): Promise<void> {
  const output = outputOf(command);
  const page = manPage(command.parent ?? command);
  if (output.json) await output.object({ page });
  else await output.line(page.trimEnd());
}

const help = new Help();

const exitMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'Everything went well.',
  failed: 'Something failed, or part of the work could not be done.',
  usage: 'The command, an option, a setting or an input file is wrong.',
  changed: 'With --exit-code: the site has changed.',
  interrupted: 'Ctrl-C: finished work is kept, and the same command continues it.',
};

/** The manual page in the macros of man(7), from the commands themselves and their examples. */
export function manPage(program: Command): string {
  const [root, ...commands] = commandTree(program);
  const lines = [
    `.TH TIDEMARK 1 "" "Tidemark ${escaped(program.version() ?? '')}" "User Commands"`,
    '.SH NAME',
    'tidemark \\- tells exactly what changed on a site, and nothing else',
    '.SH SYNOPSIS',
    '.B tidemark',
    '[\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]',
    '.SH DESCRIPTION',
    escaped(program.description()),
    '.SH OPTIONS',
    ...optionLines(program),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...Object.entries(exitCodes).flatMap(([name, code]) => [
      '.TP',
      `.B ${code}`,
      escaped(exitMeanings[name as keyof typeof exitCodes]),
    ]),
    '.SH EXAMPLES',
    ...exampleLines(root?.examples ?? []),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines({ path, command, examples }: NamedCommand): readonly string[] {
  if (command.commands.length > 0) return [];
  const args = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return `${argument.required ? `<${name}>` : `[${name}]`}`;
  });
  return [
    `.SS ${quoted(['tidemark', ...path, ...args].join(' '))}`,
    escaped(sentence(command.description())),
    ...command.registeredArguments.flatMap((argument) => [
      '.TP',
      `.I ${escaped(argument.name())}`,
      escaped(help.argumentDescription(argument)),
    ]),
    ...optionLines(command),
    '.PP',
    'Examples:',
    ...exampleLines(examples),
  ];
}

function optionLines(command: Command): readonly string[] {
  return help
    .visibleOptions(command)
    .flatMap((option) => ['.TP', `.B ${escaped(option.flags)}`, escaped(help.optionDescription(option))]);
}

function exampleLines(examples: NamedCommand['examples']): readonly string[] {
  return examples.flatMap(([line, what]) => ['.TP', `.B ${escaped(line)}`, escaped(what)]);
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Escapes hyphens, so that they can be copied and typed, and lines that look like a macro. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}

const quoted = (text: string): string => `"${escaped(text).replaceAll('"', '\\(dq')}"`;

const examples: Examples = {
  man: [
    ['tidemark man | man -l -', 'read it (GNU/Linux)'],
    ['tidemark man > /usr/local/share/man/man1/tidemark.1', 'install it'],
  ],
};
