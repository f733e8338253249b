import { existsSync } from 'node:fs';
import { CONCURRENCY, type Contender, fromDebian } from './contender.ts';
import { findProgram } from './find-program.ts';

export function wget(): Contender {
  const found = findProgram('wget');
  return {
    name: 'wget',
    note: 'one connection, saves bodies',
    missing: fromDebian(found, 'wget'),
    commandLine: ({ origin, start }, out) => ({
      command: found ?? 'wget',
      args: [
        '--mirror',
        '--no-parent',
        '-e',
        'robots=off',
        '-A',
        'html',
        '-nv',
        '-P',
        out,
        `${origin}${start}`,
      ],
    }),
  };
}

/** Where files are kept in memory. */
const memory = '/dev/shm';

/** Saves pages in memory: on a disk, creating thousands of files takes between 0.4 and 3.6 s of processor time, from run to run. */
export function wget2InMemory(): Contender {
  const onDisk = wget2();
  return {
    ...onDisk,
    name: 'wget2 to memory',
    note: `${onDisk.note} in ${memory}`,
    missing: onDisk.missing ?? (existsSync(memory) ? null : `there is no ${memory}`),
    savesIn: memory,
  };
}

export function wget2(): Contender {
  const found = findProgram('wget2');
  // Other filters of wget2 miss pages: it matches before it removes the fragment.
  const filter = ['--filter-urls', '--accept-regex', String.raw`.*\.html(#.*)?$`];
  return {
    name: 'wget2',
    note: `${CONCURRENCY} threads, saves bodies`,
    missing: fromDebian(found, 'wget2'),
    commandLine: ({ origin, start }, out) => ({
      command: found ?? 'wget2',
      args: [
        ...['--mirror', '--no-parent', '--robots=off', ...filter, `--max-threads=${CONCURRENCY}`],
        ...['-q', '--no-http2', '-P', out, `${origin}${start}`],
      ],
    }),
  };
}
