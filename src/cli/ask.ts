import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

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
