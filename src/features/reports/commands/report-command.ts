import { Command } from 'commander';
import { wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { stateCommands } from '../../../cli/of-other-features.ts';
import {
  outputOf,
  shellWord,
  terminalOf,
  writeJsonToOutput,
  writeToFile,
  writeToOutput,
} from '../../../cli/output.ts';
import { readData } from '../../../cli/with-data.ts';
import type { Flag } from '../../../track/index.ts';

/** At most this many pages of each flag are shown in the terminal, and in the HTML page, unless the user asks for all. */
const rowsShown = 100;
const rowsInHtml = 2000;

export function reportCommand(): Command {
  return withExamples(new Command('report'), examples)
    .description('report a run: every page with its flag and the reason')
    .argument('<project>', 'name of the project')
    .option('--run <n>', 'number of the run (default: the newest)', wholeNumberFrom('--run', 1))
    .option('--flag <flags>', 'only pages with these flags, as in UPD,NEW', flagList)
    .option('--all', 'all pages, also unchanged ones')
    .option('--states', 'report the states of its application; --run is then the number of the exploration')
    .option('--near-duplicates', 'also list pages whose text is nearly the same')
    .option('--csv', 'print CSV for spreadsheets, with all pages')
    .option('--html <file>', 'write an HTML page to this file')
    .action(run);
}

interface Options {
  readonly run?: number;
  readonly flag?: readonly Flag[];
  readonly all?: boolean;
  readonly states?: boolean;
  readonly nearDuplicates?: boolean;
  readonly csv?: boolean;
  readonly html?: string;
}

async function run(name: string, options: Options, command: Command): Promise<void> {
  const { flagOrder } = await import('../../../crawl/history/run-report.ts');
  const { reportCsv, reportJson } = await import('../report/report-formats.ts');
  const { reportHtml } = await import('../exported-report.ts');
  const { reportText } = await import('../report/report-text.ts');
  const { reportRun } = await import('../report-run.ts');
  const output = outputOf(command);
  if (output.json && options.csv) {
    throw new CliError('CLI_OPTION_INVALID', '--json and --csv cannot be used together.');
  }
  await readData(command, async (data) => {
    const { store, projectNamed } = data;
    const states = options.states ? await stateCommands.required() : await stateCommands.added?.();
    if (states !== undefined && (options.states || (await states.hasOnlyStates(data, name))))
      return states.reportStates(data, name, options, output);
    const report = await reportRun(store, await projectNamed(name), {
      run: options.run,
      nearDuplicates: options.nearDuplicates,
    });
    const wanted = options.flag ?? flagOrder;
    const isWhole = options.all === true || options.flag !== undefined;
    if (options.html !== undefined) {
      const mostRows = isWhole ? Number.POSITIVE_INFINITY : rowsInHtml;
      await writeToFile(options.html, reportHtml(report, { flags: wanted, mostRows }));
      output.note(`Run ${report.run} of ${name} written to ${options.html}.`);
    }
    if (output.json) return writeJsonToOutput(reportJson(report, wanted));
    const hasNearDuplicates = options.nearDuplicates === true;
    if (options.csv) return writeToOutput(reportCsv(report, wanted, { hasNearDuplicates }));
    if (options.html !== undefined) return;
    const flags = isWhole ? wanted : flagOrder.filter((flag) => flag !== 'SAM');
    const mostRows = isWhole ? Number.POSITIVE_INFINITY : rowsShown;
    const lines = reportText(report, {
      ...terminalOf(output),
      flags,
      mostRows,
      hasChanges: options.flag === undefined,
      hasNearDuplicates,
      commandName: shellWord(name),
    });
    for await (const line of lines) await output.line(line);
    if (report.totals.UPD > 0) {
      output.note(`\nAll of one page:  tidemark diff ${report.changedMost[0]?.file ?? 'FILE'}`);
    }
  });
}

const known: readonly Flag[] = ['NEW', 'SAM', 'UPD', 'MIS', 'ERR'];

function flagList(text: string): readonly Flag[] {
  return text.split(',').map((word) => {
    const flag = known.find((candidate) => candidate === word.trim().toUpperCase());
    if (flag !== undefined) return flag;
    throw new CliError('CLI_OPTION_INVALID', `--flag: "${word}" is not a flag. Known: ${known.join(', ')}.`);
  });
}

const examples: Examples = {
  report: [
    ['tidemark report example.org', 'what the newest run found'],
    ['tidemark report example.org --flag UPD,NEW', 'only changed and new pages'],
    ['tidemark report example.org --run 3 --html report.html', 'an HTML page about run 3'],
  ],
};
