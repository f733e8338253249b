import type { Command } from 'commander';
import { openBeside } from '../../../cli/open-data.ts';
import { outputOf, writeToFile } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import type { Calibration } from '../read-calibration.ts';
import type { CalibrationStore } from '../tables/stored-calibrations.ts';
import { orUnknownSet, weightOf } from './set-commands.ts';

interface ReportOptions {
  readonly weight?: string;
  readonly html?: string;
}

export async function reportSet(name: string, options: ReportOptions, command: Command): Promise<void> {
  const output = outputOf(command);
  const weight = weightOf(options.weight);

  const { calibrationSet } = await import('../calibration-sets.ts');
  const { keepRecommendation, readCalibration } = await import('../read-calibration.ts');
  const store = await orUnknownSet(name, openBeside(command, 'calibrate', 'calibrations'));
  try {
    const read = await readCalibration(store, await calibrationSet(store, name), weight);
    await keepRecommendation(store, read);
    const { best, equality, heldOut } = read;
    if (output.json) {
      const { setting, figures } = best;
      await output.object({ set: name, setting, weight, figures, equality, heldOut });
    } else {
      await output.line(`Recommended for "${name}": ${output.style('bold', best.setting)}\n`);
      const table = new Table(output, ['', 'missed', 'duplicates', 'error', 'F1', 'actions saved']);
      const row = (title: string, { missed, duplicates, error, f1, speed }: typeof best.figures) =>
        table.row(
          title,
          String(missed),
          String(duplicates),
          String(error),
          f1.toFixed(3),
          `${Math.round(100 * speed)} %`,
        );
      await row('on the sites it was chosen on', best.figures);
      if (equality !== null) await row('every change a state', equality);
      const sites = await store.calibrations.sites(read.set.id);
      for (const { site, figures, setting } of heldOut)
        await row(
          `${sites.find(({ number }) => number === site)?.url ?? site} (chosen on the others: ${setting})`,
          figures,
        );
      await table.end();
      output.note(`\nUse it: tidemark states URL --setting '${name}'`);
    }
    if (options.html !== undefined) {
      await writeCalibrationReport(store, read, options.html);
      output.note(`Figures written to ${options.html}.`);
    }
  } finally {
    await store.close();
  }
}

/** Writes all figures of a calibration to one file that needs nothing else. */
async function writeCalibrationReport(
  store: CalibrationStore,
  read: Calibration,
  file: string,
): Promise<void> {
  const { calibrationHtml } = await import('../exported-calibration.ts');
  const { set, weight, best, equality, points, heldOut, mistakes } = read;
  const counts = await store.calibrations.stateCounts(set.id);
  const sites = await store.calibrations.sites(set.id);
  await writeToFile(
    file,
    calibrationHtml({
      name: set.name,
      at: Date.now(),
      weight,
      best,
      equality,
      points,
      heldOut,
      mistakes,
      sites: sites.map(({ number, url }) => ({ site: number, url, states: counts.get(number) ?? 0 })),
      screenshot: (site, state) => store.calibrations.screenshot(set.id, site, state),
    }),
  );
}
