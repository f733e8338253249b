import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { whyUnreadable } from '../base/index.ts';
import { CliError } from './errors.ts';

/** Whether a user is at the terminal to answer. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks on the terminal. Anything but yes means no. */
export async function askYesNo(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return /^y(?:es)?$/i.test((await answerOf(terminal, `${question} [y/N] `)).trim());
}

/** Asks on the terminal without showing the answer. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const answer = await answerOf(terminal, '');
  process.stderr.write('\n');
  return answer;
}

/** Asks on the terminal without showing the answer; in a pipe it reads standard input, without the final line break. */
export async function typedOrPiped(question: string): Promise<string> {
  return canAsk() ? askHidden(question) : (await text(process.stdin)).replace(/\r?\n$/, '');
}

/** Empty after Ctrl-C, Ctrl-D and at the end of the input. */
async function answerOf(terminal: Interface, question: string): Promise<string> {
  const answer = terminal.question(question).catch(() => '');
  try {
    return await Promise.race([answer, once(terminal, 'close').then(() => '')]);
  } finally {
    terminal.close();
  }
}

/** The lines of a file, or of standard input when the file is undefined or `-`. Empty lines are skipped. */
export async function* readLines(file: string | undefined): AsyncGenerator<string> {
  for await (const { text } of numberedLines(file)) yield text;
}

async function* numberedLines(file: string | undefined): AsyncGenerator<{ text: string; line: number }> {
  const input = file === undefined || file === '-' ? process.stdin : createReadStream(file);
  if (input === process.stdin && process.stdin.isTTY) {
    process.stderr.write('Reading from the terminal: one entry per line, Ctrl-D to finish.\n');
  }
  let number = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      if (line.trim() !== '') yield { text: line, line: number };
    }
  } catch (error) {
    throw new CliError('CLI_INPUT_UNREADABLE', `cannot read ${file}: ${whyUnreadable(error)}`, error);
  }
}

export async function readAllLines(file: string | undefined): Promise<readonly string[]> {
  return Array.fromAsync(readLines(file));
}

/** Each line as JSON. Throws CLI_INPUT_INVALID with the number of a line that is not, and says what it should be (`expected`). */
export async function* readJsonLines(
  file: string | undefined,
  expected: string,
): AsyncGenerator<{ value: unknown; line: number }> {
  for await (const { text, line } of numberedLines(file)) {
    try {
      yield { value: JSON.parse(text), line };
    } catch (error) {
      throw new CliError(
        'CLI_INPUT_INVALID',
        `${file ?? 'standard input'}, line ${line} is not JSON. ${expected}`,
        error,
      );
    }
  }
}
