import { Command, Option } from 'commander';
import { TidemarkError } from '../../../base/index.ts';
import { momentBefore, wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { type Output, outputOf } from '../../../cli/output.ts';
import { changeData, readData } from '../../../cli/with-data.ts';
import type { SearchHit } from '../search-pages.ts';

interface SearchOptions {
  readonly project?: string;
  readonly site?: string;
  readonly since?: number;
  readonly until?: number;
  readonly flag?: readonly string[];
  readonly history?: boolean;
  readonly limit: number;
}

export function searchCommand(): Command {
  return withExamples(new Command('search'), examples)
    .description('find pages by their words')
    .argument('<query...>', 'words, "words in a row", begin*, AND, OR, NOT, brackets')
    .option('--project <name>', 'look only in this project')
    .option('--site <host>', 'only pages of this host')
    .option('--since <when>', 'only what is from then on: 2d, 3h, or 2026-11-16', momentBefore('--since'))
    .option('--until <when>', 'only versions fetched before then', momentBefore('--until'))
    .addOption(
      new Option('--flag <flag...>', 'only pages of which the last visit said this').choices([
        'NEW',
        'SAM',
        'UPD',
        'MIS',
        'ERR',
      ]),
    )
    .option('--history', 'also earlier versions')
    .option('--limit <n>', 'show at most this many', wholeNumberFrom('--limit', 1), 20)
    .action(run);
}

async function run(words: readonly string[], options: SearchOptions, command: Command): Promise<void> {
  const output = outputOf(command);
  const { searchPages } = await import('../search-pages.ts');
  await catchUp(command, output);
  await readData(command, async ({ store, projectNamed }) => {
    const project = options.project === undefined ? null : await projectNamed(options.project);
    const hits = await searchPages(store, words.join(' '), {
      projectIds: project === null ? null : [project.id],
      host: options.site ?? null,
      since: options.since ?? null,
      until: options.until ?? null,
      flags: options.flag ?? null,
      hasHistory: options.history ?? false,
      limit: options.limit,
    });
    await print(hits, options, output);
  });
}

/** Adds to the index what was stored since the last search. */
async function catchUp(command: Command, output: Output): Promise<void> {
  const missing = await readData(command, ({ store }) => store.search.missing(1));
  if (missing.length === 0) return;
  const { fillSearchIndex } = await import('../fill-index.ts');
  const isLive = process.stderr.isTTY === true && !output.quiet && !output.json;
  const onProgress = (added: number) => {
    if (isLive) process.stderr.write(`\r\u001b[KReading new pages: ${added}`);
  };
  try {
    await changeData(command, 'search', ({ store }) => fillSearchIndex(store, { onProgress }));
  } catch (error) {
    if (!(error instanceof TidemarkError) || error.code !== 'STORE_LOCKED') throw error;
    output.note('Pages that were fetched just now are not found yet: another process is writing.');
  } finally {
    if (isLive) process.stderr.write('\r\u001b[K');
  }
}

async function print(hits: readonly SearchHit[], { limit }: SearchOptions, output: Output): Promise<void> {
  const { moment } = await import('../../../presentation/in-words.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  if (output.json) {
    for (const { snippet, at, runId: _, projectId: __, ...hit } of hits) {
      const text = snippet.map((part) => part.text).join('');
      const matches = snippet.filter(({ isMatch }) => isMatch).map((part) => part.text);
      await output.object({ ...hit, at: new Date(at).toISOString(), text, matches });
    }
    return;
  }
  if (hits.length === 0) return output.line('Nothing found.');
  for (const { title, url, at, snippet } of hits) {
    await output.line(output.style('bold', printable(title === '' ? url : title)));
    await output.line(`  ${printable(url)}  ${output.style('dim', moment(at))}`);
    const text = snippet.map((part) => {
      const shown = printable(part.text);
      return part.isMatch ? output.style('yellow', shown) : shown;
    });
    await output.line(`  ${text.join('')}\n`);
  }
  if (hits.length === limit) output.note(`There may be more: --limit ${limit * 5} shows up to ${limit * 5}.`);
}

const examples: Examples = {
  search: [
    ['tidemark search spring tide', 'pages that have both words'],
    [`tidemark search '"high water" NOT harbour' --since 7d`, 'words in a row, fetched within a week'],
    ['tidemark search price* --history --project example.org', 'also earlier versions, in one project'],
  ],
};
