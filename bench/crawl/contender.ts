import type { BenchSite } from './bench-site.ts';

/** A program that crawls the site. */
export interface Contender {
  readonly name: string;
  /** What a reader must know to compare it fairly. */
  readonly note: string;
  /** How to install it; null when it can run. */
  readonly missing: string | null;
  /** The folder in which it saves what it fetches. Default: that of the benchmark. */
  readonly savesIn?: string;
  /** The command line for a crawl of `site` into the empty folder `out`. */
  commandLine(site: BenchSite, out: string): CommandLine;
}

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Requests at the same time, the same for all contenders that have the option. */
export const CONCURRENCY = 16;

/** `missing` for a program in a Debian package. */
export const fromDebian = (found: string | null, name: string) =>
  found === null ? `apt-get install ${name}` : null;
