import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtForTests } from '../../fixtures/program/built-for-tests.ts';

/** What a worker says, as `--json` prints it. */
export interface Said {
  /** When it was read here, in milliseconds since 1970. */
  readonly at: number;
  readonly event: string;
  readonly id?: string;
  readonly project?: string;
  readonly run?: number;
  readonly host?: string;
  readonly how?: string;
}

/** How long a worker may take to say something, in milliseconds. */
const LONGEST_WAIT = 90_000;

/** `tidemark worker` in a process of its own, as users start it. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly said: Said[] = [];
  #more = Promise.withResolvers<void>();
  errors = '';
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;

  constructor(
    url: string,
    folder: string,
    options: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.#child = spawn(process.execPath, [builtForTests(), 'worker', '--json', ...options], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: url,
        TIDEMARK_DATA: folder,
        TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { stdout, stderr } = this.#child;
    if (stdout !== null)
      createInterface(stdout).on('line', (line) => {
        this.said.push({ ...(JSON.parse(line) as Said), at: Date.now() });
        this.#more.resolve();
        this.#more = Promise.withResolvers();
      });
    stderr?.on('data', (text: Buffer) => {
      this.errors += text;
    });
    this.ended = new Promise((resolve) => {
      this.#child.on('exit', () => {
        this.#more.resolve();
        resolve();
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The first thing said that fits, now or later. */
  async says(fits: (said: Said) => boolean): Promise<Said> {
    const late = AbortSignal.timeout(LONGEST_WAIT);
    const giveUp = once(late, 'abort');
    for (;;) {
      const found = this.said.find(fits);
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`The worker ended: ${this.errors}`);
      if (late.aborted)
        throw new Error(`The worker only said ${JSON.stringify(this.said.slice(-5))} ${this.errors}`);
      await Promise.race([this.#more.promise, giveUp]);
    }
  }

  send(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends the process if it is still there. Returns its exit code. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return this.#child.exitCode;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
    return this.#child.exitCode;
  }
}
