import { hash } from 'node:crypto';
import pg from 'pg';

/** Statements that one process prepares; those after that are read and planned each time. */
const MOST_PREPARED = 500;
/** Longer lists of values have as many texts as lengths. */
const MOST_VALUES = 24;
/** Only what comes again is worth it. */
const USES = 3;

/** Begin, commit and the like have no plan. */
const READS_OR_WRITES = /^\s*(select|with|insert|update|delete)\b/i;

const uses = new Map<string, number>();
const names = new Map<string, string>();

/** The name under which the server keeps a statement and its plan; undefined for one that is not worth it. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MOST_PREPARED) return known;
  // Texts that do not come again would fill it.
  if (uses.size > 10 * MOST_PREPARED) uses.clear();
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count < USES) return undefined;
  // Its beginning, for whoever watches what is sent. The server keeps 63 bytes.
  const name = `${text.trim().slice(0, 30).replaceAll(/\s+/g, ' ')} ${hash('sha256', text, 'hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/**
 * A connection whose statements the server reads and plans once. A worker sends the same few dozen over and over: planning them took PostgreSQL as long as
 * executing them.
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
