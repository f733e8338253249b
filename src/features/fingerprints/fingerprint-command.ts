import { readdir, readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { whyUnreadable } from '../../base/index.ts';
import { CliError } from '../../cli/errors.ts';
import { type Examples, withExamples } from '../../cli/help/examples.ts';
import { type Output, outputOf } from '../../cli/output.ts';
import type { ComparableContent, NearDuplicates } from '../../fingerprint/index.ts';

interface Options {
  readonly dir?: string;
  readonly setting?: 'content' | 'structure';
  readonly algorithm?: string;
  readonly features?: string;
  readonly lang: string;
  readonly threshold?: string;
}

export function fingerprintCommand(): Command {
  return withExamples(new Command('fingerprint'), examples)
    .description('say how far two pages are apart, and whether they are near-duplicates')
    .argument('[a]', 'HTML file')
    .argument('[b]', 'HTML file to compare it with')
    .option('--dir <folder>', 'compare all HTML files in this folder with each other, as JSON lines')
    .addOption(
      new Option(
        '--setting <name>',
        'what "the same" means: the same text, or the same functions with other data (default: content)',
      ).choices(['content', 'structure']),
    )
    .addOption(
      new Option('--algorithm <name>', 'compare features instead').choices([
        'crawlhash',
        'crawlhash64',
        'broder',
        'minhash',
        'super-shingles',
        'bucket-hash',
      ]),
    )
    .option(
      '--features <kinds>',
      'what is compared: chars:N, words:N, sentences:N, terms:N, stems:N, links, anchors, metadata, or several with commas (default: words:3)',
    )
    .addOption(
      new Option('--lang <code>', 'language of the words')
        .choices(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'pl'])
        .default('en'),
    )
    .option('--threshold <number>', 'largest distance of near-duplicates')
    .action(run);
}

async function run(a: string | undefined, b: string | undefined, options: Options, command: Command) {
  const { dir } = options;
  if (dir === undefined ? a === undefined || b === undefined : a !== undefined) {
    throw new CliError('CLI_OPTION_INVALID', 'name two HTML files, or a folder with --dir.');
  }
  const method = await methodOf(options);
  const output = outputOf(command);
  if (dir !== undefined) return comparePairs(dir, method, output);
  // Sequential, so that the first of two unreadable files is reported.
  const first = await fingerprintOf(a ?? '', method);
  const second = await fingerprintOf(b ?? '', method);
  const distance = method.distance(first, second);
  const nearDuplicate = distance <= method.threshold;
  if (output.json) return output.object({ a, b, distance, nearDuplicate });
  const verdict = nearDuplicate
    ? output.style('green', 'near-duplicates')
    : output.style('bold', 'different');
  await output.line(
    `${verdict}: distance ${rounded(distance)}, threshold ${rounded(method.threshold)} (${method.name})`,
  );
}

async function comparePairs(dir: string, method: NearDuplicates<unknown>, output: Output): Promise<void> {
  const { join } = await import('node:path');
  const files = await htmlFilesIn(dir);
  const prints: unknown[] = [];
  for (const file of files) prints.push(await fingerprintOf(join(dir, file), method));
  for (const [i, a] of files.entries()) {
    for (let j = i + 1; j < files.length; j++) {
      const distance = method.distance(prints[i], prints[j]);
      await output.object({ a, b: files[j], distance, nearDuplicate: distance <= method.threshold });
    }
  }
}

async function fingerprintOf(file: string, method: NearDuplicates<unknown>): Promise<unknown> {
  return method.fingerprint(await readHtmlFile(file));
}

async function methodOf(options: Options): Promise<NearDuplicates<unknown>> {
  const { setting, algorithm, features } = options;
  const { namedAlgorithm, namedFeatures, namedSetting } = await import('../../fingerprint/index.ts');
  const threshold = thresholdOf(options);
  if (algorithm === undefined && features === undefined) return namedSetting(setting ?? 'content', threshold);
  if (setting !== undefined) {
    throw new CliError(
      'CLI_OPTION_INVALID',
      '--setting has its own algorithm and features: leave those out.',
    );
  }
  const stem = features?.includes('stems') ? await stemOf(options.lang) : undefined;
  return namedAlgorithm(algorithm ?? 'broder', {
    ...(features !== undefined && { features: namedFeatures(features, stem && { stem }) }),
    ...(threshold !== undefined && { threshold }),
  });
}

function thresholdOf({ threshold }: Options): number | undefined {
  if (threshold === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(threshold)) return Number(threshold);
  throw new CliError('CLI_OPTION_INVALID', `--threshold: "${threshold}" is not a number such as 0.2.`);
}

async function stemOf(language: string): Promise<(word: string) => string> {
  const { loadStemmers, stemLanguages } = await import('../../detect/index.ts');
  return (await loadStemmers()).of(stemLanguages.find((code) => code === language) ?? 'en');
}

const rounded = (value: number): string => String(Number(value.toFixed(4)));

/** The names of the HTML files in a folder, without subfolders, sorted. */
async function htmlFilesIn(folder: string): Promise<readonly string[]> {
  const entries = await readable(folder, () => readdir(folder, { withFileTypes: true }));
  const names = entries
    .filter((entry) => entry.isFile() && /\.x?html?$/i.test(entry.name))
    .map(({ name }) => name);
  if (names.length > 0) return names.sort();
  throw new CliError('CLI_INPUT_INVALID', `there are no HTML files (*.html, *.htm, *.xhtml) in ${folder}.`);
}

async function readHtmlFile(file: string): Promise<ComparableContent> {
  const { readForComparison } = await import('../../document/index.ts');
  return readForComparison(await readable(file, () => readFile(file)));
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new CliError('CLI_INPUT_UNREADABLE', `cannot read ${path}: ${whyUnreadable(error)}`, error);
  }
}

const examples: Examples = {
  fingerprint: [
    ['tidemark fingerprint monday.html tuesday.html', 'whether two pages say the same'],
    [
      'tidemark fingerprint --dir states --setting structure',
      'which pages have the same functions, all pairs',
    ],
    [
      'tidemark fingerprint a.html b.html --algorithm crawlhash --features words:3 --threshold 4',
      'by an algorithm of your choice',
    ],
  ],
};
