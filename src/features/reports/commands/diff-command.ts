import { Command } from 'commander';
import { wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { stateCommands } from '../../../cli/of-other-features.ts';
import { terminalOf, writeToFile } from '../../../cli/output.ts';
import { readData } from '../../../cli/with-data.ts';
import { pageNamed } from './page-named.ts';

export function diffCommand(): Command {
  return withExamples(new Command('diff'), examples)
    .description('show what changed on a page between two visits')
    .argument('<page>', 'URL, the end of one, or file id in a report; or a state, as in state:3')
    .option('--project <name>', 'look only in this project')
    .option('--from <run>', 'older version: as of this run', wholeNumberFrom('--from', 1))
    .option('--to <run>', 'newer version: as of this run', wholeNumberFrom('--to', 1))
    .option('--noise', 'also show known noise')
    .option('--whole', 'show the whole page, also what the project does not compare')
    .option('--as-of-now', "recompute with today's rules and settings, instead of what the runs reported")
    .option('--html <file>', 'write an HTML page to this file')
    .action(run);
}

interface Options {
  readonly project?: string;
  readonly from?: number;
  readonly to?: number;
  readonly noise?: boolean;
  readonly whole?: boolean;
  readonly asOfNow?: boolean;
  readonly html?: string;
}

async function run(name: string, options: Options, command: Command): Promise<void> {
  const { diffHtml } = await import('../exported-diff.ts');
  const { diffJson } = await import('../../../presentation/diff/page-diff.ts');
  const { diffText } = await import('../../../presentation/diff/diff-text.ts');
  const { PageDiffer } = await import('../diff-page.ts');
  const { from, to, noise: withNoise = false, whole: isWhole = false, asOfNow = false, html } = options;
  await readData(command, async ({ output, ...data }) => {
    if (name.startsWith('state:'))
      return (await stateCommands.required()).diffState(data, name, options, output);
    const { project, page } = await pageNamed(data, name, options.project, output);
    const differ = await PageDiffer.of(data.store, project);
    const diff = await differ.diff(page, { from, to }, { isWhole, asOfNow });
    if (html !== undefined) {
      await writeToFile(html, diffHtml(diff, withNoise));
      output.note(`Written to ${html}.`);
    }
    if (output.json) return output.object(diffJson(diff, withNoise));
    if (html !== undefined) return;
    for (const line of diffText(diff, { ...terminalOf(output), withNoise })) await output.line(line);
  });
}

const examples: Examples = {
  diff: [
    ['tidemark diff https://example.org/prices', 'what changed on the last visit'],
    ['tidemark diff prices --from 1 --to 4', 'between two runs; the end of an address is enough'],
  ],
};
