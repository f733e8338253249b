import { type Command, Option } from 'commander';
import { repeated } from '../../../cli/crawl/site-options.ts';
import { CliError } from '../../../cli/errors.ts';
import type { DetectorDefinition } from '../../../detect/index.ts';

/** Where a detector looks, as it is typed. */
export interface DetectorOptions {
  readonly name?: string;
  readonly match?: readonly string[];
  readonly region?: string;
  readonly language?: string;
  readonly in?: string;
}

/** The keys of a detector besides its condition, as options. */
export function withDetectorOptions(command: Command): Command {
  return command
    .option(
      '--match <pattern>',
      'look only at pages with such an address, as in /news/; may be repeated',
      repeated,
    )
    .option('--region <selector>', 'look only at this part of the page, as in main')
    .option('--language <code>', 'language of its words, and of the texts that it reads, as in de')
    .addOption(
      new Option('--in <which>', 'text that is new, or text that is gone').choices(['added', 'removed']),
    );
}

/** Throws PROJECT_FILE_INVALID, and CLI_OPTION_INVALID for a condition that is not understood. */
export async function detectorIn(
  condition: string,
  { name, match, region, language, in: where }: DetectorOptions,
): Promise<DetectorDefinition> {
  const { parseTerse } = await import('../../../detect/index.ts');
  const { typedDetector } = await import('../../../project/index.ts');
  const isShort = !/^\s*\{/.test(condition);
  if (isShort) understood(() => parseTerse(condition));
  const own = isShort ? condition.trim() : undefined;
  return typedDetector(condition, { name: name ?? own, match, region, language, in: where as 'added' });
}

function understood(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CliError('CLI_OPTION_INVALID', `${error.message}.`, error);
  }
}
