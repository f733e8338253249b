import type { Command } from 'commander';
import type { Config } from '../config/index.ts';
import type { Store } from '../database/store.ts';
import { type DataToRead, openToRead, openToWrite } from './open-data.ts';
import { type Output, outputOf } from './output.ts';

/** The context of a command about stored data. */
export interface OpenedData extends DataToRead {
  readonly output: Output;
}

/** Opens the data folder for a command that only reads, and closes it again. */
export async function readData<T>(command: Command, work: (data: OpenedData) => Promise<T>): Promise<T> {
  const data = await openToRead(command);
  return closing(data.store, () => work({ ...data, output: outputOf(command) }));
}

/** Opens the data folder for a command that changes something, and closes it again. Throws STORE_LOCKED while another process is writing. */
export async function changeData<T>(
  command: Command,
  name: string,
  work: (data: OpenedData & { readonly config: Config }) => Promise<T>,
): Promise<T> {
  const data = await openToWrite(command, name);
  return closing(data.store, () => work({ ...data, output: outputOf(command) }));
}

async function closing<T>(store: Store, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await store.close();
  }
}
