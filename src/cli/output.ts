import { styleText } from 'node:util';
import type { Command } from 'commander';
import { writeToStandardOutput } from './standard-output.ts';

type Style = Parameters<typeof styleText>[0];

/** Where a command's results go: JSON lines for programs, tables for people. */
export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  /** One JSON object on a line of its own. */
  object(value: unknown): Promise<void>;
  /** Text for people on standard output. */
  line(text?: string): Promise<void>;
  /** A remark for people on standard error; silent with --quiet and --json. */
  note(text: string): void;
  style(style: Style, text: string): string;
}

export function outputOf(command: Command): Output {
  const { json = false, quiet = false, color = true } = command.optsWithGlobals<GlobalOptions>();
  const colored = color && process.stdout.isTTY === true && process.stdout.hasColors();
  return {
    json,
    quiet,
    object: (value) => writeToStandardOutput(`${JSON.stringify(value)}\n`),
    line: (text = '') => writeToStandardOutput(`${text}\n`),
    note: (text) => {
      if (!quiet && !json) process.stderr.write(`${text}\n`);
    },
    style: (style, text) => (colored ? styleText(style, text) : text),
  };
}

export interface GlobalOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
}
