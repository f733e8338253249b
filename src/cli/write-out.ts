import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { whyUnwritable } from '../base/index.ts';
import { CliError } from './errors.ts';
import { writeToStandardOutput } from './output.ts';

type Chunks = Iterable<string> | AsyncIterable<string>;

/** A report of 100,000 pages comes in small pieces: writing each would take one system call per piece. */
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
    // A failure to produce the text has an error of its own; only those of the disk are reported here.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new CliError('CLI_OUTPUT_UNWRITABLE', `cannot write ${file}: ${whyUnwritable(error)}`, error);
  }
}
