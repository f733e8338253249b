import { CliError } from '../../../cli/errors.ts';

/** How much a missed state counts beside a duplicate one. Throws CLI_OPTION_INVALID. */
export function weightOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const weight = Number(text);
  if (/^[\d.]+$/.test(text) && weight >= 0 && weight <= 1000) return weight;
  throw new CliError('CLI_OPTION_INVALID', `--weight: "${text}" is not a number from 0 to 1000.`);
}
