import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { runTidemark } from '../../kernel/cli/run-tidemark.ts';
import { type OwnPostgres, ownPostgres } from '../cluster/own-postgres.ts';
import { type Answered, askServer, environmentOf, tokenFor } from '../server/served-life.ts';
import { type ProcessClock, setClock } from '../set-clock.ts';
import { KeptProcess } from './kept-process.ts';
import { type ScarceProcessor, type SmallDisk, smallDisk } from './scarce-machine.ts';

export const partNames = ['watch', 'server', 'cluster'] as const;
export type PartName = (typeof partNames)[number];

/** A process with its clock. */
export interface PartProcess {
  readonly process: KeptProcess;
  readonly clock: ProcessClock;
}

/** One way to run Tidemark, with a database of its own. */
export interface StarvedPart {
  readonly name: PartName;
  /** The address at which each project begins. */
  readonly projects: ReadonlyMap<string, string>;
  readonly processes: readonly PartProcess[];
  /** Where the data is; null where it cannot be filled up. */
  readonly disk: SmallDisk | null;
  readonly postgres: OwnPostgres | null;
  /** Null without a server, while it does not live, and when it does not answer in time. */
  ask(request: readonly [string, string, object?], longest?: number): Promise<Answered | null>;
  /** Rows of the database itself. */
  rows<Row extends object>(sql: string): Promise<readonly Row[]>;
  /** Ends all processes in order. Returns what is wrong with how they ended. */
  stop(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface PartOptions {
  readonly folder: string;
  /** Each with the address at which it begins. */
  readonly projects: ReadonlyMap<string, string>;
  /** The text of a project file. */
  readonly fileOf: (name: string, start: string) => string;
  readonly processor: ScarceProcessor;
  /** How much shorter long waits of its processes are; 1 by default. */
  readonly waits?: number;
}

const DISK = 192;
const LIMITS = { connectionTimeoutMillis: 20_000, query_timeout: 60_000 };

/**
 * When runs and explorations began and ended, by the clock of the database: those of the processes are set wrong on purpose.
 * The same on both databases, but for the time and the shape of a trigger.
 */
const NOTED =
  'CREATE TABLE chaos_run (run_id bigint, what text, at bigint); CREATE TABLE chaos_exploration (exploration_id bigint, what text, at bigint)';
const SQLITE_TIME = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`;
const SQLITE_NOTES = `${NOTED};
  CREATE TRIGGER chaos_begun AFTER INSERT ON run BEGIN INSERT INTO chaos_run VALUES (NEW.id, 'begun', ${SQLITE_TIME}); END;
  CREATE TRIGGER chaos_ended AFTER UPDATE OF state ON run WHEN NEW.state <> 'running'
    BEGIN INSERT INTO chaos_run VALUES (NEW.id, 'ended', ${SQLITE_TIME}); END;
  CREATE TRIGGER chaos_explores AFTER INSERT ON exploration BEGIN INSERT INTO chaos_exploration VALUES (NEW.id, 'begun', ${SQLITE_TIME}); END;
  CREATE TRIGGER chaos_explored AFTER UPDATE OF ended_at ON exploration WHEN NEW.ended_at IS NOT NULL
    BEGIN INSERT INTO chaos_exploration VALUES (NEW.id, 'ended', ${SQLITE_TIME}); END`;
const POSTGRES_NOTES = `${NOTED};
  CREATE FUNCTION chaos_note_run() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO chaos_run VALUES (NEW.id, TG_ARGV[0], (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
    RETURN NEW;
  END $$;
  CREATE FUNCTION chaos_note_exploration() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO chaos_exploration VALUES (NEW.id, TG_ARGV[0], (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
    RETURN NEW;
  END $$;
  CREATE TRIGGER chaos_explores AFTER INSERT ON exploration FOR EACH ROW EXECUTE FUNCTION chaos_note_exploration('begun');
  CREATE TRIGGER chaos_explored AFTER UPDATE OF ended_at ON exploration FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL)
    EXECUTE FUNCTION chaos_note_exploration('ended');
  CREATE TRIGGER chaos_begun AFTER INSERT ON run FOR EACH ROW EXECUTE FUNCTION chaos_note_run('begun');
  CREATE TRIGGER chaos_ended AFTER UPDATE OF state ON run FOR EACH ROW WHEN (NEW.state <> 'running') EXECUTE FUNCTION chaos_note_run('ended')`;

export const openPart: Readonly<Record<PartName, (options: PartOptions) => Promise<StarvedPart>>> = {
  watch: async (options) => {
    const { disk, environment, rows, noteRuns } = sqlitePlace(options);
    await addProjects(environment, options);
    noteRuns();
    const watch = partProcess('watch', ['watch'], environment, options);
    await watch.process.start();
    return partOf('watch', options, { processes: [watch], disk, rows, token: '', signal: 'SIGINT' });
  },
  server: async (options) => {
    const { disk, environment, rows, noteRuns } = sqlitePlace(options);
    await addProjects(environment, options);
    const token = await tokenFor(environment);
    noteRuns();
    const server = partProcess('serve', serve, environment, options);
    await server.process.start();
    return partOf('server', options, { processes: [server], disk, rows, token });
  },
  cluster: async (options) => {
    const postgres = await ownPostgres(['fsync=off', 'max_connections=200']);
    const folder = join(options.folder, 'data');
    mkdirSync(folder, { recursive: true });
    const environment = environmentOf({ kind: 'postgres', url: postgres.url }, folder);
    const rows = rowsOfPostgres(postgres.url);
    await addProjects(environment, options);
    const token = await tokenFor(environment);
    await rows(POSTGRES_NOTES);
    options.processor.add(await postgres.pid());
    const processes = [
      partProcess('serve', serve, environment, options),
      partProcess('worker-1', ['worker', '--json'], environment, options),
      partProcess('worker-2', ['worker', '--json'], environment, options),
    ];
    await Promise.all(processes.map(({ process }) => process.start()));
    return partOf('cluster', options, { processes, disk: null, rows, token, postgres });
  },
};

const serve = ['serve', '--port', '0', '--json'];

function sqlitePlace(options: PartOptions) {
  const folder = join(options.folder, 'data');
  const disk = smallDisk(folder, DISK);
  const file = join(folder, 'tidemark.db');
  return {
    disk,
    environment: environmentOf({ kind: 'sqlite', folder }, folder),
    rows: async <Row extends object>(sql: string) => rowsOfSqlite<Row>(file, sql),
    noteRuns() {
      const database = new DatabaseSync(file);
      database.exec(SQLITE_NOTES);
      database.close();
    },
  };
}

/** Before anything is started, so that all of them are due at the start. */
async function addProjects(
  environment: Readonly<Record<string, string>>,
  { folder, projects, fileOf }: PartOptions,
): Promise<void> {
  const kept = join(folder, 'files');
  mkdirSync(kept);
  const files = [...projects].map(([name, start]) => {
    const file = join(kept, `${name}.json`);
    writeFileSync(file, fileOf(name, start));
    return file;
  });
  const { exitCode, stderr } = await runTidemark(['projects', 'add', ...files], { environment });
  if (exitCode !== 0) throw new Error(`projects add: ${stderr}`);
}

function rowsOfSqlite<Row extends object>(file: string, sql: string): readonly Row[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

const rowsOfPostgres =
  (url: string) =>
  async <Row extends object>(sql: string): Promise<readonly Row[]> => {
    const client = new pg.Client({ connectionString: url, ...LIMITS });
    // A server that is stopped breaks the connection at any moment.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };

function partProcess(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { folder, processor, waits = 1 }: PartOptions,
): PartProcess {
  const clock = setClock(join(folder, `${name}.clock.json`), { waits });
  const process = new KeptProcess({
    ...{ name, args },
    environment: { ...environment, ...clock.environment },
    onStart: processor.add,
  });
  return { process, clock };
}

interface PartInside {
  readonly processes: readonly PartProcess[];
  readonly disk: SmallDisk | null;
  readonly rows: StarvedPart['rows'];
  readonly token: string;
  readonly postgres?: OwnPostgres;
  /** What ends it in order. */
  readonly signal?: NodeJS.Signals;
}

function partOf(name: PartName, { projects, folder }: PartOptions, inside: PartInside): StarvedPart {
  const { processes, disk, rows, token, postgres = null, signal = 'SIGTERM' } = inside;
  return {
    ...{ name, projects, processes, disk, postgres, rows },
    async ask(request, longest) {
      const url = processes[0]?.process.url ?? null;
      return url === null ? null : askServer(url, token, request, longest);
    },
    async stop() {
      const codes = await Promise.all(
        processes.map(async ({ process }) => ({ of: process.name, code: await process.stop(signal) })),
      );
      // A watch of which a run failed says so with its exit code.
      const good = name === 'watch' ? [0, 1] : [0];
      return codes
        .filter(({ code }) => !good.includes(code ?? -1))
        .map(({ of, code }) => `${of} ended with ${code ?? 'a kill, 60 s after it was asked to'}`);
    },
    async close() {
      await Promise.all(processes.map(({ process }) => process.stop('SIGKILL')));
      await postgres?.remove();
      disk?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
