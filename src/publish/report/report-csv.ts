import type { Flag } from '../../track/index.ts';
import type { RunReport } from './run-report.ts';

const columns = ['file', 'flag', 'url', 'identity', 'reason'] as const;

/** The rows as RFC 4180 has them: CRLF, quotes where they are needed. */
export async function* reportCsv(report: RunReport, flags: readonly Flag[]): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const page of report.pages(flags)) {
    yield `${columns.map((column) => csvField(page[column])).join(',')}\r\n`;
  }
}

/** A spreadsheet takes a field that begins like this for a formula, also inside quotes. An apostrophe makes it text. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

export function csvField(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
