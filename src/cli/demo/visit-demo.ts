import { CrawlReporter } from '../crawl/crawl-reporter.ts';
import { interruption } from '../crawl/interruption.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { type DemoFolder, PROJECT } from './demo-folder.ts';

/** Visits the sample site as `tidemark track` would. Whether the visit came to its end. */
export async function visitDemo(output: Output, folder: DemoFolder, url: string | null): Promise<boolean> {
  const { crawlSite, openDataFolder } = await import('../../app/index.ts');
  const { readConfig } = await import('../../config/index.ts');
  const store = await openDataFolder(
    readConfig({ data: folder.path, databaseUrl: '' }),
    'write',
    'tidemark demo',
  );
  const stopping = interruption(() => output.note('\nFinishing what is under way.'));
  // The reporter's remarks name commands that would look in another folder.
  const reporter = new CrawlReporter({ ...output, note: () => undefined }, PROJECT, 'track');
  try {
    const ending = await crawlSite(store, {
      project: PROJECT,
      url,
      settings: { assets: 'images' },
      onEvent: (event) => reporter.tell(event),
      signal: stopping.signal,
    });
    const project = await store.projects.find(PROJECT);
    const latest = project === null ? null : await store.runs.latest(project.id);
    const isFirst = latest?.number === 1;
    await reporter.end(ending, latest === null || !isFirst ? [] : await store.runs.leftOut(latest.id));
    if (ending.state !== 'finished') process.exitCode = exitCodes.interrupted;
    return ending.state === 'finished';
  } finally {
    reporter.close();
    stopping.release();
    await store.close();
  }
}
