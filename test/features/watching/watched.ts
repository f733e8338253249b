import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Supervisor } from '../../../src/base/index.ts';
import { addProject } from '../../../src/crawl/projects/add-project.ts';
import type { RunHandle, RunRequest } from '../../../src/crawl/run/run-request.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { ProjectWatch, type WatchEvent } from '../../../src/features/watching/watch-projects.ts';
import type { SetClock } from './set-clock.ts';

export type OpenStore = (access: 'read' | 'write') => Promise<Store>;

/** A data folder of its own, gone with the test. */
export async function folderForThisTest(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-watch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return (access) => openStore({ kind: 'sqlite', folder, access, thread: false });
}

/** Stores a project file as one that was made at the time of the clock, by the operator or a user. */
export async function addProjectAt(
  open: OpenStore,
  clock: SetClock,
  text: string,
  owner: number | null = null,
): Promise<void> {
  const store = await open('write');
  const record = { owner, notes: () => [] };
  await addProject(store, { text, fileName: 'project.yaml', folder: '.' }, { now: clock.now, record });
  await store.close();
}

/** Returns the ids of new users. */
export async function addUsers(open: OpenStore, ...names: readonly string[]): Promise<readonly number[]> {
  const store = await open('write');
  const nothing = { address: null, actor: 'operator', detail: '' };
  const added = [];
  for (const name of names) {
    const note = { ...nothing, at: 1, action: 'add user', subject: name };
    added.push(
      await store.people.createUser(
        { name, role: 'editor', password: null, external: null, createdAt: 1 },
        note,
      ),
    );
  }
  await store.close();
  return added.map(({ id }) => id);
}

type EventKind = WatchEvent['event'];

export interface WatchForTest {
  /** The next event of a kind that has not been taken yet. */
  next<K extends EventKind>(kind: K): Promise<Extract<WatchEvent, { event: K }>>;
  readonly seen: readonly EventKind[];
  readonly ended: Promise<void>;
  /** The database, which only this process may write to while runs are under way. */
  write: ProjectWatch['write'];
  stop(): Promise<void>;
}

/** Watches until the test is over. */
export function watchForThisTest(
  open: OpenStore,
  clock: SetClock,
  {
    projects = [],
    once = false,
    start,
  }: {
    readonly projects?: readonly string[];
    readonly once?: boolean;
    readonly start?: (request: RunRequest) => Promise<RunHandle>;
  } = {},
): WatchForTest {
  const events: WatchEvent[] = [];
  const seen: EventKind[] = [];
  let wake: () => void = () => undefined;
  const stopping = new AbortController();
  const watch = new ProjectWatch({
    open,
    dependencies: (store) => ({ store, clock, storedSecret: () => Promise.resolve(null) }),
    projects,
    ...(start !== undefined && { start }),
    clock,
    signal: stopping.signal,
    onEvent: (event) => {
      events.push(event);
      seen.push(event.event);
      wake();
    },
  });
  const ended = once ? watch.once() : watchUntil(watch, clock, stopping.signal);
  ended.catch(() => undefined);
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  onTestFinished(() => stop().catch(() => undefined));
  return {
    next: async <K extends EventKind>(kind: K) => {
      for (;;) {
        const place = events.findIndex(({ event }) => event === kind);
        if (place >= 0) return events.splice(0, place + 1).at(-1) as Extract<WatchEvent, { event: K }>;
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
          ended.then(() => {
            throw new Error(`the watch ended before it was ${kind}`);
          }),
        ]);
      }
    },
    seen,
    ended,
    write: (work) => watch.write(work),
    stop,
  };
}

/** As `tidemark watch` does: the first round tells what is wrong. */
async function watchUntil(watch: ProjectWatch, clock: SetClock, signal: AbortSignal): Promise<void> {
  const supervisor = new Supervisor({ clock, onFailure: () => undefined });
  try {
    await watch.round();
    watch.start(supervisor);
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
  } finally {
    await supervisor.stop();
    await watch.ended();
  }
}
