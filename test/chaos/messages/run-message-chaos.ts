import '../../fixtures/program/use-features.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../../src/database/open-store.ts';
import { startReceiver } from '../../features/notifications/receiver.ts';
import { randomOf } from '../../sites/session-sites/random.ts';
import type { MessageKill, SenderOrder } from './sender-process.ts';

const program = fileURLToPath(new URL('./sender-process.ts', import.meta.url));
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/chaos', import.meta.url));
/** A claim of a killed sender has run out by the next life. */
const timeBetweenLives = 10 * 60_000;
const longestLife = 60_000;

export interface MessageChaosReport {
  readonly killed: number;
  /** Kills after a message was sent and before that was stored. */
  readonly killedAfterSend: number;
  /** Changes whose commit was complete. */
  readonly committed: number;
  readonly requests: number;
  /** Requests that repeated a key: a receiver that honours it drops them. */
  readonly repeated: number;
  readonly faults: readonly string[];
}

const points = ['before begin', 'before commit', 'after commit'] as const;

/** In every second round of kills, all that waits goes out as one message. */
const isTogether = (life: number): boolean => Math.floor(life / 5) % 2 === 1;

function killFor(random: ReturnType<typeof randomOf>, life: number): MessageKill {
  const place = life % 5;
  if (place < 3) return { at: points[place] ?? 'before commit' };
  return { at: place === 3 ? 'before send' : 'after send', message: isTogether(life) ? 0 : random.below(3) };
}

/** Lives that are each killed between match, commit and send, then one that is not, then one that finds nothing new. */
export async function runMessageChaos(seed: string, kills: number): Promise<MessageChaosReport> {
  const random = randomOf(`messages ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-messages-'));
  const receiver = await startReceiver();
  const faults: string[] = [];
  let [killed, killedAfterSend] = [0, 0];
  const live = async (life: number, kill: MessageKill | null, changes: number) => {
    const order: SenderOrder = {
      life,
      folder,
      address: `${receiver.origin}/hook`,
      changes,
      cap: isTogether(life) ? 2 : 100,
      now: Date.UTC(2026, 10, 16) + life * timeBetweenLives,
      kill,
    };
    const child = spawn(process.execPath, [program, JSON.stringify(order)], {
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
      timeout: longestLife,
      killSignal: 'SIGABRT',
    });
    const [stderr, [code, signal]] = await Promise.all([
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    ]);
    const wanted = kill === null ? code === 0 : signal === 'SIGKILL';
    if (!wanted)
      faults.push(
        `life ${life} ended with ${signal ?? code} instead of ${JSON.stringify(kill)}: ${stderr.trim()}`,
      );
    if (signal === 'SIGKILL') killed += 1;
    if (signal === 'SIGKILL' && kill?.at === 'after send') killedAfterSend += 1;
  };
  try {
    for (let life = 0; life < kills; life++) await live(life, killFor(random, life), 3 + random.below(4));
    await live(kills, null, 2);
    const sentBefore = receiver.requests.length;
    await live(kills + 1, null, 0);
    if (receiver.requests.length !== sentBefore) faults.push('a restart with nothing new sent something');

    const store = await openStore({ kind: 'sqlite', folder, access: 'read' });
    const rows = await store.outbox.list({ limit: 10_000 });
    await store.close();
    for (const row of rows.filter(({ state }) => state !== 'sent'))
      faults.push(`${row.notification} is ${row.state}`);
    const reported = new Map<string, Set<string>>();
    const byKey = new Map<string, string>();
    for (const { headers, body } of receiver.requests) {
      const key = String(headers['idempotency-key']);
      const { total, changes } = JSON.parse(body) as { total: number; changes: readonly { key: string }[] };
      const says = JSON.stringify([total, changes.map((change) => change.key)]);
      if ((byKey.get(key) ?? says) !== says) faults.push(`two messages have the key ${key}`);
      byKey.set(key, says);
      for (const change of changes)
        reported.set(change.key, (reported.get(change.key) ?? new Set()).add(key));
    }
    for (const [notification, keys] of reported)
      if (keys.size > 1) faults.push(`${notification} was told under ${keys.size} keys`);
    const counted = [...byKey.values()].reduce((sum, says) => sum + (JSON.parse(says) as [number])[0], 0);
    if (counted !== rows.length) faults.push(`${rows.length} changes were committed, and ${counted} told`);
    return {
      killed,
      killedAfterSend,
      committed: rows.length,
      requests: receiver.requests.length,
      repeated: receiver.requests.length - byKey.size,
      faults,
    };
  } finally {
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
