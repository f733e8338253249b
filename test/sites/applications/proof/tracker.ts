import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtForTests } from '../../../fixtures/program/built-for-tests.ts';
import type { Application, Place } from '../application.ts';

const run = promisify(execFile);
const program = builtForTests();

export interface TrackedPage {
  readonly file: string;
  readonly url: string;
  readonly flag: string;
  readonly reason: string;
}

interface ChildFailure {
  readonly code?: number | string;
  readonly signal?: string;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** Tidemark, as a user would run it, at the time of the application. */
export class Tracker {
  readonly #data: string;
  readonly #place: Place;

  constructor(data: string, place: Place) {
    this.#data = data;
    this.#place = place;
  }

  async visit(application: Application): Promise<readonly TrackedPage[]> {
    const file = join(this.#data, 'project.json');
    const source = `${this.#place.origin}${application.startPath ?? '/'}`;
    await writeFile(file, JSON.stringify({ name: application.name, source, ...application.project }));
    await this.#tidemark('track', file);
    const { pages } = JSON.parse(await this.#tidemark('report', application.name)) as {
      pages: readonly TrackedPage[];
    };
    return pages;
  }

  /** What the tracker shows as changed, for people. */
  async diff(page: TrackedPage): Promise<string> {
    return this.#tidemark('diff', page.file).catch((error) => String(error));
  }

  async #tidemark(...args: readonly string[]): Promise<string> {
    const all = [
      program,
      '--data',
      this.#data,
      ...(args[0] === 'diff' ? ['--no-color'] : ['--json']),
      ...args,
    ];
    const env = { ...this.#place.clock.environment(), PROOF_PASSWORD: 'tides-and-moons' };
    try {
      return (await run(process.execPath, all, { env, maxBuffer: 2 ** 29 })).stdout;
    } catch (error) {
      const { code, signal, stdout = '', stderr = '' } = error as ChildFailure;
      const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-3).join(' / ');
      throw new Error(`tidemark ${args.join(' ')} ended with ${signal ?? code}: ${said}`);
    }
  }
}
