/**
 * Several machines over one PostgreSQL, as processes of this one. `--parts hosts`: slow hosts with 1, 2 and 4 workers, in one project or `--a-project-each`. `--parts schedules`: many schedules
 * that are due in the same minute. `--parts day`: as many visits as fit into `--minutes`, and what grows.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { dueSchedules } from './cluster/due-schedules.ts';
import { longDay } from './cluster/long-day.ts';
import { spreadHosts } from './cluster/spread-hosts.ts';
import { type Figure, printFigures } from './figure.ts';

const { values: options } = parseArgs({
  options: {
    parts: { type: 'string', default: 'hosts' },
    hosts: { type: 'string', default: '40' },
    pages: { type: 'string', default: '120' },
    'a-project-each': { type: 'boolean', default: false },
    schedules: { type: 'string', default: '10000' },
    due: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
  },
});
const parts: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  hosts: () => spreadHosts(Number(options.hosts), Number(options.pages), !options['a-project-each']),
  schedules: () => dueSchedules(Number(options.schedules), Number(options.due)),
  day: () => longDay(Number(options.minutes), (line) => void (options.json || console.log(line))),
};
const figures: Figure[] = [];
for (const name of options.parts.split(',')) {
  const part = parts[name];
  if (part === undefined) throw new Error(`"${name}" is not one of: ${Object.keys(parts).join(', ')}`);
  figures.push(...(await part()));
}
if (!options.json)
  console.log(
    `load at the end: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}\n`,
  );
printFigures('cluster', figures, options.json);
// PostgreSQL of the tests ends the process with 0 in any case.
process.exit(0);
