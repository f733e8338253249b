import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { reasonOf } from '../base/index.ts';
import { CliError } from './errors.ts';

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
    throw new CliError('CLI_INPUT_UNREADABLE', `cannot read ${file}: ${reasonOf(error)}`, error);
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
