import { styleText } from 'node:util';
import type { Command } from 'commander';
import type { Ink } from '../presentation/terminal/styled-text.ts';
import { eraseLiveLine } from './live-line.ts';

type Style = Parameters<typeof styleText>[0];

/** Where a command's results go: JSON lines for programs, tables for people. */
export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Prints one JSON object on a line of its own. */
  object(value: unknown): Promise<void>;
  /** Prints text for people on standard output. */
  line(text?: string): Promise<void>;
  /** Prints a remark for people on standard error; silent with --quiet and --json. */
  note(text: string): void;
  style(style: Style, text: string): string;
}

/** The options of every command. */
export interface GlobalOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
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
      if (!quiet && !json) writeToStandardError(`${text}\n`);
    },
    style: (style, text) => (colored ? styleText(style, text) : text),
  };
}

/** What a renderer needs to know about the terminal. */
export function terminalOf(output: Output): { readonly ink: Ink; readonly width: number } {
  return {
    ink: { isColored: output.style('bold', 'x') !== 'x', paint: (style, text) => output.style(style, text) },
    // In a pipe nothing is cut: the reader is a program, or a pager that wraps lines itself.
    width:
      process.stdout.isTTY === true ? Math.max(process.stdout.columns || 80, 40) : Number.POSITIVE_INFINITY,
  };
}

export function writeToStandardError(text: string): void {
  eraseLiveLine();
  writeUnwritten();
  process.stderr.write(text);
}

/** Lines are written together, up to this many characters: a system call for each took a tenth of the time of a run over a large tree. */
const BLOCK = 16_384;
let unwritten = '';
let drained: Promise<void> | undefined;

/**
 * Writes text in the order of the calls, at the latest when the work at hand is done. The promise waits while the reader is
 * slower than we are, so that a million lines never pile up in memory. All callers share one wait: a crawl reports
 * thousands of pages without waiting for each, and Node would take a listener for each of them for a leak.
 */
export function writeToStandardOutput(text: string | Uint8Array): Promise<void> {
  eraseLiveLine();
  if (typeof text === 'string') {
    if (unwritten === '') queueMicrotask(writeUnwritten);
    unwritten += text;
    if (unwritten.length >= BLOCK) writeUnwritten();
  } else {
    writeUnwritten();
    writeNow(text);
  }
  return drained ?? Promise.resolve();
}

function writeUnwritten(): void {
  if (unwritten === '') return;
  const text = unwritten;
  unwritten = '';
  writeNow(text);
}

function writeNow(text: string | Uint8Array): void {
  if (process.stdout.write(text)) return;
  drained ??= new Promise((resolve) => {
    process.stdout.once('drain', () => {
      drained = undefined;
      resolve();
    });
  });
}

const unquoted = process.platform === 'win32' ? /^[\w./:@%+,\\-]+$/ : /^[\w./:@%+,-]+$/;

/** A name or path as it must be typed in a shell, for commands that messages suggest. */
export function shellWord(text: string): string {
  return unquoted.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
