import { Command, Option } from 'commander';
import { momentBefore } from '../../../cli/crawl/option-values.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import type { Output } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import { readData } from '../../../cli/with-data.ts';
import type { PeriodUnit } from '../periods.ts';
import type { CrawlPerformance, DetectorResults, MatchesPerPage } from '../project-statistics.ts';

interface StatsOptions {
  readonly since?: number;
  readonly by?: PeriodUnit;
}

export function statsCommand(): Command {
  return withExamples(new Command('stats'), examples)
    .description('count what crawls did and what detectors found: by source, over time, and by page')
    .argument('[project]', 'name of the project (default: all projects)')
    .option('--since <when>', 'only what is from then on: 2d, 3h, or 2026-11-16', momentBefore('--since'))
    .addOption(
      new Option('--by <period>', 'count matches by this period (default: one that fits)').choices([
        'hour',
        'day',
        'week',
        'month',
        'year',
      ]),
    )
    .action(run);
}

async function run(
  name: string | undefined,
  { since = 0, by }: StatsOptions,
  command: Command,
): Promise<void> {
  const { projectStatistics } = await import('../project-statistics.ts');
  return readData(command, async ({ store, projectsNamed, output }) => {
    const projects = await projectsNamed(name);
    const { performance, results, perPage } = await projectStatistics(store, projects, {
      since,
      unit: by ?? null,
    });
    if (output.json) return await printObjects(performance, results, perPage, output);
    if (projects.length === 0) return output.note('There are no projects yet.');
    await printPerformance(performance, output);
    if (results.detectors.length === 0) return output.note('\nDetectors have found nothing yet.');
    await printResults(results, projects.length > 1, output);
    await printPerPage(perPage, output);
  });
}

async function printObjects(
  performance: readonly CrawlPerformance[],
  { unit, periods, detectors }: DetectorResults,
  perPage: readonly MatchesPerPage[],
  output: Output,
): Promise<void> {
  for (const row of performance) await output.object({ table: 'crawls', ...row });
  for (const row of detectors) {
    const { project, detector } = row;
    for (const [number, { pages, matches }] of row.periods.entries()) {
      if (matches === 0) continue;
      const from = new Date(periods[number] ?? 0).toISOString();
      await output.object({ table: 'matches', project, detector, from, period: unit, pages, matches });
    }
  }
  for (const row of perPage) await output.object({ table: 'matches on a page', ...row });
}

async function printPerformance(rows: readonly CrawlPerformance[], output: Output): Promise<void> {
  const { grouped, inDays } = await import('../../../presentation/in-words.ts');
  const number = (value: number | null): string => (value === null ? '-' : grouped(Math.round(value)));
  await output.line('Crawls, with averages of those that have ended\n');
  const table = new Table(output, [
    'project',
    'crawls',
    'complete',
    'pages found',
    'pages read',
    'time',
    'pages/s',
    'pages matched',
    'matches',
  ]);
  for (const row of rows)
    await table.row(
      row.project,
      grouped(row.crawls),
      grouped(row.fullCrawls),
      number(row.pagesFound),
      number(row.pagesRead),
      row.ms === null ? '-' : inDays(row.ms / 86_400_000),
      row.pagesPerSecond === null ? '-' : row.pagesPerSecond.toPrecision(2),
      grouped(row.pagesMatched),
      grouped(row.matches),
    );
  await table.end();
}

/** How many characters of a period's start identify the period. */
const shownLength = { hour: 16, day: 10, week: 10, month: 7, year: 4 } as const;

async function printResults(results: DetectorResults, hasSeveral: boolean, output: Output): Promise<void> {
  const { moment } = await import('../../../presentation/in-words.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const { unit, periods, detectors, all } = results;
  await output.line(`\nPages with matches / matches, by ${unit} (UTC)\n`);
  const table = new Table(output, [
    'detector',
    ...periods.map((start) => moment(start).slice(0, shownLength[unit])),
    'all',
  ]);
  const cell = ({ pages, matches }: { readonly pages: number; readonly matches: number }): string =>
    matches === 0 ? '-' : `${pages}/${matches}`;
  for (const row of detectors)
    await table.row(
      printable(hasSeveral ? `${row.project}: ${row.detector}` : row.detector),
      ...row.periods.map(cell),
      cell(row.total),
    );
  if (detectors.length > 1) await table.row('all', ...all.periods.map(cell), cell(all.total));
  await table.end();
}

async function printPerPage(rows: readonly MatchesPerPage[], output: Output): Promise<void> {
  const { grouped } = await import('../../../presentation/in-words.ts');
  await output.line('\nMatches of one detector on one page at one visit\n');
  const table = new Table(output, ['matches', 'pages']);
  for (const { matches, pages } of rows) await table.row(grouped(matches), grouped(pages));
  await table.end();
}

const examples: Examples = {
  stats: [
    ['tidemark stats', 'how crawls went, and what detectors found, of all projects'],
    ['tidemark stats news --since 30d --by day', 'of one, day by day'],
  ],
};
