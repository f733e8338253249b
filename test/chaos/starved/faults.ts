import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../sites/session-sites/random.ts';
import type { OwnPostgres } from '../cluster/own-postgres.ts';
import type { PartName, PartProcess, StarvedPart } from './parts.ts';
import { processesUnder, type ScarceProcessor } from './scarce-machine.ts';

/** Something that goes wrong with a part, and how long it lasts, in milliseconds. */
export interface StarvedFault {
  readonly name: string;
  readonly lasts: number;
  /** Whether the server cannot be ready meanwhile. */
  readonly takesDatabase?: boolean;
  /** Returns when it is over; not when all is well again. */
  inflict(): Promise<void>;
}

/** A fault that took place. Times are milliseconds since 1970. */
export interface FaultWindow {
  readonly part: PartName;
  readonly fault: string;
  readonly takesDatabase: boolean;
  readonly from: number;
  readonly to: number;
}

/** How long faults last, in seconds. */
const DATABASE_AWAY = [1, 15, 60, 300];
const DISK_FULL = 30;
const STANDSTILL = 20;
/** A clock is an hour off, until it is set right. */
const CLOCK_OFF = 240;

const HOUR = 3_600_000;
/** How long a process may take to be there again after a kill, in milliseconds. */
const LONGEST_START = 180_000;

/** Everything that can go wrong with this part. */
export function faultsOf(part: StarvedPart, processor: ScarceProcessor): readonly StarvedFault[] {
  const { processes, postgres, disk } = part;
  return [
    ...processes.flatMap(faultsOfProcess),
    ...(postgres === null ? [] : faultsOfDatabase(part, postgres, processor)),
    ...(disk === null
      ? []
      : [
          {
            name: 'disk full',
            lasts: DISK_FULL * 1000,
            async inflict() {
              disk.fill();
              await setTimeout(DISK_FULL * 1000);
              disk.free();
            },
          },
        ]),
  ];
}

function faultsOfProcess({ process, clock }: PartProcess): readonly StarvedFault[] {
  const clockOff = async (off: number) => {
    clock.set({ off });
    await setTimeout(CLOCK_OFF * 1000);
    clock.set({ off: 0 });
  };
  return [
    {
      name: `kill -9 ${process.name}`,
      lasts: 5000,
      async inflict() {
        const before = process.ends.length;
        process.kill();
        const giveUp = Date.now() + LONGEST_START;
        while (process.ends.length === before && Date.now() < giveUp) await setTimeout(20);
        await Promise.race([process.ready(), setTimeout(LONGEST_START, undefined, { ref: false })]);
      },
    },
    {
      name: `SIGSTOP ${process.name}`,
      lasts: STANDSTILL * 1000,
      async inflict() {
        process.send('SIGSTOP');
        await setTimeout(STANDSTILL * 1000);
        process.send('SIGCONT');
      },
    },
    {
      name: `clock of ${process.name} an hour ahead`,
      lasts: CLOCK_OFF * 1000,
      inflict: () => clockOff(HOUR),
    },
    {
      name: `clock of ${process.name} an hour back`,
      lasts: CLOCK_OFF * 1000,
      inflict: () => clockOff(-HOUR),
    },
  ];
}

function faultsOfDatabase(
  { rows }: StarvedPart,
  postgres: OwnPostgres,
  processor: ScarceProcessor,
): readonly StarvedFault[] {
  return [
    ...DATABASE_AWAY.map((seconds) => ({
      name: `PostgreSQL away ${seconds} s`,
      lasts: seconds * 1000,
      takesDatabase: true,
      async inflict() {
        await postgres.halt();
        await setTimeout(seconds * 1000);
        await postgres.start();
        processor.add(await postgres.pid());
      },
    })),
    {
      name: 'PostgreSQL hangs',
      lasts: STANDSTILL * 1000,
      takesDatabase: true,
      async inflict() {
        const pids = processesUnder(await postgres.pid());
        for (const pid of pids) signal(pid, 'SIGSTOP');
        await setTimeout(STANDSTILL * 1000);
        for (const pid of pids) signal(pid, 'SIGCONT');
      },
    },
    {
      name: 'connections cut',
      lasts: 0,
      async inflict() {
        await rows(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        );
      },
    },
  ];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

export interface TormentOptions {
  readonly random: Random;
  readonly faults: readonly StarvedFault[];
  /** Between two faults, from and to, in milliseconds. */
  readonly rest: readonly [number, number];
  /** No fault lasts longer than until then. Milliseconds since 1970. */
  readonly until: number;
  readonly onFault: (window: FaultWindow) => void;
}

/** One fault after the other, each once in random order before any comes again. A fault for which there is no time left is left out. */
export async function torment(part: StarvedPart, options: TormentOptions): Promise<void> {
  const { random, faults, rest, until, onFault } = options;
  let waiting: StarvedFault[] = [];
  for (;;) {
    await setTimeout(Math.min(random.between(...rest), Math.max(0, until - Date.now())));
    if (waiting.length === 0) waiting = [...random.shuffle(faults)];
    const place = waiting.findIndex(({ lasts }) => Date.now() + lasts < until);
    const [fault] = place === -1 ? [] : waiting.splice(place, 1);
    if (fault === undefined) return;
    const from = Date.now();
    await fault.inflict();
    const { name, takesDatabase = false } = fault;
    onFault({ part: part.name, fault: name, takesDatabase, from, to: Date.now() });
  }
}
