import { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { type GlobalOptions, type Output, outputOf } from '../output.ts';
import { type DemoFolder, demoFolder, PROJECT } from './demo-folder.ts';
import { showChanges } from './show-changes.ts';
import { visitDemo } from './visit-demo.ts';

export function demoCommand(): Command {
  return new Command('demo')
    .description('crawl a small sample site, change it, and tell what changed; needs no network')
    .option('--keep', 'keep what was crawled, to look at it')
    .action(run);
}

async function run({ keep = false }: { keep?: boolean }, command: Command): Promise<void> {
  const { startDemoSite } = await import('../../app/index.ts');
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
      `Serving a small magazine at ${site.url}, on this machine only. It is not an easy one: a session`,
      'id in every link, adverts, a clock and a shuffled list that are others in every answer, a broken link,',
      'and a robots.txt that keeps visitors out of /print/. Now the same as with',
      `  ${output.style('bold', `tidemark track ${site.url}`)}`,
      '',
    );
    if (!(await visitDemo(output, folder, site.url))) return;
    site.publish('second');
    const before = site.visitors();
    await say('', 'Meanwhile the editors were at work. The same again:', '');
    if (!(await visitDemo(output, folder, null))) return;
    const { sessions, requests } = site.visitors();
    await showChanges(output, folder);
    await say(
      '',
      `The site gave out ${sessions} session ids, and the second visit took ${requests - before.requests} requests.`,
      'Nobody wrote a rule about any of it.',
    );
    await suggest(output, folder, site.url);
  } catch (error) {
    process.exitCode = exitCodes.failed;
    throw error;
  } finally {
    await site.close();
    folder.remove();
  }
}

async function suggest(output: Output, folder: DemoFolder, url: string): Promise<void> {
  if (output.json || output.quiet) return;
  const look = [
    ['the report again', `tidemark report ${PROJECT} --data ${folder.quoted}`],
    ['what was learned', `tidemark learned ls --data ${folder.quoted}`],
    ['the life of a page', `tidemark explain ${url}instruments --data ${folder.quoted}`],
    ['the text of one', `tidemark show ${url}tides/spring-and-neap --text --data ${folder.quoted}`],
  ] as const;
  const again = [['again, and keep it', 'tidemark demo --keep']] as const;
  const suggestions = [
    ...(folder.stays ? look : again),
    ['a site of your own', 'tidemark track https://example.org/'],
  ] as const;
  await output.line();
  await output.line('Try next:');
  for (const [what, text] of suggestions)
    await output.line(`  ${what.padEnd(18)}  ${output.style('bold', text)}`);
}
