import { CompiledQuery, type Transaction } from 'kysely';
import type { Tables } from '../schema.ts';

/** Runs statements of the job queue inside a transaction of ours. */
export interface StatementRunner {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export const statementsIn = (db: Transaction<Tables>): StatementRunner => ({
  async executeSql(text, values = []) {
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
    return { rows };
  },
});
