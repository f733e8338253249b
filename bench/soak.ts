/**
 * A day of hourly schedules in minutes: a server on SQLite, and a server with a worker on PostgreSQL, whose clocks are faster than time. Shows what grows from the first
 * quarter of the day to the last, and fails when anything does that should not. PostgreSQL has its own clock, which is not faster: what it forgets by age, such as jobs, it
 * keeps for the whole of the simulated day.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { isMet, printFigures } from './figure.ts';
import { type SoakedKind, simulatedDay } from './soak/simulated-day.ts';

const { values: options } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    rate: { type: 'string', default: '120' },
    projects: { type: 'string', default: '50' },
    only: { type: 'string', default: 'sqlite,postgres' },
    json: { type: 'boolean', default: false },
  },
});
const kinds = options.only.split(',').map((name): SoakedKind => {
  if (name !== 'sqlite' && name !== 'postgres') throw new Error(`"${name}" is neither sqlite nor postgres`);
  return name;
});
const figures = await simulatedDay(kinds, {
  hours: Number(options.hours),
  rate: Number(options.rate),
  projects: Number(options.projects),
  tell: (line) => void (options.json || console.log(line)),
});
if (!options.json) console.log(`\nload at the end: ${loadavg()[0]?.toFixed(1)}\n`);
printFigures('soak', figures, options.json);
// PostgreSQL of the tests ends the process with 0 otherwise.
process.exit(figures.some((figure) => isMet(figure) === false) ? 1 : 0);
