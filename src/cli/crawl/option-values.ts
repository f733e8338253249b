import { parseDuration, parseRate, parseSize } from '../../base/index.ts';
import { CliError } from '../errors.ts';

/** A whole number of at least `least`. */
export function wholeNumberFrom(option: string, least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
    throw new CliError(
      'CLI_OPTION_INVALID',
      `${option}: "${text}" is not a whole number of at least ${least}.`,
    );
  };
}

/** One of a few words. */
export function oneOf<T extends string>(option: string, words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word !== undefined) return word;
    throw new CliError('CLI_OPTION_INVALID', `${option}: "${text}" is none of ${words.join(', ')}.`);
  };
}

/** A size above zero, as in project files: `800`, `64k`, `20M`, `1.5G`, `5MB`. */
export function bytes(option: string): (text: string) => number {
  return (text) => {
    const size = parseSize(text, 1);
    if (size !== null) return size;
    throw new CliError(
      'CLI_OPTION_INVALID',
      `${option}: "${text}" is not a size above 0; write 800, 64k, 20M or 1.5G.`,
    );
  };
}

/** A size per second, as in project files: `200k`, `5MB/s`. */
export function bytesPerSecond(option: string): (text: string) => number {
  return (text) => {
    const rate = parseRate(text);
    if (rate !== null) return rate;
    throw new CliError(
      'CLI_OPTION_INVALID',
      `${option}: "${text}" is not a size per second; write 800, 64k or 5MB/s.`,
    );
  };
}

/** Seconds of a time above zero, as in project files: `90s`, `10m`, `2h`. Without a unit they are seconds. */
export function seconds(option: string): (text: string) => number {
  return (text) => {
    const ms = parseDuration(withUnit(text, 's'), 1);
    if (ms !== null) return ms / 1000;
    throw new CliError(
      'CLI_OPTION_INVALID',
      `${option}: "${text}" is not a time above 0; write 90s, 10m or 2h.`,
    );
  };
}

/** Milliseconds of a time, as in project files: `500ms`, `2s`. Without a unit they are milliseconds. */
export function milliseconds(option: string): (text: string) => number {
  return (text) => {
    const ms = parseDuration(withUnit(text, 'ms'));
    if (ms !== null) return ms;
    throw new CliError('CLI_OPTION_INVALID', `${option}: "${text}" is not a time; write 500ms or 2s.`);
  };
}

/** A project file needs the unit; on the command line each option has always had a default unit. */
const withUnit = (text: string, unit: string): string => (/^[\s\d.]*$/.test(text) ? `${text}${unit}` : text);

/** A time in the past: `2d` is two days ago; a date is its beginning, in UTC. */
export function momentBefore(option: string): (text: string) => number {
  return (text) => {
    const ago = parseDuration(text, 1);
    if (ago !== null) return Date.now() - ago;
    const date = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(date)) return date;
    throw new CliError('CLI_OPTION_INVALID', `${option}: "${text}" is no time; write 2d, 3h or 2026-11-16.`);
  };
}
