import type { Command } from 'commander';
import { openToRead, openToWrite } from '../../../cli/open-data.ts';
import { type Output, outputOf } from '../../../cli/output.ts';
import type { Config } from '../../../config/index.ts';

type PeopleFunctions = typeof import('../index.ts');

/** What a command about users works with. */
export interface OpenPeople {
  readonly app: PeopleFunctions;
  readonly parts: Parameters<PeopleFunctions['addUser']>[0];
  readonly output: Output;
}

/** Opens the data folder for the operator, who may do everything, and closes it again. */
export async function changePeople(
  command: Command,
  name: string,
  work: (open: OpenPeople & { readonly config: Config }) => Promise<void>,
): Promise<void> {
  const { store, config } = await openToWrite(command, name);
  try {
    await work({ ...(await openedOver(store)), output: outputOf(command), config });
  } finally {
    await store.close();
  }
}

export async function readPeople(command: Command, work: (open: OpenPeople) => Promise<void>): Promise<void> {
  const { store } = await openToRead(command);
  try {
    await work({ ...(await openedOver(store)), output: outputOf(command) });
  } finally {
    await store.close();
  }
}

async function openedOver(store: OpenPeople['parts']['store']): Promise<Pick<OpenPeople, 'app' | 'parts'>> {
  const app = await import('../index.ts');
  return { app, parts: { store, passwords: new app.Passwords(), now: Date.now } };
}
