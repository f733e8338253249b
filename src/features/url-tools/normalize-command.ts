import { Command } from 'commander';
import type { TidemarkError } from '../../base/index.ts';
import { CliError } from '../../cli/errors.ts';
import { exitCodes } from '../../cli/exit-codes.ts';
import { readLines } from '../../cli/input.ts';
import { outputOf } from '../../cli/output.ts';
import { Table } from '../../cli/table.ts';

interface Options {
  readonly base?: string;
  readonly rules?: string;
  readonly keepFragment?: boolean;
  readonly explain?: boolean;
}

export function normalizeCommand(): Command {
  return new Command('normalize')
    .description('print each URL in its standard spelling')
    .argument('[file]', 'file with one URL per line (default: standard input)')
    .option('--base <url>', 'resolve relative URLs against this one')
    .option(
      '--rules <names>',
      'more rules, separated by commas: lower-case-path, default-page, trailing-slash, tracking-parameters, extended (the first three), all',
    )
    .option('--keep-fragment', 'keep the part after #')
    .option('--explain', 'show which rule changed what')
    .action(run);
}

async function run(file: string | undefined, options: Options, command: Command): Promise<void> {
  const { explainNormalization, normalizeUrl, UrlError } = await import('../../url/index.ts');
  const settings = { base: options.base, rules: await rulesOf(options) };
  const output = outputOf(command);
  const table = new Table(output, ['input', 'url']);
  if (options.base !== undefined && !URL.canParse(options.base)) {
    throw new CliError(
      'CLI_OPTION_INVALID',
      `--base: "${options.base}" is not an absolute URL; write http://host/path.`,
    );
  }
  for await (const input of readLines(file)) {
    try {
      const { url, steps } = options.explain
        ? explainNormalization(input, settings)
        : { url: normalizeUrl(input, settings), steps: [] };
      if (output.json) await output.object(options.explain ? { input, url, steps } : { input, url });
      else await table.row(input, url);
      if (!output.json)
        for (const step of steps) await table.row(`  ${step.rule}`, `${step.after}  (${step.why})`);
    } catch (error) {
      if (!(error instanceof UrlError)) throw error;
      process.exitCode = exitCodes.failed;
      if (output.json) await output.object({ input, error: errorOf(error) });
      else await table.row(input, output.style('red', `error: ${error.message}`));
    }
  }
  await table.end();
}

/** An error in one input line, for JSON. */
export function errorOf({ code, message }: TidemarkError): { code: string; message: string } {
  return { code, message };
}

async function rulesOf({ rules, keepFragment }: Options) {
  const { extendedRules, standardRules, trackingParameters } = await import('../../url/index.ts');
  const optional = [...extendedRules, trackingParameters];
  const named = (name: string) => {
    if (name === 'all') return optional;
    if (name === 'extended') return extendedRules;
    const rule = optional.find((candidate) => candidate.name === name);
    if (rule !== undefined) return [rule];
    const known = [...optional.map((candidate) => candidate.name), 'extended', 'all'].join(', ');
    throw new CliError('CLI_OPTION_INVALID', `--rules: there is no rule "${name}". Known: ${known}.`);
  };
  const more = (rules ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .flatMap(named);
  if (more.length === 0 && !keepFragment) return standardRules;
  return [...standardRules.filter(({ name }) => !(keepFragment && name === 'no-fragment')), ...more];
}
