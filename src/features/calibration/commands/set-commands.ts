import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { TidemarkError } from '../../../base/index.ts';
import { CliError } from '../../../cli/errors.ts';
import { users } from '../../../cli/of-other-features.ts';
import { openBeside, openToRead } from '../../../cli/open-data.ts';
import { fillFile, outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import { changeData, readData } from '../../../cli/with-data.ts';

/** The weight of a missed state relative to a duplicate one. Throws CLI_OPTION_INVALID. */
export function weightOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const weight = Number(text);
  if (/^[\d.]+$/.test(text) && weight >= 0 && weight <= 1000) return weight;
  throw new CliError('CLI_OPTION_INVALID', `--weight: "${text}" is not a number from 0 to 1000.`);
}

/** Throws CALIBRATE_SET_UNKNOWN for an empty data folder, which has no sets. */
export async function orUnknownSet<T>(name: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof TidemarkError && error.code === 'STORE_MISSING')) throw error;
    throw (await import('../calibration-sets.ts')).unknownSet(name, []);
  }
}

export async function listSets(_options: unknown, command: Command): Promise<void> {
  const { recommendationOf } = await import('../read-calibration.ts');
  const { setSummary } = await import('../calibration-sets.ts');
  await readData(command, async ({ store, output }) => {
    const sets = await store.calibrations.list();
    const table = new Table(output, ['set', 'sites', 'states', 'verdicts', 'settings tried', 'recommended']);
    for (const set of sets) {
      const { sites, states, verdicts, points } = await setSummary(store, set);
      const all = [...states.values()].reduce((sum, count) => sum + count, 0);
      const chosen = recommendationOf(set)?.setting ?? null;
      if (output.json)
        await output.object({
          set: set.name,
          states: all,
          verdicts,
          settings: points,
          recommended: chosen,
          sites: sites.map(({ number, url, ending }) => ({
            site: number,
            url,
            states: states.get(number) ?? 0,
            ending,
          })),
        });
      else await table.row(set.name, ...[sites.length, all, verdicts, points].map(String), chosen ?? '');
    }
    await table.end();
    if (sets.length === 0)
      output.note('There are no sets. Record one with "tidemark calibrate record URL --set NAME".');
  });
}

/** Sets which users see and judge a set, beside administrators; without names, prints them. */
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
  await changeData(command, 'calibrate', async ({ store, output }) => {
    const set = await readSetFile(store, bytes, name);
    output.note(`The set is called "${set.name}" here.`);
  });
}

export async function removeSet(name: string, command: Command): Promise<void> {
  const { calibrationSet } = await import('../calibration-sets.ts');
  // Reads first, so that a mistyped name does not create a data folder.
  const { store: read } = await orUnknownSet(name, openToRead(command));
  await calibrationSet(read, name).finally(() => read.close());
  await changeData(command, 'calibrate', async ({ store, output }) => {
    await store.calibrations.remove((await calibrationSet(store, name)).id);
    output.note(`The set "${name}" is removed.`);
  });
}
