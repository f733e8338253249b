import { fileURLToPath } from 'node:url';
import { CONCURRENCY, type Contender } from './contender.ts';

const script = fileURLToPath(new URL('./calibrator-loop.ts', import.meta.url));

/** Runs first and last in each round: the difference of its two figures shows how far the others can be trusted. */
export function calibrator(): Contender {
  return {
    name: 'undici + htmlparser2',
    note: 'calibrator: follows links, stores nothing',
    missing: null,
    commandLine: ({ origin, start, scope }) => ({
      command: process.execPath,
      args: [script, `${origin}${start}`, `${origin}${scope}`, String(CONCURRENCY)],
    }),
  };
}
