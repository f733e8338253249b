import type {
  BulkRow,
  BulkStatement,
  BulkValue,
  RowWriting,
  WriteStep,
  Writing,
} from '../../../database/database.ts';
import { expandedRows } from '../../../database/postgres/postgres-dialect.ts';

/** The rows of one writer, in its order. */
export type GatheredRows = readonly Gathered[];

type Gathered =
  | { readonly statement: BulkStatement; readonly rows: readonly BulkRow[] }
  | { readonly step: WriteStep<unknown>; readonly items: readonly unknown[] };

export async function gatherRows(work: (rows: RowWriting) => Promise<void>): Promise<GatheredRows> {
  const gathered: Gathered[] = [];
  await work({
    bulk: async (statement, rows) => void gathered.push({ statement, rows }),
    bulkAlike: async (statement, rows) => void gathered.push({ statement, rows: expandedRows(rows) }),
    step: async (step, items) => void gathered.push({ step: step as WriteStep<unknown>, items }),
  });
  return gathered;
}

/**
 * Writes the rows of several writers, with one statement for all of them, in the order of each writer. Rows that others may write too are sorted, so
 * that two transactions never deadlock.
 */
export async function writeGathered(writing: Writing, writers: readonly GatheredRows[]): Promise<void> {
  for (const gathered of together(writers)) {
    if ('step' in gathered) await writing.step(gathered.step, gathered.items);
    else await writing.bulk(gathered.statement, inOrder(gathered));
  }
}

function together(writers: readonly GatheredRows[]): readonly Gathered[] {
  const byUse = new Map<string, Gathered>();
  const names = new Map<object, number>();
  for (const gathered of writers) {
    /** Uses of each statement by this writer: a statement that it uses twice is executed twice. */
    const uses = new Map<object, number>();
    for (const each of gathered) {
      const what = 'step' in each ? each.step : each.statement;
      const use = uses.get(what) ?? 0;
      uses.set(what, use + 1);
      if (!names.has(what)) names.set(what, names.size);
      const key = `${names.get(what)} ${use}`;
      byUse.set(key, joined(byUse.get(key), each));
    }
  }
  return [...byUse.values()];
}

function joined(before: Gathered | undefined, each: Gathered): Gathered {
  if (before === undefined) return each;
  if ('step' in each) return 'step' in before ? { ...each, items: [...before.items, ...each.items] } : each;
  return 'step' in before ? each : { ...each, rows: [...before.rows, ...each.rows] };
}

const inOrder = ({ statement, rows }: Extract<Gathered, { rows: unknown }>): readonly BulkRow[] =>
  statement.kind === 'insert' && statement.conflict !== '' ? rows.toSorted(compareRows) : rows;

function compareRows(a: BulkRow, b: BulkRow): number {
  for (const [place, value] of a.entries()) {
    const difference = compareValues(value, b[place] ?? null);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareValues(a: BulkValue, b: BulkValue): number {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
