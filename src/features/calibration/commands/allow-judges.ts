import type { Command } from 'commander';
import { users } from '../../../cli/of-other-features.ts';
import { openBeside, openToRead } from '../../../cli/open-data.ts';
import { outputOf } from '../../../cli/output.ts';
import { orUnknownSet } from './or-unknown-set.ts';

/** Lets users see and judge a set, and nobody else but administrators; without names it tells who may. */
export async function allowJudges(
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
    const allowed = await Promise.all(names.map((each) => users.required.named(read, each)));
    if (allowed.length > 0 || options.none === true) {
      const store = await openBeside(command, 'calibrate', 'calibrations');
      const ids = allowed.map((user) => user.id);
      await store.calibrations.allowJudges(id, ids).finally(() => store.close());
    }
    const judges = await read.calibrations.judges(id);
    const all = await users.required.list(read);
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
