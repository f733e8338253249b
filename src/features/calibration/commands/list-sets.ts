import type { Command } from 'commander';
import { openToRead } from '../../../cli/open-data.ts';
import { outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';

export async function listSets(_options: unknown, command: Command): Promise<void> {
  const output = outputOf(command);

  const { recommendationOf } = await import('../read-calibration.ts');
  const { setSummary } = await import('../calibration-sets.ts');
  const { store } = await openToRead(command);
  try {
    const sets = await store.calibrations.list();
    const table = new Table(output, ['set', 'sites', 'states', 'verdicts', 'settings tried', 'recommended']);
    for (const set of sets) {
      const { sites, states, verdicts, points } = await setSummary(store, set);
      const all = [...states.values()].reduce((sum, count) => sum + count, 0);
      const chosen = recommendationOf(set)?.setting ?? null;
      if (output.json)
        await output.object({
          ...{ set: set.name, states: all, verdicts, settings: points, recommended: chosen },
          sites: sites.map(({ number, url, ending }) => ({
            site: number,
            url,
            states: states.get(number) ?? 0,
            ending,
          })),
        });
      else
        await table.row(
          set.name,
          String(sites.length),
          String(all),
          String(verdicts),
          String(points),
          chosen ?? '',
        );
    }
    await table.end();
    if (sets.length === 0)
      output.note('There are no sets. Record one with "tidemark calibrate record URL --set NAME".');
  } finally {
    await store.close();
  }
}
