import { Command } from 'commander';
import type { Flag } from '../../track/index.ts';
import { openToRead } from '../crawl/open-to-read.ts';
import { wholeNumber } from '../crawl/option-values.ts';
import { CliError } from '../errors.ts';
import { outputOf } from '../output.ts';
import { terminalOf } from './terminal.ts';
import { writeToFile, writeToOutput } from './write-out.ts';

/** Rows of one flag that people are shown unless they ask for all. */
const shownRows = 100;
const writtenRows = 2000;

export function reportCommand(): Command {
  return new Command('report')
    .description('tell what a run found: every page with its flag and why')
    .argument('<project>', 'the project')
    .option('--run <n>', 'the number of the run; the newest when left out', wholeNumber('--run', 1))
    .option('--flag <flags>', 'only pages with these flags, as in UPD,NEW', flagList)
    .option('--all', 'every page, also those that are the same')
    .option('--csv', 'print a table for spreadsheets')
    .option('--html <file>', 'write one file for a browser, with what changed on each page')
    .action(run);
}

interface Options {
  readonly run?: number;
  readonly flag?: readonly Flag[];
  readonly all?: boolean;
  readonly csv?: boolean;
  readonly html?: string;
}

async function run(name: string, options: Options, command: Command): Promise<void> {
  const { trackReports } = await import('../../app/index.ts');
  const { flagOrder, reportCsv, reportHtml, reportJson, reportText } = await import('../../publish/index.ts');
  const { reportRun } = await trackReports();
  const output = outputOf(command);
  if (output.json && options.csv) {
    throw new CliError('CLI_OPTION_INVALID', '--json and --csv cannot be had at once.');
  }
  const { store, projectNamed } = await openToRead(command);
  try {
    const report = await reportRun(store, await projectNamed(name), { run: options.run });
    const everything = options.flag ?? flagOrder;
    const isWhole = options.all === true || options.flag !== undefined;
    if (options.html !== undefined) {
      const mostRows = isWhole ? Number.POSITIVE_INFINITY : writtenRows;
      await writeToFile(options.html, reportHtml(report, { flags: everything, mostRows }));
      output.note(`Run ${report.run} of ${name} written to ${options.html}.`);
    }
    if (output.json) return await writeToOutput(reportJson(report, everything));
    if (options.csv) return await writeToOutput(reportCsv(report, everything));
    if (options.html !== undefined) return;
    const flags = isWhole ? everything : flagOrder.filter((flag) => flag !== 'SAM');
    const mostRows = isWhole ? Number.POSITIVE_INFINITY : shownRows;
    const lines = reportText(report, { ...terminalOf(output), flags, mostRows });
    for await (const line of lines) await output.line(line);
    if (report.totals.UPD > 0) {
      output.note(`\nSee a change:  tidemark diff ${report.changedMost[0]?.file ?? 'FILE'}`);
    }
  } finally {
    await store.close();
  }
}

const known: readonly Flag[] = ['NEW', 'SAM', 'UPD', 'MIS', 'ERR'];

function flagList(text: string): readonly Flag[] {
  return text.split(',').map((word) => {
    const flag = known.find((candidate) => candidate === word.trim().toUpperCase());
    if (flag !== undefined) return flag;
    throw new CliError('CLI_OPTION_INVALID', `--flag: "${word}" is none of ${known.join(', ')}.`);
  });
}
