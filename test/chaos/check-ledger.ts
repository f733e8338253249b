import type { Fault } from './fault.ts';
import type { LedgerEntry } from './ledger-server.ts';

/** The visits that were on disk when a life ended: path to what the visit says. */
export type Visited = ReadonlyMap<string, string>;

/**
 * Compares what was asked for with what was stored when: a page may be asked for again only when its commit had not
 * happened before the kill. `lives` holds what was stored at the end of each life.
 */
export function checkLedger(entries: readonly LedgerEntry[], lives: readonly Visited[]): readonly Fault[] {
  return lives.flatMap((after, life) => {
    const before = lives[life - 1] ?? new Map<string, string>();
    const asked = entries.filter((entry) => entry.life === life).map(({ path }) => path);
    return [...lifeFaults(life, asked, before, after)];
  });
}

function* lifeFaults(
  life: number,
  asked: readonly string[],
  before: Visited,
  after: Visited,
): Generator<Fault> {
  const once = new Set<string>();
  for (const path of asked) {
    if (before.has(path)) yield { kind: 'asked again after it was stored', life, what: path };
    if (once.has(path)) yield { kind: 'asked twice in one life', life, what: path };
    once.add(path);
  }
  for (const [path, visit] of before) {
    const now = after.get(path);
    if (now !== visit)
      yield { kind: 'visit lost', life, what: `${path}: ${visit} became ${now ?? 'nothing'}` };
  }
  for (const path of after.keys()) {
    if (!before.has(path) && !once.has(path))
      yield { kind: 'stored without being asked for', life, what: path };
  }
}
