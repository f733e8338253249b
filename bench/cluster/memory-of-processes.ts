import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** What a process has in memory, in MB. */
export interface Memory {
  /** As the system counts it: also what V8 has not given back. */
  readonly resident: number;
  /** What is referred to: objects, after a collection, and buffers outside of them. */
  readonly used: number;
}

/** Asks processes that were started with its environment. */
export interface MemoryOfProcesses {
  readonly environment: Readonly<Record<string, string>>;
  /** Null when there is no answer. */
  ask(pid: number): Promise<Memory | null>;
  close(): Promise<void>;
}

const MB = 1_000_000;
/** How often is looked for an answer, and how long in between, in milliseconds. */
const LOOKS = { most: 200, every: 50 };

export async function memoryOfProcesses(): Promise<MemoryOfProcesses> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-memory-'));
  const module = new URL('./tell-memory.ts', import.meta.url).href;
  return {
    environment: { NODE_OPTIONS: `--expose-gc --import=${module}`, MEMORY_FOLDER: folder },
    async ask(pid) {
      const file = join(folder, String(pid));
      await rm(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      for (let look = 0; look < LOOKS.most; look++) {
        const text = await readFile(file, 'utf8').catch(() => null);
        if (text !== null) {
          const { rss, heapUsed, external } = JSON.parse(text) as Record<string, number>;
          return { resident: (rss ?? 0) / MB, used: ((heapUsed ?? 0) + (external ?? 0)) / MB };
        }
        await setTimeout(LOOKS.every);
      }
      return null;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
