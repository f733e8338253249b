import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chaosSite } from './chaos-site.ts';
import { checkCrawl } from './check-crawl.ts';
import { checkLedger, type Visited } from './check-ledger.ts';
import type { Fault } from './fault.ts';
import { describeKill, isInsideCommit, type Kill, type Life } from './kill-schedule.ts';
import { ledgerServer } from './ledger-server.ts';
import { type LifeEnd, liveOnce } from './live-once.ts';
import type { CommitMode } from './split-commit.ts';
import { type StoredPages, storedPages } from './stored-pages.ts';

export interface ChaosOptions {
  readonly seed: string;
  readonly pages: number;
  readonly lives: readonly Life[];
  readonly mode: CommitMode;
  readonly onLife?: (life: number, kill: Kill | null, stored: StoredPages) => void;
}

export interface ChaosReport {
  /** Kills that happened, by kind. */
  readonly kills: ReadonlyMap<string, number>;
  readonly killed: number;
  /** Kills inside the transaction of a commit that carried visits. */
  readonly killedInCommit: number;
  /** Kills after which a half-written file was found. */
  readonly killedInFile: number;
  readonly pages: number;
  readonly requests: number;
  readonly faults: readonly Fault[];
}

const project = 'chaos';

/** Crawls one site through all lives, and checks what each of them left behind. */
export async function runChaos({ seed, pages, lives, mode, onLife }: ChaosOptions): Promise<ChaosReport> {
  const site = chaosSite(seed, pages);
  const ledger = await ledgerServer(site);
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-chaos-'));
  mkdirSync(join(folder, 'content')); // it is watched before the first crawler would create it
  const killed: Kill[] = [];
  const ends: Visited[] = [];
  const faults: Fault[] = [];
  const known = new Set<string>();
  let killedInFile = 0;
  try {
    for (const [life, { kill }] of lives.entries()) {
      const order = { life, project, folder, mode, origin: ledger.origin };
      const end = await liveOnce(lives[life] as Life, order, ledger);
      const stored = storedPages(folder, site);
      const halves = stored.halves.filter((half) => !known.has(half));
      for (const half of halves) known.add(half);
      faults.push(...lifeFaults(life, kill, end, { ...stored, halves }, ends.at(-1)?.size ?? 0));
      ends.push(stored.visited);
      if (end.wasKilled && kill !== null) killed.push(kill);
      if (end.wasKilled && stored.unfinishedFiles > 0) killedInFile += 1;
      onLife?.(life, kill, stored);
      if (end.failure !== null || stored.isFinished) break;
    }
    const scheduled = lives.filter(({ kill }) => kill !== null).length;
    if (killed.length < scheduled) {
      const what = `${killed.length} of ${scheduled} kills happened before the crawl ended`;
      faults.push({ kind: 'kill did not come', life: null, what });
    }
    faults.push(...checkLedger(ledger.entries, ends), ...(await checkCrawl(folder, project, site)));
    return {
      kills: counted(killed),
      killed: killed.length,
      killedInCommit: killed.filter(isInsideCommit).length,
      killedInFile,
      pages: site.size,
      requests: ledger.entries.length,
      faults,
    };
  } finally {
    await ledger.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function* lifeFaults(
  life: number,
  kill: Kill | null,
  { wasKilled, lastWords, failure }: LifeEnd,
  { visited, halves }: StoredPages,
  storedBefore: number,
): Generator<Fault> {
  if (failure !== null) yield { kind: 'crawler failed', life, what: failure };
  if (kill !== null && !wasKilled) yield { kind: 'kill did not come', life, what: describeKill(kill) };
  for (const what of halves) yield { kind: 'half a commit', life, what };
  if (lastWords === null || !('died' in lastWords)) return;
  const expected = storedBefore + lastWords.stored;
  if (visited.size !== expected) {
    const what = `killed ${lastWords.died}, it left ${visited.size} visits instead of ${expected}`;
    yield { kind: 'half a commit', life, what };
  }
}

function counted(kills: readonly Kill[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of kills.map(describeKill).sort()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
