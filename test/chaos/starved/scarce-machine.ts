import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** A limit for all processes that were added to it, and for those that they start. */
export interface ScarceProcessor {
  readonly how: string;
  add(pid: number): void;
  /** The part of one processor that they get together; null for all there is. */
  limit(share: number | null): void;
  close(): void;
}

/** Microseconds in which a share is counted. */
const PERIOD = 100_000;

/** By a control group where one can be made; else they are nice, and others are busy. */
export function scarceProcessor(): ScarceProcessor {
  for (const make of [groupOfVersion1, groupOfVersion2]) {
    try {
      return make();
    } catch {
      // Not on this machine, or not for this user.
    }
  }
  return busyOthers();
}

const groupName = `tidemark-starved-${process.pid}`;

function groupOfVersion1(): ScarceProcessor {
  const folder = join('/sys/fs/cgroup/cpu', groupName);
  const root = '/sys/fs/cgroup/cpu';
  if (!existsSync(join(root, 'cpu.cfs_quota_us'))) throw new Error('no control groups of version 1');
  return groupIn(folder, root, (share) =>
    writeFileSync(
      join(folder, 'cpu.cfs_quota_us'),
      share === null ? '-1' : String(Math.round(share * PERIOD)),
    ),
  );
}

function groupOfVersion2(): ScarceProcessor {
  const root = '/sys/fs/cgroup';
  const folder = join(root, groupName);
  writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu');
  return groupIn(folder, root, (share) =>
    writeFileSync(
      join(folder, 'cpu.max'),
      `${share === null ? 'max' : Math.round(share * PERIOD)} ${PERIOD}`,
    ),
  );
}

function groupIn(folder: string, root: string, write: (share: number | null) => void): ScarceProcessor {
  mkdirSync(folder);
  write(null);
  return {
    how: 'a control group',
    add: (pid) => {
      for (const each of processesUnder(pid))
        tryTo(() => writeFileSync(join(folder, 'cgroup.procs'), String(each)));
    },
    limit: write,
    close() {
      tryTo(() => write(null));
      for (const pid of readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
        tryTo(() => writeFileSync(join(root, 'cgroup.procs'), pid));
      tryTo(() => rmdirSync(folder));
    },
  };
}

/** Beside one busy process for each processor, those of niceness 10 get about a tenth: Linux weighs them 110 to 1024. */
function busyOthers(): ScarceProcessor {
  let busy: ChildProcess[] = [];
  const calm = () => {
    for (const child of busy) child.kill('SIGKILL');
    busy = [];
  };
  return {
    how: 'busy loops beside processes that are nice',
    add: (pid) => void spawnSync('renice', ['-n', '10', '-p', String(pid)]),
    limit(share) {
      calm();
      if (share !== null)
        busy = Array.from({ length: availableParallelism() }, () =>
          spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
        );
    },
    close: calm,
  };
}

/** A process and all that it has started, directly or not. */
export function processesUnder(parent: number): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), parentOf(pid)] as const),
  );
  const found = [parent];
  for (const one of found) for (const [pid, its] of parents) if (its === one) found.push(pid);
  return found;
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // The process has ended.
  }
}

/** A folder on a disk of its own that can be filled up; null where none can be mounted. */
export interface SmallDisk {
  readonly folder: string;
  fill(): void;
  free(): void;
  close(): void;
}

export function smallDisk(folder: string, megabytes: number): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  if (process.platform !== 'linux') return null;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (status !== 0) return null;
  const filling = join(folder, 'filling');
  return {
    folder,
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${filling}`, 'bs=4k']),
    free: () => rmSync(filling, { force: true }),
    close: () => void spawnSync('umount', ['-l', folder]),
  };
}
