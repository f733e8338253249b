import { CliError } from '../errors.ts';

/** A whole number of at least `least`. */
export function wholeNumber(option: string, least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
    throw new CliError(
      'CLI_OPTION_INVALID',
      `${option}: "${text}" is not a whole number of at least ${least}.`,
    );
  };
}

export function number(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
    throw new CliError('CLI_OPTION_INVALID', `${option}: "${text}" is not a number of at least 0.`);
  };
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };

/** `800`, `64k`, `20M`, `1.5G`. */
export function bytes(option: string): (text: string) => number {
  return (text) => {
    const match = /^([0-9]+(?:\.[0-9]+)?)\s*([kmgt]?)i?b?$/i.exec(text.trim());
    const value = Math.round(Number(match?.[1]) * (UNITS[match?.[2]?.toLowerCase() ?? ''] ?? 1));
    if (match !== null && value > 0) return value;
    throw new CliError(
      'CLI_OPTION_INVALID',
      `${option}: "${text}" is not a size; write 800, 64k, 20M or 1.5G.`,
    );
  };
}

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** `90`, `90s`, `10m`, `2h`, in seconds. */
export function seconds(option: string): (text: string) => number {
  return (text) => {
    const match = /^([0-9]+(?:\.[0-9]+)?)\s*(ms|[smhd]?)$/i.exec(text.trim());
    const value = Number(match?.[1]) * (SECONDS[match?.[2]?.toLowerCase() ?? ''] ?? 1);
    if (match !== null && value > 0) return value;
    throw new CliError('CLI_OPTION_INVALID', `${option}: "${text}" is not a duration; write 90s, 10m or 2h.`);
  };
}
