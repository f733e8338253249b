import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { interruption } from '../crawl/interruption.ts';
import { wholeNumber } from '../crawl/option-values.ts';
import { CliError } from '../errors.ts';
import { counted } from '../human-numbers.ts';
import { outputOf } from '../output.ts';
import { reasonOf } from '../read-lines.ts';

interface Options {
  readonly output?: string;
  readonly depth: number;
  readonly pages: number;
  readonly force?: boolean;
}

export function initCommand(): Command {
  return new Command('init')
    .description('look at a site, and write a project file for it with what was found as comments')
    .argument('<url>', 'where the site begins')
    .option('-o, --output <file>', 'the file to write, - for standard output (default HOST.yaml)')
    .option('--depth <n>', 'look at most so many links away from the start', wholeNumber('--depth', 0), 3)
    .option('--pages <n>', 'look at most at so many pages', wholeNumber('--pages', 1), 30)
    .option('--force', 'write over a file that is there already')
    .action(run);
}

async function run(url: string, options: Options, command: Command): Promise<void> {
  const { surveySite } = await import('../../app/index.ts');
  const { draftProjectFile } = await import('../../project/index.ts');
  const output = outputOf(command);
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new CliError(
      'CLI_OPTION_INVALID',
      `"${url}" is no web address; write it with http:// or https://.`,
    );
  const file = options.output ?? `${address.host.replace(':', '-')}.yaml`;
  // Said before the site is asked for anything; `write` makes sure.
  if (file !== '-' && options.force !== true && existsSync(file)) throw alreadyThere(file);
  const stopping = interruption(() => output.note('Writing what was seen so far.'));
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
        `${file}: written after a look at ${counted(pagesSeen, 'page')}: ${urls.length} addresses, ${counted(forms.length, 'form')}.`,
      );
      output.note(`Read it, choose, and run it with: tidemark crawl ${file}`);
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
    const reason = code === 'ENOENT' ? 'there is no such folder' : reasonOf(error);
    throw new CliError('CLI_OUTPUT_UNWRITABLE', `cannot write ${file}: ${reason}.`, error);
  }
}

const alreadyThere = (file: string): CliError =>
  new CliError(
    'CLI_FILE_EXISTS',
    `${file} is there already. Say --force to write over it, or -o with another name.`,
  );
