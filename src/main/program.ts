import { readFileSync } from 'node:fs';
import { Command, type CommanderError } from 'commander';
import { crawlCommand, trackCommand } from '../cli/crawl/crawl-command.ts';
import { CliError } from '../cli/errors.ts';
import { completionCommand } from '../cli/help/completion-command.ts';
import { type Examples, showExamples, withExamples } from '../cli/help/examples.ts';
import { manCommand } from '../cli/help/man-command.ts';
import { startServer, useServices } from '../cli/of-other-features.ts';
import { features, useFeatures } from '../features/index.ts';
import { serveCommand } from './server/serve-command.ts';

/** The order of commands in help: the most used commands come first. A command that is not listed here comes last. */
const order = [
  ...['crawl', 'track', 'watch', 'serve', 'worker', 'nodes', 'queue', 'mcp'],
  ...['report', 'diff', 'explain', 'learned', 'confirm', 'demo', 'search', 'ls', 'show', 'export'],
  ...['init', 'import', 'projects', 'rules', 'secrets', 'users', 'tokens'],
  ...[
    'detectors',
    'detect',
    'stem',
    'stats',
    'notify',
    'url',
    'fingerprint',
    'states',
    'calibrate',
    'robots',
  ],
  ...['backup', 'restore', 'migrate', 'retention', 'doctor', 'completion', 'man'],
];

const placeOf = (command: Command): number => {
  const place = order.indexOf(command.name());
  return place < 0 ? order.length : place;
};

/** What this process can do: the features, and the server for commands that show it. */
function useProgram(): void {
  startServer.fill(async (options) => (await import('./server/start-server.ts')).startServer(options));
  useServices.fill(async (...given) => (await import('./server/use-services.ts')).useServices(...given));
  useFeatures();
}

/** The whole command line: commands, options and help. Actions load what they need when they run. */
export function tidemarkProgram(): Command {
  const program = withExamples(new Command('tidemark'), examples)
    .description('Crawls a site, comes back, and tells exactly what changed, and nothing else.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .option('--data <dir>', 'folder for everything Tidemark keeps (TIDEMARK_DATA, default: ./.tidemark)')
    .option('--json', 'print one JSON object per line')
    .option('--quiet', 'print only results and errors')
    .option('--no-color', 'print without colours (so does NO_COLOR)')
    // A wrong command is reported like every other failure: `throwInsteadOfExit` throws it.
    .configureOutput({ outputError: () => undefined })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false });
  program.hook('preAction', useProgram);
  const commands = [crawlCommand, trackCommand, serveCommand, completionCommand, manCommand]
    .concat(features.flatMap(({ commands = [] }) => commands))
    .map((make) => make());
  for (const command of commands.toSorted((a, b) => placeOf(a) - placeOf(b))) program.addCommand(command);
  return throwInsteadOfExit(showExamples(program));
}

/** Commander must not exit the process itself: output may not be flushed yet. */
function throwInsteadOfExit(command: Command): Command {
  command.exitOverride((ending) => {
    throw wrongUsage(command, ending) ?? ending;
  });
  for (const child of command.commands) throwInsteadOfExit(child.copyInheritedSettings(command));
  return command;
}

/** Null where help or the version was asked for, or is shown because a command is missing. */
function wrongUsage(command: Command, { code, message }: CommanderError): CliError | null {
  if (code === 'commander.help' || code === 'commander.helpDisplayed' || code === 'commander.version')
    return null;
  const said = message
    .replace(/^error: /, '')
    .replace(/\.?$/, '.')
    .replace(/\n\((.*)\)\.$/s, '. $1');
  return new CliError('CLI_USAGE', `${said} "${pathOf(command)} --help" shows what is possible.`);
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

const examples: Examples = {
  '': [
    ['tidemark demo', 'see on a sample site what it does'],
    ['tidemark track example.org', 'visit a site, now and again in some days'],
    ['tidemark diff prices', 'what changed on the page that ends with /prices'],
  ],
};
