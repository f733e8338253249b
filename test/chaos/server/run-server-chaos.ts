import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Place } from '../../kernel/database/store-databases.ts';
import { randomOf } from '../../sites/session-sites/random.ts';
import { Acknowledged } from './acknowledged.ts';
import { crawled, editOn, type Load, readOn, runOn } from './load.ts';
import { environmentOf, type ServedLife, serveOnce, tokenFor } from './served-life.ts';
import { type TreeSite, treeSite } from './tree-site.ts';

export interface ServerChaosReport {
  readonly kills: number;
  /** Kills while at least one run was under way. */
  readonly killsInRuns: number;
  readonly reads: number;
  readonly acknowledged: number;
  /** Runs that were finished in the end. */
  readonly runs: number;
  /** How often the database was examined between two lives (SQLite only). */
  readonly examined: number;
  readonly faults: readonly string[];
}

/** A loss that a test plants between two lives. The life before it goes on until there is a run that has finished. */
export type PlantLoss = (finished: { readonly project: string; readonly run: number }) => void;

/** A project that is added and then left alone. */
export const UNTOUCHED = 'untouched';

const PAGES = 40;
const READERS = 6;
const EDITORS = 3;

/**
 * Lives of a server under load, each ended by kill -9, then one in which all runs have to end by themselves.
 */
export async function runServerChaos(
  seed: string,
  kills: number,
  place: Place,
  plantLoss?: PlantLoss,
): Promise<ServerChaosReport> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-chaos-server-'));
  const site = await treeSite(PAGES);
  const environment = environmentOf(place, folder);
  const random = randomOf(`server ${seed}`);
  const acknowledged = new Acknowledged();
  const faults: string[] = [];
  const counts = { reads: 0, writes: 0, runs: 0 };
  let [killsInRuns, examined] = [0, 0];
  try {
    const token = await tokenFor(environment);
    for (let number = 0; number <= kills; number++) {
      const life = await serveOnce(environment, token);
      await checkAcknowledged(life, acknowledged, faults, number);
      if (number === 0) await addProjects(life, site, acknowledged);
      if (number === kills) {
        await checkRuns(life, site, faults);
        if ((await life.stop()) !== 0) faults.push('the last life did not end well');
        break;
      }
      let writes = 0;
      const enough = 8 + random.below(40);
      const death = Promise.withResolvers<void>();
      const onWrite = () => {
        writes += 1;
        if (writes >= enough && (plantLoss === undefined || finishedRun(acknowledged) !== null))
          death.resolve();
      };
      let isOver = false;
      const load: Load = { life, site, acknowledged, faults, counts, onWrite, isOver: () => isOver };
      const loading = [
        ...crawled.map((project) => runOn(load, project)),
        ...Array.from({ length: READERS }, (_, place) =>
          readOn(load, randomOf(`${seed} reader ${number} ${place}`)),
        ),
        ...Array.from({ length: EDITORS }, (_, writer) =>
          editOn(load, writer, randomOf(`${seed} editor ${number} ${writer}`)),
        ),
      ];
      await death.promise;
      const running = await life.ask('GET', '/metrics');
      if (/tidemark_runs_under_way [1-9]/.test(String(running?.body))) killsInRuns += 1;
      await life.kill();
      isOver = true;
      await Promise.all(loading);
      if (place.kind === 'sqlite') {
        examined += 1;
        const found = examine(join(place.folder, 'tidemark.db'));
        if (found !== 'ok') faults.push(`after kill ${number + 1}: ${found}`);
      }
      const finished = finishedRun(acknowledged);
      if (finished !== null) plantLoss?.(finished);
    }
    return {
      kills,
      killsInRuns,
      reads: counts.reads,
      acknowledged: acknowledged.count,
      runs: counts.runs,
      examined,
      faults,
    };
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A run whose end was confirmed. */
function finishedRun(acknowledged: Acknowledged): { project: string; run: number } | null {
  for (const name of acknowledged.names()) {
    const [, run, project] = /^confirmation (\d+) of (.*)$/.exec(name) ?? [];
    if (project !== undefined && acknowledged.settled(name) !== null) return { project, run: Number(run) };
  }
  return null;
}

async function addProjects(life: ServedLife, site: TreeSite, acknowledged: Acknowledged): Promise<void> {
  for (const project of crawled) {
    const file = `name: ${project}\nsource: ${site.start(project)}\nlimits: { concurrency: 4 }\n`;
    const answer = await life.ask('POST', '/api/projects', { file });
    if (answer?.status !== 201) throw new Error(`${project}: ${JSON.stringify(answer)}`);
    acknowledged.answered(`project ${project}`, file);
  }
  const file = `name: ${UNTOUCHED}\nsource: https://example.org/\n`;
  const answer = await life.ask('POST', '/api/projects', { file });
  if (answer?.status !== 201) throw new Error(`${UNTOUCHED}: ${JSON.stringify(answer)}`);
  acknowledged.answered(`project ${UNTOUCHED}`, file);
}

/** Everything that was acknowledged before the last kill is there, and is what it was said to be. */
async function checkAcknowledged(
  life: ServedLife,
  acknowledged: Acknowledged,
  faults: string[],
  number: number,
): Promise<void> {
  for (const name of acknowledged.names()) {
    const found = await foundOf(life, name);
    if (!acknowledged.settle(name, found))
      faults.push(`after kill ${number}: ${name} is ${JSON.stringify(found)}`);
  }
}

async function foundOf(life: ServedLife, name: string): Promise<string | null> {
  const [, project] = /^project (.*)$/.exec(name) ?? [];
  if (project !== undefined) {
    const answer = await life.ask('GET', `/api/projects/${project}`);
    return answer?.status === 200 ? (answer.body as { file: string }).file : null;
  }
  const [, what, number, of] = /^(run|confirmation) (\d+) of (.*)$/.exec(name) ?? [];
  const answer = await life.ask('GET', `/api/projects/${of}/runs/${number}`);
  if (answer?.status !== 200) return null;
  const { confirmed } = answer.body as { confirmed: object | null };
  return what === 'run' || confirmed !== null ? 'there' : null;
}

/** Without being asked, every run ends, and has every page once. */
async function checkRuns(life: ServedLife, site: TreeSite, faults: string[]): Promise<void> {
  for (const project of crawled) {
    for (;;) {
      const answer = await life.ask('GET', `/api/projects/${project}/runs?limit=500`);
      const { items } = (answer?.body ?? { items: [] }) as {
        items: { number: number; state: string; pauseReason: string | null }[];
      };
      const [last] = items;
      if (last?.state === 'running') continue;
      for (const { number, state, pauseReason } of items) {
        if (state !== 'finished') faults.push(`run ${number} of ${project} is ${state} (${pauseReason})`);
        const report = await life.ask('GET', `/api/projects/${project}/runs/${number}/report`);
        const { totals } = (report?.body ?? { totals: {} }) as { totals: Record<string, number> };
        const good = (totals['NEW'] ?? 0) + (totals['SAM'] ?? 0) + (totals['UPD'] ?? 0);
        if (good !== site.pages || totals['ERR'] !== 0 || totals['UPD'] !== 0)
          faults.push(`run ${number} of ${project}: ${JSON.stringify(totals)}`);
      }
      break;
    }
  }
}

function examine(file: string): string {
  const database = new DatabaseSync(file);
  try {
    const rows = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    return rows.map(({ integrity_check }) => integrity_check).join('; ');
  } finally {
    database.close();
  }
}
