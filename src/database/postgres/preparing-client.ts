import { hash } from 'node:crypto';
import pg from 'pg';

/** Most statements that one process prepares; later ones are parsed and planned each time. */
const MOST_PREPARED = 500;
/** Statements with more values are not prepared: lists of values have a different text for each length. */
const MOST_VALUES = 24;
/** Only statements that are used this often are worth preparing. */
const USES = 3;

/** Begin, commit and the like have no plan. */
const READS_OR_WRITES = /^\s*(select|with|insert|update|delete)\b/i;

const uses = new Map<string, number>();
const names = new Map<string, string>();

/** The name under which the server keeps a statement and its plan; undefined for one that is not worth preparing. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MOST_PREPARED) return known;
  // Texts that are used once would fill the map.
  if (uses.size > 10 * MOST_PREPARED) uses.clear();
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count < USES) return undefined;
  // The beginning of the text, for people who watch the statements. The server keeps 63 bytes.
  const name = `${text.trim().slice(0, 30).replaceAll(/\s+/g, ' ')} ${hash('sha256', text, 'hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/**
 * A connection whose statements the server parses and plans once. A worker sends the same few dozen statements over and over: planning them
 * took PostgreSQL as long as executing them.
 */
export class PreparingClient extends pg.Client {
  override query = ((...given: unknown[]) => {
    const [text, values, callback] = given;
    const isPlain = typeof text === 'string' && Array.isArray(values);
    const isWorthIt = isPlain && values.length <= MOST_VALUES && READS_OR_WRITES.test(text);
    const name = isWorthIt ? nameOf(text) : undefined;
    const asked = name === undefined ? given : [{ name, text, values }, undefined, callback];
    return (pg.Client.prototype.query as (...asked: unknown[]) => unknown).apply(this, asked);
  }) as pg.Client['query'];
}

/** A worker that hangs inside a transaction must not block the next one. */
const WITHOUT_STANDSTILL = '-c idle_in_transaction_session_timeout=8000';
/** Without it, the server plans most prepared statements at each use, with their values: that takes longer than a better plan saves. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';

/** Driver options with which workers connect to the store and to the job queue. */
export const workerConnections = {
  Client: PreparingClient,
  options: `${WITHOUT_STANDSTILL} ${PLANNED_ONCE}`,
};
