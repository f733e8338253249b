import type { Command } from 'commander';
import { interruption } from '../../../cli/crawl/interruption.ts';
import { exitCodes } from '../../../cli/exit-codes.ts';
import { openToWrite } from '../../../cli/open-data.ts';
import { eraseLiveLine, hasLiveLine, outputOf, showLiveLine } from '../../../cli/output.ts';

interface RecordOptions {
  readonly set: string;
  readonly maxStates?: number;
  readonly maxDepth?: number;
  readonly maxTime?: number;
  readonly contexts?: number;
  readonly strip?: readonly string[];
  readonly delay?: number;
  readonly ignoreRobots?: boolean;
}

export async function recordSites(
  sites: readonly string[],
  options: RecordOptions,
  command: Command,
): Promise<void> {
  const output = outputOf(command);
  const { addProject } = await import('../../../crawl/projects/add-project.ts');
  const { storedSecrets } = await import('../../../crawl/projects/stored-secrets.ts');
  const { visitTarget, whatToVisit } = await import('../../../crawl/projects/what-to-visit.ts');
  const { counted } = await import('../../../presentation/in-words.ts');
  const { environmentVariable } = await import('../../../config/index.ts');
  const { calibrationSetToFill } = await import('../calibration-sets.ts');
  const { recordSite } = await import('../record-site.ts');
  const { endingsInWords } = await import('../../../explore/index.ts');
  // This command has one option for both limits of states.
  const whyItEnded = { ...endingsInWords, 'states per address': endingsInWords.states };
  const { delay, ignoreRobots, maxStates, maxDepth, maxTime, contexts, strip } = options;
  const settings = said({ delay, ignoreRobots });
  const states = said({
    maxStates,
    maxDepth,
    contexts,
    strip,
    maxStatesPerUrl: maxStates,
    maxTime: maxTime === undefined ? undefined : maxTime * 1000,
  });
  const isLive = !output.json && !output.quiet && hasLiveLine(environmentVariable('TERM'));
  const { store, config } = await openToWrite(command, 'calibrate');
  const stopping = interruption(() => output.note('Ending; press Ctrl-C again to stop at once.'));
  try {
    const set = await calibrationSetToFill(store, options.set);
    for (const typed of sites) {
      const wanted = await whatToVisit(typed, undefined);
      if (wanted.file !== null) await addProject(store, wanted.file);
      const { url } = await visitTarget(wanted, { store, config, settings });
      const { site, exploration, resumed } = await recordSite(
        { store, config, storedSecret: storedSecrets(store, config).find },
        {
          set,
          project: wanted.project,
          url,
          settings,
          states,
          signal: stopping.signal,
          onEvent: (event) => {
            if (event.event === 'progress' && isLive)
              showLiveLine(`${typed}: ${event.states} states, ${event.waiting} still to try`);
          },
          onWait: (until) => output.note(`Waiting until ${new Date(until).toISOString()}.`),
        },
      );
      eraseLiveLine();
      const { ending, graph, tried } = exploration;
      if (output.json)
        await output.object({
          set: set.name,
          site: site.number,
          url: site.url,
          states: graph.states.length,
          tried,
          ending,
        });
      else
        await output.line(
          `${site.url}: ${counted(graph.states.length, 'state')} recorded, ${counted(tried, 'action')} tried` +
            `${resumed ? ', going on from an earlier recording' : ''}; ${whyItEnded[ending]}.`,
        );
      if (ending === 'interrupted') {
        process.exitCode = exitCodes.interrupted;
        return;
      }
    }
    output.note(
      `Next: "tidemark calibrate run '${set.name}'" tries settings; "tidemark serve" has the page where people judge.`,
    );
  } finally {
    eraseLiveLine();
    stopping.release();
    await store.close();
  }
}

/** Leaves out options that the user did not give. */
function said<T extends object>(options: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
