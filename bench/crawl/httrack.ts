import { CONCURRENCY, type Contender, fromDebian } from './contender.ts';
import { findProgram } from './find-program.ts';

export function httrack(): Contender {
  const found = findProgram('httrack');
  return {
    name: 'HTTrack',
    note: 'few connections in spite of -c16; rewrites pages',
    missing: fromDebian(found, 'httrack'),
    commandLine: ({ origin, start, scope }, out) => ({
      command: found ?? 'httrack',
      args: [
        ...[`${origin}${start}`, '-O', out, '-q', `-c${CONCURRENCY}`, '-%c0', '-A0'],
        ...['--disable-security-limits', '-s0', '-p1', '-I0', '-*', `+${new URL(origin).host}${scope}*.html`],
      ],
    }),
  };
}
