import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lutimes, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NotInstalled } from './not-installed.ts';
import { needDebian } from './packages.ts';

const run = promisify(execFile);

const libraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);

/**
 * A time of its own for all programs of the proof, the tracker included: it begins on the same day in every run, and can be
 * moved on without waiting. Programs see it through libfaketime.
 */
export class Clock {
  #ahead: number;
  readonly #fileTimes: string;

  private constructor(begin: string, fileTimes: string) {
    this.#ahead = Date.parse(begin) - Date.now();
    this.#fileTimes = fileTimes;
  }

  /** `folder` is for the library that moves the times of files. */
  static async startAt(begin: string, folder: string): Promise<Clock> {
    await needDebian('faketime', 'gcc', 'libc6-dev');
    const library = join(folder, 'file-times.so');
    const source = join(import.meta.dirname, 'file-times.c');
    await run('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source]);
    return new Clock(begin, library);
  }

  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  /**
   * Only programs that are started afterwards see the new time. They see the times of files moved by as much as the clock,
   * so the files of `folder` are made older: what was written on Monday stays written on Monday.
   */
  async moveOn(milliseconds: number, folder: string): Promise<void> {
    this.#ahead += milliseconds;
    await makeOlder(folder, milliseconds);
  }

  environment(): NodeJS.ProcessEnv {
    const library = libraries.find(existsSync);
    if (library === undefined)
      throw new NotInstalled('faketime', 'libfaketimeMT.so.1 is not where it should be');
    const seconds = Math.round(this.#ahead / 1000);
    return {
      ...process.env,
      LD_PRELOAD: `${library} ${this.#fileTimes}`,
      // Programs that set the time of a file tell it by the moved clock.
      FAKE_UTIME: '1',
      FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
      // Without this, the timers of Node fire at the wrong moment.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // Java waits by the monotonic clock. Debian's libfaketime takes such waits for ones by the moved clock, so that they are
      // over at once, and all threads of Java spin.
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
      TZ: 'UTC',
      LANG: 'C.UTF-8',
    };
  }
}

async function makeOlder(folder: string, milliseconds: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) await makeOlder(path, milliseconds);
    const { atimeMs, mtimeMs } = await stat(path);
    await lutimes(path, (atimeMs - milliseconds) / 1000, (mtimeMs - milliseconds) / 1000);
  }
}
