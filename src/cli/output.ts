import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stripVTControlCharacters, styleText } from 'node:util';
import type { Command } from 'commander';
import { whyUnwritable } from '../base/index.ts';
import type { Ink } from '../presentation/terminal/styled-text.ts';
import { CliError } from './errors.ts';

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
    object: (value) => writeToStandardOutput(`${inertJson(JSON.stringify(value))}\n`),
    line: (text = '') => writeToStandardOutput(`${inert(text)}\n`),
    note: (text) => {
      if (!quiet && !json) writeToStandardError(`${inert(text)}\n`);
    },
    style: (style, text) => (colored ? styleText(style, text) : text),
  };
}

/** Colours and other styles that `styleText` writes; none of them moves the cursor or hides text. */
const style = /\[(?:[0-79]|[2-4]\d|9[0-7]|10[0-7])m/y;
const active = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Replaces control characters, except those of our own styles. Commands print texts of sites and strangers, so all output passes here: a user name
 * at a refused log-in once cleared the screen of the operator who read the audit log.
 */
export function inert(text: string): string {
  return text.replace(active, (character, at: number) => {
    if (character === '\n' || character === '\t') return character;
    style.lastIndex = at + 1;
    return character === '\u001b' && style.test(text) ? character : '\u{fffd}';
  });
}

/** Escapes the control characters that JSON leaves as they are; parsers read the same text. Ends of lines stay. */
export const inertJson = (json: string): string =>
  json.replace(active, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

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

/** Lines are buffered up to this many characters: a system call for each line took a tenth of the time of a run over a large tree. */
const BLOCK = 16_384;
let unwritten = '';
let drained: Promise<void> | undefined;

/**
 * Writes text in the order of the calls, at the latest in the next microtask. The promise waits for a slow reader, so that lines never accumulate in
 * memory. All callers share one wait: Node would report a listener for each of them as a leak.
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

/** Moves to the beginning of the first of these lines, and erases everything from there on. */
const erased = (lines: number): string => (lines > 1 ? `\r\u001b[${lines - 1}A\u001b[J` : '\r\u001b[K');

let shown = 0;

/** Whether standard error is a terminal that can overwrite a line. `kind` is the variable TERM. */
export function hasLiveLine(kind: string | undefined): boolean {
  return process.stderr.isTTY === true && kind !== 'dumb';
}

/** Shows a line on the terminal in place of the last one; it stays until something else is printed. */
export function showLiveLine(text: string): void {
  showLiveLines([text]);
}

/** The same with several lines. Lines that do not fit on the screen are only counted, because lines that scroll away cannot be erased. */
export function showLiveLines(lines: readonly string[]): void {
  const columns = Math.max((process.stderr.columns || 80) - 1, 1);
  const most = Math.max((process.stderr.rows || 24) - 1, 1);
  const fitting =
    lines.length <= most ? lines : [...lines.slice(0, most - 1), `and ${lines.length - most + 1} more`];
  const text = fitting.map((line) => cutToWidth(line, columns)).join('\n');
  process.stderr.write(`${erased(shown)}${text}`);
  shown = fitting.length;
}

/** Must be called before anything else is printed, on either stream: the terminal may show both. */
export function eraseLiveLine(): void {
  if (shown === 0) return;
  process.stderr.write(erased(shown));
  shown = 0;
}

/**
 * Cuts a line to the width of the terminal: a longer line would become two. Characters of Latin, Greek and Cyrillic take one
 * column; any other may take two.
 */
function cutToWidth(text: string, columns: number): string {
  const plain = inert(stripVTControlCharacters(text).replace(/\s/g, ' '));
  let width = 0;
  let end = 0;
  for (const sign of plain) {
    width += sign <= '\u1fff' || sign === '…' || sign === '“' || sign === '”' ? 1 : 2;
    if (width > columns) break;
    end += sign.length;
  }
  return plain.slice(0, end);
}

type Chunks = Iterable<string> | AsyncIterable<string>;

/** Characters per block. A report of 100,000 pages comes in small pieces, and each write takes a system call. */
const blockSize = 65_536;

async function* inBlocks(chunks: Chunks): AsyncGenerator<string> {
  let block = '';
  for await (const chunk of chunks) {
    block += chunk;
    if (block.length < blockSize) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}

/** Writes JSON in blocks, see `inertJson`. */
export async function writeJsonToOutput(chunks: Chunks): Promise<void> {
  for await (const block of inBlocks(chunks)) await writeToStandardOutput(inertJson(block));
}

export async function writeToOutput(chunks: Chunks): Promise<void> {
  for await (const block of inBlocks(chunks)) await writeToStandardOutput(block);
}

/** Overwrites the file if it exists. Throws CLI_OUTPUT_UNWRITABLE. */
export async function writeToFile(file: string, chunks: Chunks): Promise<void> {
  await fillFile(file, (target) => pipeline(Readable.from(inBlocks(chunks)), target));
}

/** Opens the file, overwriting it if it exists, and lets `fill` write to it. Throws CLI_OUTPUT_UNWRITABLE. */
export async function fillFile(file: string, fill: (target: Writable) => Promise<void>): Promise<void> {
  const target = createWriteStream(file);
  try {
    await once(target, 'open');
    await fill(target);
  } catch (error) {
    // Only errors of the disk are translated here. A failure to produce the text has an error of its own.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new CliError('CLI_OUTPUT_UNWRITABLE', `cannot write ${file}: ${whyUnwritable(error)}`, error);
  }
}
