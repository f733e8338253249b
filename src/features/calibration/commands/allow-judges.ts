import type { Command } from 'commander';
import { openBeside, openToRead } from '../../../cli/open-data.ts';
import { outputOf } from '../../../cli/output.ts';
import type { Store } from '../../../database/store.ts';
import { orUnknownSet } from './or-unknown-set.ts';

export interface JudgesContext {
  /** Throws APP_USER_UNKNOWN. */
  readonly userNamed: (people: { readonly store: Store }, name: string) => Promise<{ readonly id: number }>;
}

/** Lets users see and judge a set, and nobody else but administrators; without names it tells who may. */
export async function allowJudges(
  { userNamed }: JudgesContext,
  name: string,
  names: readonly string[],
  options: { readonly none?: boolean },
  command: Command,
): Promise<void> {
  const output = outputOf(command);

  const { calibrationSet } = await import('../calibration-sets.ts');
  const { store: read } = await orUnknownSet(name, openToRead(command));
  try {
    const { id } = await calibrationSet(read, name);
    const users = await Promise.all(names.map((each) => userNamed({ store: read }, each)));
    if (users.length > 0 || options.none === true) {
      const store = await openBeside(command, 'calibrate', 'calibrations');
      const ids = users.map((user) => user.id);
      await store.calibrations.allowJudges(id, ids).finally(() => store.close());
    }
    const judges = await read.calibrations.judges(id);
    const all = await read.people.listUsers();
    const who = all.filter((user) => judges.has(user.id)).map((user) => user.name);
    if (output.json) await output.object({ set: name, judges: who });
    else
      await output.line(
        who.length === 0
          ? `Only administrators see "${name}".`
          : `Beside administrators, these see and judge "${name}": ${who.join(', ')}.`,
      );
  } finally {
    await read.close();
  }
}
