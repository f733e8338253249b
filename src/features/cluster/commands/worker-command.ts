import { Command } from 'commander';
import { interruption } from '../../../cli/crawl/interruption.ts';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { configOf } from '../../../cli/open-data.ts';
import { type Output, outputOf } from '../../../cli/output.ts';
import { serviceOutput } from '../../../cli/service-output.ts';
import type { WorkerEvent } from '../worker-context.ts';

/** Concurrent runs, unless the user sets another number. */
const USUAL_RUNS = 4;

export function workerCommand(): Command {
  return withExamples(new Command('worker'), examples)
    .description(
      'work on runs of a server, on this machine; both use the same PostgreSQL database (DATABASE_URL)',
    )
    .option('--runs <n>', `runs at the same time (default: ${USUAL_RUNS})`)
    .option('--hosts <n>', 'hosts of distributed runs at the same time (default: four for each run)')
    .action(run);
}

interface WorkerFlags {
  readonly runs?: string;
  readonly hosts?: string;
}

async function run({ runs, hosts }: WorkerFlags, command: Command): Promise<void> {
  const most = wholeNumber('--runs', runs) ?? USUAL_RUNS;
  const mostHosts = wholeNumber('--hosts', hosts);

  const { startWorker } = await import('../start-worker.ts');
  const config = await configOf(command);
  const output = await serviceOutput(outputOf(command), config, process.stdout.isTTY !== true);
  const stopping = interruption(() =>
    output.note('Pausing the runs under way, which go on elsewhere; press Ctrl-C again to stop at once.'),
  );
  try {
    const worker = await startWorker({
      config,
      most,
      mostHosts,
      helpsWithGrids: true,
      onEvent: (event) => void tell(output, event),
    });
    const { id, name } = worker.node;
    if (output.json) await output.object({ event: 'working', id, name });
    else await output.line(`Worker ${id} (${name}) waits for runs. Ctrl-C stops it.`);
    stopping.onStop(() => worker.stop());
    await worker.ended;
  } finally {
    stopping.release();
  }
}

function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 1000) return number;
  throw new CliError('CLI_USAGE', `${flag}: "${text}" is not a whole number from 1 to 1000.`);
}

async function tell(output: Output, event: WorkerEvent): Promise<void> {
  if (output.json) await output.object(event);
  else if (event.event === 'trouble') output.note(event.message);
  else await output.line(sentenceOf(event));
}

function sentenceOf(event: Exclude<WorkerEvent, { event: 'trouble' }>): string {
  switch (event.event) {
    case 'taken':
      return `${nameOf(event)} is under way here.`;
    case 'lost':
      return `${nameOf(event)}: another worker has taken over.`;
    case 'given back':
      return `${nameOf(event)} goes on elsewhere.`;
    case 'ended':
      return `${nameOf(event)}: ${event.how}.`;
    case 'paused':
      return 'Paused: takes no further runs.';
    case 'resumed':
      return 'Takes runs again.';
    case 'calibrating':
      return `Calibration set "${event.set}": helps to try settings.`;
    case 'calibrated':
      return `Calibration set "${event.set}": ${event.settings} settings tried here.`;
  }
}

const nameOf = ({
  project,
  run: number,
  host,
}: {
  readonly project: string;
  readonly run: number | null;
  readonly host?: string;
}): string =>
  `${number === null ? project : `${project}: run ${number}`}${host === undefined ? '' : `, ${host}`}`;

const examples: Examples = {
  worker: [
    ['tidemark worker', 'work on runs of the server that uses the same DATABASE_URL'],
    ['tidemark worker --runs 8', 'on a large machine, eight at a time'],
  ],
};
