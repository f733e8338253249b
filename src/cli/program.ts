import { readFileSync } from 'node:fs';
import { Command, type CommanderError } from 'commander';
import { backupCommand, migrateCommand, restoreCommand } from './backup/backup-commands.ts';
import { calibrateCommand } from './calibrate/calibrate-command.ts';
import { confirmCommand } from './changes/confirm-command.ts';
import { diffCommand } from './changes/diff-command.ts';
import { explainCommand } from './changes/explain-command.ts';
import { learnedCommand } from './changes/learned-command.ts';
import { reportCommand } from './changes/report-command.ts';
import { nodesCommand } from './cluster/nodes-command.ts';
import { queueCommand } from './cluster/queue-command.ts';
import { workerCommand } from './cluster/worker-command.ts';
import { crawlCommand } from './crawl/crawl-command.ts';
import { trackCommand } from './crawl/track-command.ts';
import { demoCommand } from './demo/demo-command.ts';
import { detectCommand } from './detect/detect-command.ts';
import { detectorsCommand } from './detect/detectors-command.ts';
import { stemCommand } from './detect/stem-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { CliError } from './errors.ts';
import { fingerprintCommand } from './fingerprint/fingerprint-command.ts';
import { withExamples } from './help/command-tree.ts';
import { completionCommand } from './help/completion-command.ts';
import { manCommand } from './help/man-command.ts';
import { notifyCommand } from './notify/notify-command.ts';
import { exportCommand } from './pages/export-command.ts';
import { lsCommand } from './pages/ls-command.ts';
import { showCommand } from './pages/show-command.ts';
import { tokensCommand } from './people/tokens-command.ts';
import { usersCommand } from './people/users-command.ts';
import { importCommand } from './projects/import/import-command.ts';
import { initCommand } from './projects/init-command.ts';
import { projectsCommand } from './projects/projects-command.ts';
import { rulesCommand } from './projects/rules-command.ts';
import { secretsCommand } from './projects/secrets-command.ts';
import { robotsCommand } from './robots-command.ts';
import { searchCommand } from './search/search-command.ts';
import { mcpCommand } from './serve/mcp-command.ts';
import { serveCommand } from './serve/serve-command.ts';
import { statesCommand } from './states/states-command.ts';
import { statsCommand } from './statistics/stats-command.ts';
import { tidyCommand } from './upkeep/tidy-command.ts';
import { urlCommand } from './url/url-command.ts';

import { watchCommand } from './watch/watch-command.ts';

/** The whole command line: commands, options and help. Actions load what they need when they run. */
export function tidemarkProgram(): Command {
  const program = new Command('tidemark')
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
  for (const command of commands) program.addCommand(command());
  return throwInsteadOfExit(withExamples(program));
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
