import { Command } from 'commander';
import { CrawlReporter } from '../crawl/crawl-reporter.ts';
import { interruption } from '../crawl/interruption.ts';
import { exitCodes } from '../exit-codes.ts';
import { type GlobalOptions, type Output, outputOf } from '../output.ts';
import { type DemoFolder, demoFolder } from './demo-folder.ts';

export function demoCommand(): Command {
  return new Command('demo')
    .description('crawl a small sample site that comes along; needs no network')
    .option('--keep', 'keep what was crawled, to look at it')
    .action(run);
}

const PROJECT = 'demo';

async function run({ keep = false }: { keep?: boolean }, command: Command): Promise<void> {
  const { startDemoSite } = await import('../../app/index.ts');
  const output = outputOf(command);
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const folder = demoFolder(data, keep);
  const site = await startDemoSite();
  try {
    await introduce(output, site.url);
    const finished = await crawlDemo(output, folder, site.url);
    if (!output.json && finished) await tellWhatWasHard(output, site.visitors());
    if (!output.json && !output.quiet) await suggest(output, folder, site.url);
  } finally {
    await site.close();
    folder.remove();
  }
}

async function introduce(output: Output, url: string): Promise<void> {
  if (output.json || output.quiet) return;
  await output.line(
    `Serving a small magazine at ${url}, on this machine only. It is not an easy one: session ids`,
  );
  await output.line(
    'in every link, an advert and a clock that change with every answer, a broken link, and a',
  );
  await output.line('robots.txt that keeps visitors out of /print/. Now the same as with');
  await output.line(`  ${output.style('bold', `tidemark crawl ${url} --assets images`)}`);
  await output.line();
}

/** Whether the crawl came to its end. */
async function crawlDemo(output: Output, folder: DemoFolder, url: string): Promise<boolean> {
  const { crawlSite, openDataFolder } = await import('../../app/index.ts');
  const { readConfig } = await import('../../config/index.ts');
  const store = await openDataFolder(readConfig({ data: folder.path }), 'write', 'tidemark demo');
  const stopping = interruption(() => output.note('\nFinishing what is under way.'));
  // The reporter's remarks name commands that would look in another folder.
  const reporter = new CrawlReporter({ ...output, note: () => undefined }, PROJECT, 'crawl');
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
    await reporter.end(ending, latest === null ? [] : await store.runs.leftOut(latest.id));
    if (ending.state !== 'finished') process.exitCode = exitCodes.interrupted;
    return ending.state === 'finished';
  } finally {
    reporter.close();
    stopping.release();
    await store.close();
  }
}

async function tellWhatWasHard(
  output: Output,
  { sessions, askedTwice }: { readonly sessions: number; readonly askedTwice: number },
): Promise<void> {
  if (output.quiet) return;
  const twice = askedTwice === 0 ? 'no page was fetched twice' : `${askedTwice} pages were fetched twice`;
  await output.line();
  await output.line(
    `The site gave out ${sessions} session ids, so each page had up to ${sessions} addresses; ${twice}.`,
  );
}

async function suggest(output: Output, folder: DemoFolder, url: string): Promise<void> {
  const look = [
    ['every page of it', `tidemark ls ${PROJECT} --data ${folder.quoted}`],
    ['the text of one', `tidemark show ${url}tides/spring-and-neap --text --data ${folder.quoted}`],
    ['what came with it', `tidemark show ${url}tides/spring-and-neap --headers --data ${folder.quoted}`],
  ] as const;
  const again = [['again, and keep it', 'tidemark demo --keep']] as const;
  const suggestions = [
    ...(folder.stays ? look : again),
    ['a site of your own', 'tidemark crawl https://example.org/'],
  ] as const;
  await output.line();
  await output.line('Try next:');
  for (const [what, text] of suggestions)
    await output.line(`  ${what.padEnd(18)}  ${output.style('bold', text)}`);
}
