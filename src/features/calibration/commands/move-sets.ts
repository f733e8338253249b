import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { CliError } from '../../../cli/errors.ts';
import { openToRead, openToWrite } from '../../../cli/open-data.ts';
import { fillFile, outputOf } from '../../../cli/output.ts';
import { orUnknownSet } from './or-unknown-set.ts';

export async function exportSet(name: string, file: string, command: Command): Promise<void> {
  const { calibrationSet } = await import('../calibration-sets.ts');
  const { writeSetFile } = await import('../set-file.ts');
  const { store } = await orUnknownSet(name, openToRead(command));
  try {
    const bytes = await writeSetFile(store, await calibrationSet(store, name));
    await fillFile(file, (target) => pipeline(Readable.from([bytes]), target));
    outputOf(command).note(`Written to ${file}.`);
  } finally {
    await store.close();
  }
}

export async function importSet(file: string, name: string | null, command: Command): Promise<void> {
  const { readSetFile } = await import('../set-file.ts');
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new CliError('CLI_INPUT_UNREADABLE', `cannot read ${file}: ${(error as Error).message}`, error);
  });
  const { store } = await openToWrite(command, 'calibrate');
  try {
    const set = await readSetFile(store, bytes, name);
    outputOf(command).note(`The set is called "${set.name}" here.`);
  } finally {
    await store.close();
  }
}

export async function removeSet(name: string, command: Command): Promise<void> {
  const { calibrationSet } = await import('../calibration-sets.ts');
  // Whoever mistypes the name finds no data folder made for it.
  const { store: read } = await orUnknownSet(name, openToRead(command));
  await calibrationSet(read, name).finally(() => read.close());
  const { store } = await openToWrite(command, 'calibrate');
  try {
    await store.calibrations.remove((await calibrationSet(store, name)).id);
    outputOf(command).note(`The set "${name}" is removed.`);
  } finally {
    await store.close();
  }
}
