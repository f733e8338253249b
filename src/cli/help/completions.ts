import type { Argument, Command, Option } from 'commander';

/** What may follow the words that are typed so far. */
interface Completions {
  readonly words: readonly Completion[];
  /** Whether names of files may follow as well. */
  readonly files: boolean;
}

interface Completion {
  readonly word: string;
  readonly about: string;
}

/** Values of options that check them themselves, so that Commander does not know them. */
const valuesOf: Readonly<Record<string, readonly string[]>> = {
  '--flag': ['NEW', 'UPD', 'MIS', 'ERR', 'SAM'],
  '--method': ['standard', 'signature', 'signature+size', 'strict'],
  '--rules': ['lower-case-path', 'default-page', 'trailing-slash', 'tracking-parameters', 'extended', 'all'],
};

/** Arguments that may be the name of a stored project. */
const projectArguments = new Set(['project', 'site']);
const fileValues = new Set(['file', 'dir', 'pages', 'a', 'b', 'site']);

/** `typed` are the words after `tidemark`; the last one is not finished, and may be empty. `projects` are the stored ones. */
export async function completionsFor(
  program: Command,
  typed: readonly string[],
  projects: () => Promise<readonly string[]>,
): Promise<Completions> {
  const place = placeOf(program, typed.slice(0, -1));
  const begun = typed.at(-1) ?? '';
  const { words, files } = await possible(place, begun, projects);
  return { words: words.filter(({ word }) => word.startsWith(begun)), files };
}

interface Place {
  readonly command: Command;
  /** Arguments before this word. */
  readonly arguments: number;
  /** The option whose value comes here. */
  readonly option: Option | null;
  /** After `--`, nothing is an option. */
  readonly isPlain: boolean;
}

/** Where the words lead. */
function placeOf(program: Command, words: readonly string[]): Place {
  let place: Place = { command: program, arguments: 0, option: null, isPlain: false };
  for (const word of words) place = next(place, word);
  return place;
}

function next(place: Place, word: string): Place {
  if (place.option !== null) return { ...place, option: null };
  if (!place.isPlain && word === '--') return { ...place, isPlain: true };
  if (!place.isPlain && word.startsWith('-')) {
    const option = optionsOf(place.command).find((known) => known.long === word || known.short === word);
    return { ...place, option: option !== undefined && (option.required || option.optional) ? option : null };
  }
  const child = place.command.commands.find(
    (known) => known.name() === word || known.aliases().includes(word),
  );
  if (child !== undefined) return { ...place, command: child, arguments: 0 };
  return { ...place, arguments: place.arguments + 1 };
}

async function possible(
  { command, arguments: before, option, isPlain }: Place,
  begun: string,
  projects: () => Promise<readonly string[]>,
): Promise<Completions> {
  if (option !== null) return valuesFor(option, projects);
  if (!isPlain && begun.startsWith('-')) {
    const words = optionsOf(command).map(({ long, short, description }) => ({
      word: long ?? short ?? '',
      about: description,
    }));
    return { words: [...words, { word: '--help', about: 'show help' }], files: false };
  }
  if (command.commands.length > 0) {
    const words = command.commands.map((child) => ({ word: child.name(), about: child.description() }));
    return { words, files: false };
  }
  const args = command.registeredArguments;
  const argument = args[before] ?? (args.at(-1)?.variadic === true ? args.at(-1) : undefined);
  return argument === undefined ? nothing : argumentValues(argument, command, projects);
}

const nothing: Completions = { words: [], files: false };

/** Its own options, then those of every command. */
function optionsOf(command: Command): readonly Option[] {
  const own = command.options.filter(({ hidden }) => !hidden);
  return command.parent === null ? own : [...own, ...optionsOf(command.parent)];
}

async function valuesFor(option: Option, projects: () => Promise<readonly string[]>): Promise<Completions> {
  if (option.long === '--project') return { words: plain(await projects(), 'project'), files: false };
  const values = option.argChoices ?? valuesOf[option.long ?? ''] ?? [];
  return { words: plain(values, ''), files: /<(?:file|dir)>/.test(option.flags) };
}

async function argumentValues(
  argument: Argument,
  command: Command,
  projects: () => Promise<readonly string[]>,
): Promise<Completions> {
  const name = argument.name();
  const isProject = projectArguments.has(name) || (name === 'name' && command.parent?.name() === 'projects');
  const words = isProject ? plain(await projects(), 'project') : plain(argument.argChoices ?? [], '');
  return { words, files: fileValues.has(name) };
}

const plain = (words: readonly string[], about: string): readonly Completion[] =>
  words.map((word) => ({ word, about }));
