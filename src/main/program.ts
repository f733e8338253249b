import { readFileSync } from 'node:fs';
import { Command, type CommanderError } from 'commander';
import { crawlCommand, trackCommand } from '../cli/crawl/crawl-command.ts';
import { CliError } from '../cli/errors.ts';
import { completionCommand } from '../cli/help/completion-command.ts';
import { type Examples, showExamples, withExamples } from '../cli/help/examples.ts';
import { manCommand } from '../cli/help/man-command.ts';
import { mcpCommand } from '../features/assistants/mcp-command.ts';
import {
  backupCommand,
  migrateCommand,
  restoreCommand,
} from '../features/backup/commands/backup-commands.ts';
import { calibrateCommand } from '../features/calibration/commands/calibrate-command.ts';
import { nodesCommand } from '../features/cluster/commands/nodes-command.ts';
import { queueCommand } from '../features/cluster/commands/queue-command.ts';
import { workerCommand } from '../features/cluster/commands/worker-command.ts';
import { demoCommand } from '../features/demo/commands/demo-command.ts';
import { detectCommand } from '../features/detectors/commands/detect-command.ts';
import { detectorsCommand } from '../features/detectors/commands/detectors-command.ts';
import { stemCommand } from '../features/detectors/commands/stem-command.ts';
import { doctorCommand } from '../features/doctor/doctor-command.ts';
import { fingerprintCommand } from '../features/fingerprints/fingerprint-command.ts';
import { importCommand } from '../features/import/commands/import-command.ts';
import { notifyCommand } from '../features/notifications/commands/notify-command.ts';
import { tokensCommand } from '../features/people/commands/tokens-command.ts';
import { usersCommand } from '../features/people/commands/users-command.ts';
import { initCommand } from '../features/projects/commands/init-command.ts';
import { projectsCommand } from '../features/projects/commands/projects-command.ts';
import { rulesCommand } from '../features/projects/commands/rules-command.ts';
import { secretsCommand } from '../features/projects/commands/secrets-command.ts';
import { confirmCommand } from '../features/reports/commands/confirm-command.ts';
import { diffCommand } from '../features/reports/commands/diff-command.ts';
import { explainCommand } from '../features/reports/commands/explain-command.ts';
import { learnedCommand } from '../features/reports/commands/learned-command.ts';
import { lsCommand } from '../features/reports/commands/ls-command.ts';
import { reportCommand } from '../features/reports/commands/report-command.ts';
import { showCommand } from '../features/reports/commands/show-command.ts';
import { tidyCommand } from '../features/retention/commands/tidy-command.ts';
import { searchCommand } from '../features/search/commands/search-command.ts';
import { statesCommand } from '../features/states/commands/states-command.ts';
import { statsCommand } from '../features/statistics/commands/stats-command.ts';
import { robotsCommand } from '../features/url-tools/robots-command.ts';
import { urlCommand } from '../features/url-tools/url-command.ts';
import { exportCommand } from '../features/warc/export-command.ts';
import { watchCommand } from '../features/watching/commands/watch-command.ts';
import { serveCommand } from './server/serve-command.ts';

/** A function that is loaded when it is called. */
const late =
  <A extends readonly unknown[], R>(load: () => Promise<(...given: A) => Promise<R>>) =>
  async (...given: A): Promise<R> =>
    (await load())(...given);

/** What commands use of features that are not their own, and of the server. */
const commandContext = {
  startServer: late(async () => (await import('./server/start-server.ts')).startServer),
  serveAssistant: late(async () => (await import('./server/serve-assistant.ts')).serveAssistant),
  newsOfRun: late(async () => (await import('../features/reports/report-run.ts')).newsOfRun),
  sendMessages: late(async () => (await import('../features/notifications/send-messages.ts')).sendMessages),
  takeTurns: late(async () => (await import('../features/cluster/turns-of-command.ts')).takeTurns),
  fillSearchIndex: late(async () => (await import('../features/search/fill-index.ts')).fillSearchIndex),
  printHoldings: late(
    async () => (await import('../features/retention/commands/tidy-command.ts')).printHoldings,
  ),
  userNamed: late(async () => (await import('../features/people/manage-users.ts')).userNamed),
  detectorTotals: late(
    async () => (await import('../features/statistics/project-statistics.ts')).detectorTotals,
  ),
  helpWithGrids: late(async () => (await import('../features/calibration/wanted-grids.ts')).helpWithGrids),
  printExploration: late(
    async () => (await import('../features/states/commands/tell-stored.ts')).printExploration,
  ),
  states: () => import('../features/states/commands/state-commands.ts'),
};

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
    // A wrong command is told as every other failure is: by what `throwInsteadOfExit` throws.
    .configureOutput({ outputError: () => undefined })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false });
  const commands = [
    crawlCommand,
    trackCommand,
    watchCommand,
    serveCommand,
    workerCommand,
    nodesCommand,
    queueCommand,
    mcpCommand,
    reportCommand,
    diffCommand,
    explainCommand,
    learnedCommand,
    confirmCommand,
    demoCommand,
    searchCommand,
    lsCommand,
    showCommand,
    exportCommand,
    initCommand,
    importCommand,
    projectsCommand,
    rulesCommand,
    secretsCommand,
    usersCommand,
    tokensCommand,
    detectorsCommand,
    detectCommand,
    stemCommand,
    statsCommand,
    notifyCommand,
    urlCommand,
    fingerprintCommand,
    statesCommand,
    calibrateCommand,
    robotsCommand,
    backupCommand,
    restoreCommand,
    migrateCommand,
    tidyCommand,
    doctorCommand,
    completionCommand,
    manCommand,
  ];
  // Before an action, because help needs none of it.
  program.hook('preAction', async () => (await import('../features/index.ts')).useFeatures());
  for (const command of commands) program.addCommand(command(commandContext));
  return throwInsteadOfExit(showExamples(program));
}

/** Commander must not end the process itself: output may still be on its way. */
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
