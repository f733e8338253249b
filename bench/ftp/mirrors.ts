import type { BuiltProgram } from '../crawl/built-program.ts';
import { type CommandLine, fromDebian } from '../crawl/contender.ts';
import { findProgram } from '../crawl/find-program.ts';

/** A program that keeps a copy of an FTP tree. */
export interface Mirror {
  readonly name: string;
  readonly note: string;
  /** How to install it; null when it can run. */
  readonly missing: string | null;
  /** Creates or updates the copy in `out`. */
  commandLine(url: string, out: string): CommandLine;
}

/** With its defaults, or with the given number of connections. */
export function tidemarkMirror(program: BuiltProgram, connections?: number): Mirror {
  const options = connections === undefined ? [] : ['--concurrency', String(connections)];
  return {
    name: ['tidemark', ...options].join(' '),
    note: 'keeps every version, in a database',
    missing: null,
    commandLine: (url, out) => tidemark(program, out, 'track', url, '--project', 'tree', ...options),
  };
}

/** What the last visit of our own mirror reported. */
export function tidemarkReport(program: BuiltProgram, out: string): CommandLine {
  return tidemark(program, out, 'report', 'tree');
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

function tidemark(
  { launcher, environment }: BuiltProgram,
  data: string,
  ...args: readonly string[]
): CommandLine {
  return {
    command: process.execPath,
    args: [launcher, '--json', ...args],
    environment: { ...environment, TIDEMARK_DATA: data },
  };
}
