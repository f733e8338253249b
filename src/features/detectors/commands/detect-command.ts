import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { TidemarkError, whyUnreadable } from '../../../base/index.ts';
import { repeated } from '../../../cli/crawl/site-options.ts';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { outputOf } from '../../../cli/output.ts';
import type { Detector, DetectorDefinition, Match, Stemmers } from '../../../detect/index.ts';

interface DetectOptions {
  readonly detector?: readonly string[];
  readonly project?: string;
  readonly url: string;
}

export function detectCommand(): Command {
  return withExamples(new Command('detect'), examples)
    .description('try detectors on a saved page, as if it were new; fetches nothing')
    .argument('<file>', 'HTML file')
    .option(
      '--detector <condition>',
      "what to look for, as in 'price < 30', '\"bird flu\"', 'virus near flu'",
      repeated,
    )
    .option('--project <file>', 'project file whose detectors are tried')
    .option('--url <url>', 'address of the page', 'https://example.org/')
    .action(run);
}

async function run(file: string, options: DetectOptions, command: Command): Promise<void> {
  const { loadStemmers } = await import('../../../detect/index.ts');
  const output = outputOf(command);
  const definitions = await definitionsIn(options);
  const stemmers = await loadStemmers();
  const detectors = await compiled(definitions, stemmers);
  for (const { condition } of options.project === undefined ? detectors : [])
    output.note(`I understood: ${condition.inWords}.`);
  const matches = await matchesIn(await htmlIn(file), options.url, detectors, stemmers);
  for (const match of matches) {
    if (output.json) await output.object(match);
    else await output.line(shown(match));
  }
  if (matches.length === 0)
    output.note(
      `${detectors.length === 1 ? 'The detector finds' : 'The detectors find'} nothing on this page.`,
    );
}

async function definitionsIn({
  detector = [],
  project,
}: DetectOptions): Promise<readonly DetectorDefinition[]> {
  const { parseTerse } = await import('../../../detect/index.ts');
  const short = detector.map((written) => {
    try {
      return { name: written, ...parseTerse(written) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new CliError('CLI_OPTION_INVALID', `--detector: ${error.message}.`, error);
    }
  });
  const all = project === undefined ? short : [...short, ...(await detectorsOf(project))];
  if (all.length > 0) return all;
  const message =
    project === undefined
      ? 'Say what to look for: --detector \'"bird flu"\', or --project FILE.'
      : `${project} has no detectors. Add some, as in detectors: [{ words: [virus, flu] }].`;
  throw new CliError('CLI_OPTION_INVALID', message);
}

async function detectorsOf(path: string): Promise<readonly DetectorDefinition[]> {
  const { projectFileAt } = await import('../../../crawl/projects/what-to-visit.ts');
  const { readProject } = await import('../../../crawl/projects/project-file.ts');
  const { text, fileName } = await projectFileAt(path).catch((error: unknown) => {
    throw error instanceof TidemarkError && error.code === 'APP_FILE_UNREADABLE'
      ? new CliError(
          'CLI_OPTION_INVALID',
          `--project: ${error.message}. For a project that is stored: tidemark projects export NAME > NAME.yaml`,
          error,
        )
      : error;
  });
  return (await readProject(text, { fileName })).definition.detectors ?? [];
}

async function compiled(
  definitions: readonly DetectorDefinition[],
  stemmers: Stemmers,
): Promise<readonly Detector[]> {
  const { compileDetector } = await import('../../../detect/index.ts');
  const { anyPattern } = await import('../../../project/index.ts');
  return definitions.map((one) => compileDetector(one, { stemmers, addresses: anyPattern }));
}

async function htmlIn(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CliError('CLI_INPUT_UNREADABLE', `cannot read ${file}: ${whyUnreadable(error)}`, error);
  }
}

async function matchesIn(
  bytes: Buffer,
  url: string,
  detectors: readonly Detector[],
  stemmers: Stemmers,
): Promise<readonly Match[]> {
  const { DetectorSet, detectorInputOf, ResultsMemory } = await import('../../../detect/index.ts');
  const { decodeText, detectCharset, segmentHtml } = await import('../../../document/index.ts');
  const { SeenMemory } = await import('../../../track/index.ts');
  const { charset } = detectCharset(bytes, 'text/html');
  const now = segmentHtml(bytes, charset).leaves;
  const news = detectorInputOf({
    pageId: url,
    url,
    event: 'new',
    now,
    before: null,
    changes: now.map((after) => ({ flag: 'new', before: null, after })),
    seen: SeenMemory.empty,
    sources: () => ({ now: decodeText(bytes, charset), before: null }),
  });
  return new DetectorSet(detectors, stemmers).detect(news, ResultsMemory.empty).matches;
}

function shown({ detector, place, reason }: Match): string {
  const where =
    place === null
      ? ''
      : `\n    ${place.sentence}\n    at ${place.path === '' ? 'the top of the page' : place.path}`;
  return `${detector}: ${reason}${where}`;
}

const examples: Examples = {
  detect: [
    ["tidemark detect lamp.html --detector 'price < 30'", 'is the lamp cheap enough?'],
    ['tidemark detect page.html --project news.yaml', 'what would the detectors of a project find?'],
  ],
};
