import { Command } from 'commander';
import { momentBefore } from '../../../cli/crawl/option-values.ts';
import { CliError } from '../../../cli/errors.ts';
import { type Output, outputOf } from '../../../cli/output.ts';
import type { Store } from '../../../database/store.ts';
import type { Match } from '../../../detect/index.ts';
import type { ReplayedMatch } from '../replay-detectors.ts';
import {
  aboutProject,
  type DetectorOptions,
  detectorIn,
  type OpenDetectors,
  useDetectors,
  withDetectorOptions,
} from './open-detectors.ts';

interface TestOptions extends DetectorOptions {
  readonly detector?: string;
  readonly since?: number;
}

const DAY = 24 * 3_600_000;
const usualDays = 30;

export function detectorsTestCommand(): Command {
  const command = new Command('test')
    .description('show what a detector would have found in all stored versions; fetches and sends nothing')
    .argument('<project>', aboutProject)
    .argument('[name]', 'name of one of its detectors')
    .option(
      '--detector <condition>',
      "what to look for, as in 'price < 30', '\"bird flu\"', 'virus near flu'",
    )
    .option(
      '--since <when>',
      'only what is from then on: 2d, 3h, or 2026-11-16 (default: 30 days)',
      momentBefore('--since'),
    );
  return withDetectorOptions(command).action(run);
}

async function run(
  project: string,
  name: string | undefined,
  options: TestOptions,
  command: Command,
): Promise<void> {
  const { compiledDetectors } = await import('../../../crawl/compiled-detectors.ts');
  const { replayDetectors } = await import('../replay-detectors.ts');
  const output = outputOf(command);
  await useDetectors(project, command, 'read', async (open) => {
    const { detectors, stemmers } = await compiledDetectors([await wanted(open, name, options)]);
    if (open.stored === null)
      throw new CliError(
        'CLI_PROJECT_UNKNOWN',
        `nothing is stored of ${open.place.shown} yet: run it first, with tidemark track ${project}.`,
      );
    const { store, project: stored } = open.stored;
    const isLive = process.stderr.isTTY === true && !output.quiet && !output.json;
    const onProgress = (pages: number) => {
      if (isLive) process.stderr.write(`\r\u001b[KReading stored pages: ${pages}`);
    };
    const found = await replayDetectors(store, stored, { detectors, stemmers, onProgress });
    if (isLive) process.stderr.write('\r\u001b[K');
    await print(found, { store, projectId: stored.id, since: options.since, output });
  });
}

async function wanted({ place }: OpenDetectors, name: string | undefined, options: TestOptions) {
  const { detectorNamed } = await import('../detectors-place.ts');
  if (options.detector !== undefined && name === undefined) return detectorIn(options.detector, options);
  if (name !== undefined && options.detector === undefined)
    return (await detectorNamed(place, name)).definition;
  throw new CliError(
    'CLI_OPTION_INVALID',
    "Say which detector to test: its name, or --detector 'price < 30'; not both.",
  );
}

interface Printing {
  readonly store: Store;
  readonly projectId: number;
  readonly since: number | undefined;
  readonly output: Output;
}

async function print(all: readonly ReplayedMatch[], { store, projectId, since, output }: Printing) {
  const { moment } = await import('../../../presentation/in-words.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const from = since ?? Date.now() - usualDays * DAY;
  const shown = all.filter(({ at }) => at >= from);
  if (output.json) {
    for (const { at, match } of shown) await output.object({ at: new Date(at).toISOString(), ...match });
    return;
  }
  const when = since === undefined ? `in the last ${usualDays} days` : `since ${moment(from)}`;
  const times = shown.length === 1 ? 'once' : `${shown.length} times`;
  if (shown.length === 0) await output.line(`It would not have matched ${when}.`);
  else await output.line(`It would have matched ${times} ${when}:`);
  for (const { at, match } of shown) {
    await output.line(`\n${moment(at)}  ${printable(match.url)}`);
    await output.line(
      `  ${match.place === null ? printable(match.reason) : marked(match, output, printable)}`,
    );
  }
  const earlier = all.length - shown.length;
  const [first] = all;
  if (earlier > 0 && first !== undefined)
    output.note(
      `\n${shown.length > 0 ? 'And ' : ''}${earlier === 1 ? 'once' : `${earlier} times`} before:  --since ${moment(first.at).slice(0, 10)}`,
    );
  const runs = await store.runs.list(projectId);
  if (all.length === 0) output.note(`Looked at all versions of all pages, from ${runs.length} runs.`);
}

/** The sentence with the matched words marked: in colour, or in brackets on output without colour. */
function marked({ place, words }: Match, output: Output, printable: (text: string) => string): string {
  if (place === null) return '';
  const start = Math.max(0, place.text.lastIndexOf(place.sentence, words[0]?.start ?? 0));
  const end = start + place.sentence.length;
  let text = '';
  let at = start;
  for (const word of words) {
    if (word.start < at || word.end > end) continue;
    const found = printable(place.text.slice(word.start, word.end));
    const styled = output.style('yellow', found);
    text += printable(place.text.slice(at, word.start)) + (styled === found ? `[${found}]` : styled);
    at = word.end;
  }
  return text + printable(place.text.slice(at, end));
}
