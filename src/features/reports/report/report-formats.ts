import type { ReportPage, RunReport } from '../../../crawl/history/run-report.ts';
import { escaped } from '../../../presentation/html/exported-file.ts';
import type { Flag } from '../../../track/index.ts';

/** One JSON object, written row by row: a report of 100,000 pages is never in memory all at once. */
export async function* reportJson(report: RunReport, flags: readonly Flag[]): AsyncGenerator<string> {
  const { run, totals, project, startUrl, state, startedAt, endedAt, knownPages, notReached } = report;
  yield `{"run":${run},"totals":${JSON.stringify(totals)},"pages":[`;
  let separator = '';
  for await (const page of report.pages(flags)) {
    yield separator + JSON.stringify(row(page));
    separator = ',';
  }
  yield '],"groups":[';
  separator = '';
  for await (const { changes, more, pages, reason } of report.summary.groups(Number.POSITIVE_INFINITY)) {
    yield separator + JSON.stringify({ changes, more, pages, reason });
    separator = ',';
  }
  const { goneCount: gone, failedCount: failed, lasting } = report.summary;
  const further = {
    project,
    startUrl,
    state,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    knownPages,
    notReached,
    summary: { gone, failed, lasting },
    aliases: report.aliases,
    nearDuplicates: report.nearDuplicates,
    notices: report.notices,
    changedMost: report.changedMost,
    sourceRate: report.sourceRate,
    rules: report.rules,
  };
  yield `],${JSON.stringify(further).slice(1)}\n`;
}

function row({ file, url, identity, flag, reason }: ReportPage): ReportPage {
  return { file, url, identity, flag, reason };
}

const columns = ['file', 'flag', 'url', 'identity', 'reason'] as const;

/** The rows as CSV (RFC 4180): CRLF, quotes only where needed. With near-duplicates, a column names the page that each row nearly duplicates. */
export async function* reportCsv(
  report: RunReport,
  flags: readonly Flag[],
  { hasNearDuplicates = false }: { readonly hasNearDuplicates?: boolean } = {},
): AsyncGenerator<string> {
  const classes = report.nearDuplicates ?? [];
  const firstOf = new Map(
    classes.flatMap(({ of, pages }) => pages.map(({ file }) => [file, of.file] as const)),
  );
  const more = (text: string) => (hasNearDuplicates ? `,${text}` : '');
  yield `${columns.join(',')}${more('nearDuplicateOf')}\r\n`;
  for await (const page of report.pages(flags)) {
    const row = columns.map((column) => csvField(page[column])).join(',');
    yield `${row}${more(firstOf.get(page.file) ?? '')}\r\n`;
  }
}

/** Spreadsheets read a field that begins like this as a formula, even in quotes. An apostrophe makes it text. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

export function csvField(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows as XML, with the totals first; written row by row, as the other formats are. */
export async function* reportXml(report: RunReport, flags: readonly Flag[]): AsyncGenerator<string> {
  const { project, run, state, startUrl, startedAt, endedAt, totals } = report;
  const about = {
    project,
    run: String(run),
    state,
    startUrl,
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt !== null && { endedAt: new Date(endedAt).toISOString() }),
  };
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<report${attributes(about)}>\n`;
  const counts = Object.entries(totals).map(([flag, count]) => [flag, String(count)] as const);
  yield `<totals${attributes(Object.fromEntries(counts))}/>\n`;
  for await (const { file, flag, url, identity, reason } of report.pages(flags))
    yield `<page${attributes({ file, flag, url, identity })}>${xmlText(reason)}</page>\n`;
  yield '</report>\n';
}

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join('');

/** Replaces two code points that XML does not allow, besides the control characters, which are never shown. */
const xmlText = (text: string): string => escaped(text.replaceAll(/[\ufffe\uffff]/g, '\ufffd'));
