import { join } from 'node:path';
import type { BuiltProgram } from './built-program.ts';
import { CONCURRENCY, type Contender } from './contender.ts';

/** With everything on: links, text, identities, bodies compressed and stored, every commit on disk before the next. */
export function tidemark({ launcher, environment }: BuiltProgram): Contender {
  return {
    name: 'Tidemark',
    note: 'parses all links and the text, keeps bodies and headers, syncs',
    missing: null,
    commandLine: ({ origin, start, scope }, out) => ({
      command: process.execPath,
      args: [
        ...[launcher, 'crawl', `${origin}${start}`, '--scope', `${origin}${scope}`],
        ...['--concurrency', String(CONCURRENCY), '--ignore-robots', '--data', join(out, 'data')],
      ],
      environment,
    }),
  };
}
