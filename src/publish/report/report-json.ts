import type { Flag } from '../../track/index.ts';
import type { ReportPage, RunReport } from './run-report.ts';

/** One JSON object, written row by row: a report of 100,000 pages is never in memory as a whole. */
export async function* reportJson(report: RunReport, flags: readonly Flag[]): AsyncGenerator<string> {
  const { run, totals, project, startUrl, state, startedAt, endedAt, plan, notReached } = report;
  yield `{"run":${run},"totals":${JSON.stringify(totals)},"pages":[`;
  let separator = '';
  for await (const page of report.pages(flags)) {
    yield separator + JSON.stringify(row(page));
    separator = ',';
  }
  const further = {
    project,
    startUrl,
    state,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    plan,
    notReached,
    aliases: report.aliases,
    changedMost: report.changedMost,
    sourceRate: report.sourceRate,
    rules: report.rules,
  };
  yield `],${JSON.stringify(further).slice(1)}\n`;
}

function row({ file, url, identity, flag, reason }: ReportPage): ReportPage {
  return { file, url, identity, flag, reason };
}
