import { Command } from 'commander';
import { interruption } from '../../../cli/crawl/interruption.ts';
import { repeated } from '../../../cli/crawl/site-options.ts';
import { exitCodes } from '../../../cli/exit-codes.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { configOf } from '../../../cli/open-data.ts';
import { hasLiveLine, outputOf } from '../../../cli/output.ts';
import { serviceOutput } from '../../../cli/service-output.ts';
import { preparedProjects } from './prepared-projects.ts';
import { WatchReporter } from './watch-reporter.ts';
import { type WatchOptions, WatchService } from './watch-service.ts';

export function watchCommand(): Command {
  return withExamples(new Command('watch'), examples)
    .description('run projects by their schedules, and report what changed')
    .argument('[what...]', 'names of projects, project files, or an address (default: all with a schedule)')
    .option('--once', 'run what is due now, and end')
    .option('--every <time>', 'how often pages are visited, as in 30m or 1d (default: 1h)')
    .option('--page', 'for an address: only this page, not the site')
    .option(
      '--when <condition>',
      'for an address: what to look for, as in "price < 30"; may be repeated',
      repeated,
    )
    .option(
      '--notify <address>',
      'for an address: who is notified, as in mailto:me@example.org; may be repeated',
      repeated,
    )
    .action((what: readonly string[], options: WatchOptions, command: Command) =>
      run(what, options, command),
    );
}

async function run(what: readonly string[], options: WatchOptions, command: Command): Promise<void> {
  const { environmentVariable } = await import('../../../config/index.ts');
  const config = await configOf(command);
  const output = await serviceOutput(outputOf(command), config);
  const projects = await preparedProjects(what, options, config, output);
  const stopping = interruption(() =>
    output.note('Finishing what is under way; press Ctrl-C again to stop at once.'),
  );
  const { signal } = stopping;
  const reporter = new WatchReporter(output, hasLiveLine(environmentVariable('TERM')));
  const service = new WatchService({ config, output, options, projects, reporter, signal });
  try {
    await service.run();
  } finally {
    reporter.close();
    stopping.release();
  }
  if (reporter.hasFailed) process.exitCode = exitCodes.failed;
  else if (options.once === true && service.hasChanged) process.exitCode = exitCodes.changed;
}

const examples: Examples = {
  watch: [
    ['tidemark watch', 'run all projects that have a schedule'],
    [
      "tidemark watch https://example.org/lamp --page --when 'price < 30' --notify mailto:me@example.org",
      'be notified when a price falls',
    ],
    ['tidemark watch --once', 'for cron: run what is due, and end; 3 if something changed'],
  ],
};
