import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { interruption } from '../../../cli/crawl/interruption.ts';
import { exitCodes } from '../../../cli/exit-codes.ts';
import { openBeside } from '../../../cli/open-data.ts';
import { eraseLiveLine, hasLiveLine, outputOf, showLiveLine } from '../../../cli/output.ts';
import { orUnknownSet, weightOf } from './set-commands.ts';

interface RunOptions {
  readonly algorithms?: string;
  readonly kinds?: string;
  readonly steps?: number;
  readonly threads?: number;
  readonly search?: boolean;
  readonly budget?: number;
  readonly seed?: number;
  readonly weight?: string;
}

export async function tryGrid(name: string, options: RunOptions, command: Command): Promise<void> {
  const output = outputOf(command);
  const { gridOf, usualGrid } = await import('../points/setting-grid.ts');
  const { writeSetting } = await import('../../../fingerprint/index.ts');
  const { environmentVariable } = await import('../../../config/index.ts');

  const { calibrationSet } = await import('../calibration-sets.ts');
  const { runRequestedGrid } = await import('../requested-grids.ts');
  const { searchSettings } = await import('../search-settings.ts');
  const wish = {
    algorithms: options.algorithms?.split(',') ?? usualGrid.algorithms,
    features: options.kinds?.split(',') ?? usualGrid.features,
    steps: options.steps ?? null,
  };
  const families = gridOf(wish);
  const all = families.reduce((sum, { thresholds }) => sum + thresholds.length, 0);
  const weight = weightOf(options.weight);
  const { seed = 1, threads = availableParallelism(), budget = Math.ceil(all * 0.15) } = options;
  const isLive = !output.json && !output.quiet && hasLiveLine(environmentVariable('TERM'));
  const store = await orUnknownSet(name, openBeside(command, 'calibrate', 'calibrations'));
  const stopping = interruption(() => output.note('Ending; what is done is kept.'));
  const begun = performance.now();
  try {
    const set = await calibrationSet(store, name);
    if (options.search === true) {
      const onProgress = (done: number) => isLive && showLiveLine(`settings tried: ${done} of ${budget}`);
      const found = await searchSettings(store, families, { set, threads, budget, seed, weight, onProgress });
      eraseLiveLine();
      const setting = writeSetting(found.best);
      if (output.json)
        await output.object({ setting, cost: found.cost, evaluations: found.evaluations, of: all });
      else
        await output.line(
          `Best of ${found.evaluations} settings that were tried (of ${all}): ${setting}, error ${found.cost}.`,
        );
      return;
    }
    const onProgress = (done: number, of: number) =>
      isLive && showLiveLine(`settings tried: ${done} of ${of}`);
    const { signal } = stopping;
    const before = (await store.calibrations.pointsDone(set.id)).size;
    const run = await runRequestedGrid(store, wish, { set, threads, onProgress, signal });
    eraseLiveLine();
    const elapsed = Math.round(performance.now() - begun);
    const stored = (await store.calibrations.pointsDone(set.id)).size;
    const elsewhere = stored - before - run;
    if (output.json) await output.object({ set: name, run, elsewhere, stored, milliseconds: elapsed });
    else
      await output.line(
        run + elsewhere === 0
          ? `All of these settings were tried before: ${stored} in all.`
          : `${run} settings tried in ${(elapsed / 1000).toFixed(1)} s${elsewhere > 0 ? `, and ${elsewhere} by other processes` : ''}; ${stored} in all.`,
      );
    if (signal.aborted) process.exitCode = exitCodes.interrupted;
  } finally {
    eraseLiveLine();
    stopping.release();
    await store.close();
  }
}
