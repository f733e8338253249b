import { Command } from 'commander';
import { openToRead } from '../crawl/open-to-read.ts';
import { wholeNumber } from '../crawl/option-values.ts';
import { outputOf } from '../output.ts';
import { pageNamed } from './page-named.ts';
import { terminalOf } from './terminal.ts';
import { writeToFile } from './write-out.ts';

export function diffCommand(): Command {
  return new Command('diff')
    .description('show what changed on a page between two visits')
    .argument('<page>', 'its address, a path, or its file id in a report')
    .option('--project <name>', 'look in this project only')
    .option('--from <run>', 'the older version: as of this run', wholeNumber('--from', 1))
    .option('--to <run>', 'the newer version: as of this run', wholeNumber('--to', 1))
    .option('--noise', 'also show what is known to change by itself')
    .option('--whole', 'show all of the page, also what the project does not compare')
    .option('--html <file>', 'write a file for a browser')
    .action(run);
}

interface Options {
  readonly project?: string;
  readonly from?: number;
  readonly to?: number;
  readonly noise?: boolean;
  readonly whole?: boolean;
  readonly html?: string;
}

async function run(name: string, options: Options, command: Command): Promise<void> {
  const { trackReports } = await import('../../app/index.ts');
  const { diffHtml, diffJson, diffText } = await import('../../publish/index.ts');
  const { PageDiffer } = await trackReports();
  const { from, to, noise: withNoise = false, whole: isWhole = false, html } = options;
  const output = outputOf(command);
  const opened = await openToRead(command);
  try {
    const { project, page } = await pageNamed(opened, name, options.project, output);
    const diff = await (await PageDiffer.of(opened.store, project)).diff(page, { from, to }, { isWhole });
    if (html !== undefined) {
      await writeToFile(html, diffHtml(diff, withNoise));
      output.note(`Written to ${html}.`);
    }
    if (output.json) return await output.object(diffJson(diff, withNoise));
    if (html !== undefined) return;
    for (const line of diffText(diff, { ...terminalOf(output), withNoise })) await output.line(line);
  } finally {
    await opened.store.close();
  }
}
