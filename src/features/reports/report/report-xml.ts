import { escaped } from '../../../presentation/html/exported-file.ts';
import type { Flag } from '../../../track/index.ts';
import type { RunReport } from './run-report.ts';

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

/** Two code points that XML cannot have, besides the control characters that are never shown. */
const xmlText = (text: string): string => escaped(text.replaceAll(/[\ufffe\uffff]/g, '\ufffd'));
