import { Argument, Command, type Option } from 'commander';
import { TidemarkError } from '../../base/index.ts';
import { openToRead } from '../open-data.ts';
import { outputOf } from '../output.ts';
import { type Examples, withExamples } from './examples.ts';

type Shell = keyof typeof completionScripts;

export function completionCommand(): Command {
  return withExamples(new Command('completion'), examples)
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
  // Completes the projects of the data folder that the typed words name.
  const data = words.indexOf('--data') + 1;
  if (data > 0 && data < words.length - 1) program.setOptionValue('data', words[data]);
  const { words: found, files } = await completionsFor(program, words, () => storedProjects(command));
  for (const { word, about } of found) await output.line(about === '' ? word : `${word}\t${about}`);
  if (files) await output.line(':files');
}

/** The names of the stored projects; none when there is no database or it cannot be opened, because a shell has no place for messages. */
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

/** Values of options that Commander does not know, because the options check their values themselves. */
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
  /** Number of arguments before this word. */
  readonly arguments: number;
  /** The option whose value is expected here. */
  readonly option: Option | null;
  /** After `--`, nothing is an option. */
  readonly isPlain: boolean;
}

/** The position in the command line after these words. */
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

/** The options of a command, then those of the commands above it. */
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

/**
 * The scripts that a shell loads. Each passes the typed words to `tidemark completion SHELL -- WORDS`, which prints a line
 * for each word that may follow: the word, a tab and its meaning. A last line `:files` asks for names of files as well. So the scripts never get out
 * of date.
 */
const completionScripts = {
  bash: `_tidemark() {
  local IFS=$'\\n' line words=()
  local typed="\${COMP_LINE:0:COMP_POINT}" current="\${COMP_WORDS[COMP_CWORD]}"
  local -a before
  # Bash takes "example.org:8080" apart; the line itself does not.
  IFS=$' \\t' read -r -a before <<< "$typed"
  [[ $typed == *[$' \\t'] ]] && before+=("")
  local last="\${before[\${#before[@]}-1]}"
  COMPREPLY=()
  for line in $("\${COMP_WORDS[0]}" completion bash -- "\${before[@]:1}" 2>/dev/null); do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      words+=($(compgen -f -- "$current"))
    else
      line="\${line%%$'\\t'*}"
      words+=("\${line#"\${last%"$current"}"}")
    fi
  done
  COMPREPLY=("\${words[@]}")
}
complete -F _tidemark tidemark
`,
  zsh: `#compdef tidemark
_tidemark() {
  local line files=0
  local -a found
  for line in "\${(@f)$("\${words[1]}" completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      files=1
    elif [[ -n $line ]]; then
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( \${#found} )) && _describe tidemark found
  (( files )) && _files
  return 0
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _tidemark "$@"
else
  compdef _tidemark tidemark
fi
`,
  fish: `function __tidemark_complete
    set -l typed (commandline -opc) (commandline -ct)
    for line in ($typed[1] completion fish -- $typed[2..-1] 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c tidemark -f -a '(__tidemark_complete)'
`,
} as const;

const examples: Examples = {
  completion: [
    ['source <(tidemark completion bash)', 'in ~/.bashrc'],
    ['source <(tidemark completion zsh)', 'in ~/.zshrc, after compinit'],
    ['tidemark completion fish > ~/.config/fish/completions/tidemark.fish', 'once'],
  ],
};
