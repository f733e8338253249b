import type { RunCommandContext } from '../../../cli/crawl/command-context.ts';
import { CrawlReporter } from '../../../cli/crawl/crawl-reporter.ts';
import { interruption } from '../../../cli/crawl/interruption.ts';
import { printNews } from '../../../cli/crawl/print-news.ts';
import { exitCodes } from '../../../cli/exit-codes.ts';
import { openForRuns } from '../../../cli/open-data.ts';
import { eraseLiveLine, type Output } from '../../../cli/output.ts';
import { type DemoFolder, PROJECT } from './demo-folder.ts';

/** Visits the sample site as `tidemark track` would. Whether the visit came to its end. */
export async function visitDemo(
  { newsOfRun, output }: Pick<RunCommandContext, 'newsOfRun'> & { readonly output: Output },
  folder: DemoFolder,
  url: string | null,
): Promise<boolean> {
  const { startRun } = await import('../../../crawl/run/start-run.ts');
  const { environmentVariable, readConfig } = await import('../../../config/index.ts');
  const store = await openForRuns(
    readConfig({ data: folder.path, databaseUrl: '', bodies: '' }),
    'tidemark demo',
  );
  const stopping = interruption(() => output.note('Finishing what is under way.'));
  // The reporter's remarks name commands that would look in another folder.
  const quiet = { ...output, note: () => undefined };
  const reporter = new CrawlReporter(quiet, PROJECT, 'track', environmentVariable('TERM'));
  try {
    const run = await startRun({ store }, { project: PROJECT, url, settings: { assets: 'images' } });
    run.watch((event) => reporter.tell(event));
    stopping.onStop(() => run.pause());
    const ending = await run.ended;
    const project = await store.projects.find(PROJECT);
    const latest = project === null ? null : await store.runs.latest(project.id);
    const isFirst = latest?.number === 1;
    const tell = async () =>
      void (isFirst || (await printNews({ newsOfRun, store, output: quiet }, PROJECT, 'track')));
    if (output.json) await tell();
    await reporter.end(
      ending,
      latest === null || !isFirst ? null : { leftOut: await store.runs.leftOut(latest.id) },
    );
    if (!output.json) await tell();
    if (ending.state !== 'finished') process.exitCode = exitCodes.interrupted;
    return ending.state === 'finished';
  } finally {
    eraseLiveLine();
    stopping.release();
    await store.close();
  }
}
