import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { whyUnwritable } from '../../../base/index.ts';
import { interruption } from '../../../cli/crawl/interruption.ts';
import { wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { outputOf, shellWord } from '../../../cli/output.ts';

interface Options {
  readonly output?: string;
  readonly depth: number;
  readonly pages: number;
  readonly force?: boolean;
}

export function initCommand(): Command {
  return withExamples(new Command('init'), examples)
    .description('look at a site, and write a project file for it with what is found as comments')
    .argument('<url>', 'URL where the site starts')
    .option('-o, --output <file>', 'file to write, or - for standard output (default: HOST.yaml)')
    .option(
      '--depth <n>',
      'follow at most this many links in a row from the start',
      wholeNumberFrom('--depth', 0),
      3,
    )
    .option('--pages <n>', 'look at no more than this many pages', wholeNumberFrom('--pages', 1), 30)
    .option('--force', 'overwrite what exists already')
    .action(run);
}

async function run(typed: string, options: Options, command: Command): Promise<void> {
  const { reachedAddress } = await import('../../../crawl/site/first-contact.ts');
  const { surveySite } = await import('../site-survey/survey-site.ts');
  const { draftProjectFile } = await import('../../../project/index.ts');
  const { counted } = await import('../../../presentation/in-words.ts');
  const output = outputOf(command);
  const address = URL.parse(typed.includes('://') ? typed : `https://${typed}`);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new CliError('CLI_OPTION_INVALID', `"${typed}" is not a web address; write https://example.org/.`);
  const file = options.output ?? `${address.host.replace(':', '-')}.yaml`;
  // Checked before the first request; `write` checks again.
  if (file !== '-' && options.force !== true && existsSync(file)) throw alreadyThere(file);
  const { readConfig } = await import('../../../config/index.ts');
  const url = await reachedAddress(typed, { settings: {}, config: readConfig() });
  if (url !== typed) output.note(`${typed}: taken for ${url}`);
  const stopping = interruption(() => output.note('Writing what has been found so far.'));
  try {
    const survey = await surveySite({
      url,
      pages: options.pages,
      depth: options.depth,
      signal: stopping.signal,
      onPage: (page) => output.note(page),
    });
    const text = draftProjectFile(new URL(survey.start).host, survey);
    if (file === '-') {
      await output.line(text.trimEnd());
      return;
    }
    await write(file, text, options);
    const { pagesSeen, urls, forms } = survey;
    if (output.json)
      await output.object({
        file,
        url: survey.start,
        pages: pagesSeen,
        urls: urls.length,
        forms: forms.length,
      });
    else {
      await output.line(
        `${file}: written after looking at ${counted(pagesSeen, 'page')}: found ${counted(urls.length, 'URL')} and ${counted(forms.length, 'form')}.`,
      );
      output.note(`Read it, choose what you want, and run it with: tidemark crawl ${shellWord(file)}`);
    }
  } finally {
    stopping.release();
  }
}

async function write(file: string, text: string, { force = false }: Options): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyThere(file);
    throw new CliError('CLI_OUTPUT_UNWRITABLE', `cannot write ${file}: ${whyUnwritable(error)}.`, error);
  }
}

const alreadyThere = (file: string): CliError =>
  new CliError(
    'CLI_FILE_EXISTS',
    `${file} already exists. Use --force to overwrite it, or -o to choose another name.`,
  );

const examples: Examples = {
  init: [
    ['tidemark init example.org', 'look at 30 pages, and write example.org.yaml'],
    ['tidemark init https://example.org/forum/ --pages 5 -o forum.yaml', 'a part of the site'],
    ['tidemark init example.org -o -', 'print the file'],
  ],
};
