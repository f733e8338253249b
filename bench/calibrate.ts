/**
 * Calibration on generated sites whose truth is known: the time of 10,000 settings on 500 recorded states with several processes, a kill -9 in the middle, the
 * search beside the whole grid, and the questions that are not asked.
 */
import { parseArgs } from 'node:util';
import { benchGrid } from './calibrate/grid.ts';
import { benchQuestions } from './calibrate/questions.ts';
import { benchSearch } from './calibrate/search.ts';

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'search,questions,grid' },
    sites: { type: 'string', default: '10' },
    states: { type: 'string', default: '50' },
    steps: { type: 'string', default: '47' },
    processes: { type: 'string', default: '1,2,4' },
    sets: { type: 'string' },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);
const [sites, states, steps] = [values.sites, values.states, values.steps].map(Number) as [
  number,
  number,
  number,
];

for (const part of values.parts.split(',')) {
  if (part === 'grid')
    await benchGrid({ sites, states, steps, processes: values.processes.split(',').map(Number), say });
  if (part === 'search') await benchSearch(values.sets, say);
  if (part === 'questions') benchQuestions(12, states, say);
}
