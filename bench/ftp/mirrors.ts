import type { BuiltProgram } from '../crawl/built-program.ts';
import { type CommandLine, fromDebian } from '../crawl/contender.ts';
import { findProgram } from '../crawl/find-program.ts';

/** A program that keeps a copy of an FTP tree. */
export interface Mirror {
  readonly name: string;
  readonly note: string;
  /** How to get it, when it is not here; null when it can run. */
  readonly missing: string | null;
  /** Brings the copy in `out` up to date; the first time, makes it. */
  commandLine(url: string, out: string): CommandLine;
}

export function tidemarkMirror({ launcher, environment }: BuiltProgram, connections = 1): Mirror {
  return {
    name: connections === 1 ? 'tidemark' : `tidemark, ${connections} connections`,
    note: 'keeps every version, in a database',
    missing: null,
    commandLine: (url, out) => ({
      command: process.execPath,
      args: [launcher, '--json', 'track', url, '--project', 'tree', '--concurrency', String(connections)],
      environment: { ...environment, TIDEMARK_DATA: out },
    }),
  };
}

export function lftpMirror(): Mirror {
  const found = findProgram('lftp');
  return {
    name: 'lftp mirror',
    note: 'one connection, files only',
    missing: fromDebian(found, 'lftp'),
    commandLine: (url, out) => ({
      command: found ?? 'lftp',
      args: ['-c', `set cmd:interactive no; mirror --delete ${url} ${out}`],
    }),
  };
}

export function wgetMirror(): Mirror {
  const found = findProgram('wget');
  return {
    name: 'wget -r -N',
    note: 'one connection, files only; does not tell what is gone',
    missing: fromDebian(found, 'wget'),
    commandLine: (url, out) => ({
      command: found ?? 'wget',
      args: ['-r', '-N', '-l', 'inf', '-nv', '--no-remove-listing', '-P', out, url],
    }),
  };
}
