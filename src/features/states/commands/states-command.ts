import { Command } from 'commander';
import { interruption } from '../../../cli/crawl/interruption.ts';
import { sendDueMessages } from '../../../cli/crawl/print-summary.ts';
import { CliError } from '../../../cli/errors.ts';
import { exitCodes } from '../../../cli/exit-codes.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { openToWrite } from '../../../cli/open-data.ts';
import { eraseLiveLine, type Output, outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import { checkGraphFile, printStored } from './print-exploration.ts';
import {
  resetCommandOf,
  type StatesOptions,
  statesSaid,
  visitSaid,
  withStatesOptions,
} from './states-options.ts';
import { StatesReporter } from './states-reporter.ts';

export function statesCommand(): Command {
  const command = withExamples(new Command('states'), examples)
    .description(
      'explore an application in a browser, and print its states and what leads from one to another',
    )
    .argument('[site]', 'URL where the application starts, project file, or name of a project that exists');
  return withStatesOptions(command).action(run);
}

async function run(typed: string | undefined, options: StatesOptions, command: Command): Promise<void> {
  const output = outputOf(command);
  if (options.showAvoided === true) return printAvoidedWords(output);
  const { addProject } = await import('../../../crawl/projects/add-project.ts');
  const { exploreProject } = await import('../start-exploration.ts');
  const { storedSecrets } = await import('../../../crawl/projects/stored-secrets.ts');
  const { visitTarget, whatToVisit } = await import('../../../crawl/projects/what-to-visit.ts');
  const { environmentVariable } = await import('../../../config/index.ts');
  const { export: files = [], project: name } = options;
  const [states, settings] = [statesSaid(options), visitSaid(options)];
  for (const file of files) checkGraphFile(file);
  const wanted = await whatToVisit(typed ?? nothingTyped(), name);
  const { project, file } = wanted;
  const { store, config } = await openToWrite(command, 'states');
  const stopping = interruption(() => output.note('Ending; press Ctrl-C again to stop at once.'));
  const reporter = new StatesReporter(output, environmentVariable('TERM'));
  try {
    if (file !== null) await addProject(store, file);
    const { url } = await visitTarget(wanted, { store, config, settings });
    const { exploration, stored, resumed, hasChannels } = await exploreProject(
      { store, config, storedSecret: storedSecrets(store, config).find },
      {
        ...{ project, url, settings, states, signal: stopping.signal, ...resetCommandOf(options) },
        screenshots: files.some((each) => each.toLowerCase().endsWith('.html')),
        onEvent: (event) => reporter.tell(event),
        onWait: (until) => output.note(`Waiting until ${new Date(until).toISOString()}.`),
      },
    );
    if (resumed) output.note(`Exploration ${stored.number} was broken off; it went on from there.`);
    await reporter.end(exploration);
    await printStored(output, store, stored, files);
    // An interrupt must not wait for delivery: due messages stay in the outbox.
    if (hasChannels && exploration.ending !== 'interrupted') await sendDueMessages(output, store, config);
    if (exploration.ending === 'interrupted') process.exitCode = exitCodes.interrupted;
    else if (exploration.reason !== '') process.exitCode = exitCodes.failed;
  } finally {
    eraseLiveLine();
    stopping.release();
    await store.close();
  }
}

function nothingTyped(): never {
  throw new CliError(
    'CLI_OPTION_INVALID',
    'say where the application starts, as in "tidemark states https://example.org/".',
  );
}

/** The words that mark what is not pressed, grouped by what pressing it may do. */
async function printAvoidedWords(output: Output): Promise<void> {
  const { avoidedWords } = await import('../../../explore/index.ts');
  const entries = Object.entries(avoidedWords).map(([kind, words]) => ({ kind, words: [...new Set(words)] }));
  if (output.json) {
    for (const entry of entries) await output.object(entry);
    return;
  }
  const table = new Table(output, ['it may', 'words']);
  for (const { kind, words } of entries) await table.row(kind, words.join(', '));
  await table.end();
}

const examples: Examples = {
  states: [
    ['tidemark states http://localhost:3000/', 'what can be seen in an application, and how to get there'],
    [
      'tidemark states example.org --setting structure --contexts 4',
      'one state of each kind, four visitors at once',
    ],
    ['tidemark states --show-avoided', 'the words of what is not pressed'],
  ],
};
