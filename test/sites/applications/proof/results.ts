import { floors } from './floors.ts';
import type { Wrong } from './judge.ts';
import type { VisitResult } from './prove.ts';

export interface Totals {
  readonly name: string;
  readonly visits: number;
  readonly judged: number;
  readonly false: number;
  readonly missed: number;
  readonly doubtful: number;
  readonly disputed: number;
  readonly pages: number;
  /** Requests a page at the first visit, at the second, and from the third on. */
  readonly requestsAPage: readonly [number, number, number];
  readonly seconds: number;
}

const SHOWN = 10;

export function describeVisit(result: VisitResult): readonly string[] {
  const { visit, pages, judged, requests, found, doubtful, disputed, edits } = result;
  const wrong = [...result.false, ...result.missed];
  return [
    `  visit ${visit}: ${pages} pages, ${found} found, ${judged} judged, ${result.false.length} false, ${result.missed.length} missed, ` +
      `${doubtful.length} doubtful, ${(requests / Math.max(1, pages)).toFixed(2)} requests a page`,
    ...edits.map((edit) => `    edit: ${edit}`),
    ...wrong.slice(0, SHOWN).map((each) => `    ${describeWrong(each)}`),
    ...(wrong.length > SHOWN ? [`    and ${wrong.length - SHOWN} more`] : []),
    ...doubtful.slice(0, 5).map((line) => `    doubtful: ${line}`),
    ...disputed.map((line) => `    DISPUTED: ${line}`),
  ];
}

function describeWrong({ url, truth, whyTruth, page }: Wrong): string {
  const reported = page === null ? 'not in the report' : `told ${page.flag} (${page.reason})`;
  return `${page === null || page.flag === 'SAM' ? 'MISSED' : 'FALSE '} ${url}: ${reported}, is ${truth} (${whyTruth})`;
}

export function totalsOf(name: string, results: readonly VisitResult[], milliseconds: number): Totals {
  const sum = (figure: (result: VisitResult) => number, of = results) =>
    of.reduce((total, result) => total + figure(result), 0);
  const cost = (of: readonly VisitResult[]) =>
    sum(({ requests }) => requests, of) /
    Math.max(
      1,
      sum(({ pages }) => pages, of),
    );
  return {
    name,
    visits: results.length,
    judged: sum(({ judged }) => judged),
    false: sum((result) => result.false.length),
    missed: sum(({ missed }) => missed.length),
    doubtful: sum(({ doubtful }) => doubtful.length),
    disputed: sum(({ disputed }) => disputed.length),
    pages: results.at(-1)?.pages ?? 0,
    requestsAPage: [cost(results.slice(0, 1)), cost(results.slice(1, 2)), cost(results.slice(2))],
    seconds: milliseconds / 1000,
  };
}

export function printTotals(rows: readonly Totals[], print: (line: string) => void): void {
  const head = [
    'application',
    'pages',
    'judged',
    'false',
    'missed',
    'doubtful',
    'disputed',
    'requests a page (1st, 2nd, later)',
    'seconds',
  ];
  const cells = rows.map((row) => [
    row.name,
    String(row.pages),
    String(row.judged),
    String(row.false),
    String(row.missed),
    String(row.doubtful),
    String(row.disputed),
    row.requestsAPage.map((cost) => cost.toFixed(2)).join('  '),
    row.seconds.toFixed(0),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...cells].map((row) => row[column]?.length ?? 0)),
  );
  for (const row of [head, ...cells])
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** Floors hold for all five visits; fewer cannot be worse in number, and cost cannot be told before the third. */
export function belowFloor(row: Totals, visits: number): readonly string[] {
  const floor = floors[row.name];
  if (floor === undefined) return [`${row.name} has none`];
  const worse: string[] = [];
  if (row.false > floor.false) worse.push(`${row.name}: ${row.false} false, ${floor.false} allowed`);
  if (row.missed > floor.missed) worse.push(`${row.name}: ${row.missed} missed, ${floor.missed} allowed`);
  const cost = row.requestsAPage[2];
  if (visits >= 3 && cost > floor.requestsAPage)
    worse.push(
      `${row.name}: ${cost.toFixed(2)} requests a page from the third visit on, ${floor.requestsAPage} allowed`,
    );
  if (row.disputed > 0)
    worse.push(`${row.name}: ${row.disputed} pages where the edits and the oracle disagree`);
  return worse;
}
