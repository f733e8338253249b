import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CrawlerOrder, LastWords } from './crawler-process.ts';
import type { Kill, Life } from './kill-schedule.ts';
import type { LedgerServer } from './ledger-server.ts';

const program = fileURLToPath(new URL('./crawler-process.ts', import.meta.url));
/** Without it, a short life would spend most of its time compiling. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/chaos', import.meta.url));

/** A crawler that runs longer than this has stalled. */
const longestLife = 120_000;

/** How a life ended. */
export interface LifeEnd {
  /** Died of SIGKILL, as it should. */
  readonly wasKilled: boolean;
  readonly lastWords: LastWords | null;
  /** Why it ended in any other way; null when it did not. */
  readonly failure: string | null;
}

/** Starts the crawler, kills it on schedule, and returns when it is dead. */
export async function liveOnce(
  life: Life,
  order: Omit<CrawlerOrder, 'kill' | 'thread' | 'concurrency'>,
  ledger: LedgerServer,
): Promise<LifeEnd> {
  const { kill, thread, concurrency } = life;
  const orders: CrawlerOrder = { ...order, thread, concurrency, kill: kill?.by === 'commit' ? kill : null };
  const child = spawn(process.execPath, [program, JSON.stringify(orders)], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  const stalled = setTimeout(() => child.kill('SIGABRT'), longestLife);
  const disarm = arm(kill, order, ledger, () => child.kill('SIGKILL'));
  try {
    const [stdout, stderr, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    ]);
    const lastWords = stdout === '' ? null : (JSON.parse(stdout) as LastWords);
    const wasKilled = signal === 'SIGKILL';
    const failure = wasKilled || code === 0 ? null : `it ended with ${signal ?? code}: ${stderr.trim()}`;
    return { wasKilled, lastWords, failure };
  } finally {
    clearTimeout(stalled);
    disarm();
  }
}

/** Waits for the moment of a kill from outside. The returned function stops waiting. */
function arm(
  kill: Kill | null,
  { life, folder }: Pick<CrawlerOrder, 'life' | 'folder'>,
  ledger: LedgerServer,
  strike: () => void,
): () => void {
  if (kill?.by === 'request') ledger.strikeAt(life, kill, strike);
  if (kill?.by !== 'file') return () => undefined;
  const files = new Set<string>();
  const watcher = watch(join(folder, 'content'), (_, name) => {
    if (name?.endsWith('.unfinished')) files.add(name);
    if (files.size >= kill.file) strike();
  });
  return () => watcher.close();
}
