import { Command } from 'commander';
import { CrawlReporter } from '../../../cli/crawl/crawl-reporter.ts';
import { interruption } from '../../../cli/crawl/interruption.ts';
import { printSummary } from '../../../cli/crawl/print-summary.ts';
import { exitCodes } from '../../../cli/exit-codes.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { openForRuns } from '../../../cli/open-data.ts';
import { eraseLiveLine, type GlobalOptions, type Output, outputOf } from '../../../cli/output.ts';
import { type DemoFolder, demoFolder, PROJECT } from './demo-folder.ts';

export function demoCommand(): Command {
  return withExamples(new Command('demo'), examples)
    .description('crawl a small sample site, change it, and report what changed; needs no network')
    .option('--keep', 'keep the data, to look at afterwards')
    .option('--no-open', 'end without opening the web interface')
    .action(run);
}

interface Options {
  readonly keep?: boolean;
  readonly open: boolean;
}

async function run({ keep = false, open }: Options, command: Command): Promise<void> {
  const { startDemoSite } = await import('../start-demo-site.ts');
  const output = outputOf(command);
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const folder = demoFolder(data, keep);
  const site = await startDemoSite();
  const say = async (...lines: readonly string[]) => {
    if (output.json || output.quiet) return;
    for (const line of lines) await output.line(line);
  };
  try {
    await say(
      `Serving a small magazine at ${site.url}, on this machine only. It is not an easy site: every`,
      'link has a session id; adverts, a clock and a shuffled list differ in every answer; one link is broken;',
      'and robots.txt forbids /print/. Now Tidemark visits it, as with',
      `  ${output.style('bold', `tidemark track ${site.url}`)}`,
      '',
    );
    if (!(await visitDemo(output, folder, site.url))) return;
    site.publish('second');
    const before = site.visitors();
    await say('', 'Meanwhile the editors have changed some pages. Tidemark visits the site again:', '');
    if (!(await visitDemo(output, folder, null))) return;
    const { sessions, requests } = site.visitors();
    await say(
      '',
      `The site gave out ${sessions} session ids, and the second visit took ${requests - before.requests} requests.`,
      'No rule was written for that.',
    );
    const { isForPerson, showDemo } = await import('./show-demo.ts');
    const opens = open && isForPerson(output);
    await suggest(output, folder, site.url, opens);
    if (opens) await showDemo(output, folder);
  } catch (error) {
    process.exitCode = exitCodes.failed;
    throw error;
  } finally {
    await site.close();
    folder.remove();
  }
}

async function suggest(output: Output, folder: DemoFolder, url: string, opens: boolean): Promise<void> {
  if (output.json || output.quiet) return;
  const { environmentVariable } = await import('../../../config/index.ts');
  // Repeats how the user started this program: in a checkout only npx finds it. The data is in the folder, so DATABASE_URL must be empty.
  const start = environmentVariable('npm_command') === 'exec' ? 'npx tidemark' : 'tidemark';
  const look = (environmentVariable('DATABASE_URL') ?? '') === '' ? start : `DATABASE_URL= ${start}`;
  const commands = [
    ['the report again', `${look} report ${PROJECT} --data ${folder.quoted}`],
    ['what it learned', `${look} learned ls --data ${folder.quoted}`],
    ['history of a page', `${look} explain ${url}instruments --data ${folder.quoted}`],
    ['text of a page', `${look} show ${url}tides/spring-and-neap --text --data ${folder.quoted}`],
    ['in a browser', `${look} serve --data ${folder.quoted}`],
  ] as const;
  const again = [
    ['again, keeping it', `${start} demo --keep`],
    ...(opens ? [] : [['in a browser', `${start} demo  (in a terminal)`] as const]),
  ] as const;
  const suggestions = [
    ...(folder.stays ? commands : again),
    ['a site of your own', `${start} track https://example.org/`],
  ] as const;
  await output.line();
  await output.line('Try next:');
  for (const [what, text] of suggestions)
    await output.line(`  ${what.padEnd(18)}  ${output.style('bold', text)}`);
}

/** Visits the sample site as `tidemark track` does. Returns whether the visit finished. */
async function visitDemo(output: Output, folder: DemoFolder, url: string | null): Promise<boolean> {
  const { startRun } = await import('../../../crawl/run/start-run.ts');
  const { environmentVariable, readConfig } = await import('../../../config/index.ts');
  const { store } = await openForRuns('tidemark demo', () => ({
    config: readConfig({ data: folder.path, databaseUrl: '', bodies: '' }),
  }));
  const stopping = interruption(() => output.note('Finishing what is under way.'));
  // The notes of the reporter suggest commands that would use another folder.
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
      void (isFirst || (await printSummary({ store, output: quiet }, PROJECT, 'track')));
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

const examples: Examples = {
  demo: [
    ['tidemark demo', 'ends with the web interface; nothing is kept'],
    ['tidemark demo --keep', 'and look at what was found afterwards'],
  ],
};
